import { expect, test } from 'vitest'
import { memoryStorage } from '#tests/support/backupWorld.ts'
import { firstOpenedAt } from './openedRequests.ts'

const id = (index: number) => index.toString(16).padStart(32, '0')

test('behavior: the first opening of a request is remembered, each request on its own', () => {
  const { storage } = memoryStorage()
  expect(firstOpenedAt(storage, id(1), 5)).toBe(5)
  expect(firstOpenedAt(storage, id(2), 6)).toBe(6)
  expect(firstOpenedAt(storage, id(1), 9)).toBe(5)
})

test('error: a clock that was set back opens it anew, earlier', () => {
  const { storage } = memoryStorage()
  firstOpenedAt(storage, id(1), 9)
  expect(firstOpenedAt(storage, id(1), 5)).toBe(5)
  expect(firstOpenedAt(storage, id(1), 9)).toBe(5)
})

test('error: unreadable storage is replaced, and the oldest of too many are dropped', () => {
  const { storage, kept } = memoryStorage()
  kept.set('portal.opened.56', '{"__proto__":1,"x":2}')
  for (let index = 0; index < 1_001; index++) firstOpenedAt(storage, id(index), index + 1)
  expect(firstOpenedAt(storage, id(1_000), 5_000)).toBe(1_001)
  expect(firstOpenedAt(storage, id(0), 5_000)).toBe(5_000)
})
