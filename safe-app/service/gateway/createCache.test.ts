import { expect, test } from 'vitest'
import { Refusal } from '../http/Reply.ts'
import { createCache } from './createCache.ts'

function cacheAt() {
  let time = 1_000
  const cache = createCache(() => time)
  let version = 0
  const read = () => cache.read('queue', '', async () => ++version)
  return { cache, read, pass: (ms: number) => (time += ms) }
}

test('behavior: a document is kept for a minute', async () => {
  const { read, pass } = cacheAt()
  expect(await read()).toBe(1)
  pass(59_999)
  expect(await read()).toBe(1)
  pass(1)
  expect(await read()).toBe(2)
})

test('behavior: a 404 is kept for half a minute', async () => {
  const { cache, pass } = cacheAt()
  const missing = () =>
    cache.read('hash', '', async () => {
      throw new Refusal(404)
    })
  const found = () => cache.read('hash', '', async () => 'found')
  await expect(missing()).rejects.toMatchObject({ status: 404 })
  pass(29_999)
  await expect(found()).rejects.toMatchObject({ status: 404 })
  pass(1)
  expect(await found()).toBe('found')
})

test('error: no other error is kept', async () => {
  const { cache } = cacheAt()
  const failing = () => cache.read('hash', '', () => Promise.reject(new Refusal(503)))
  await expect(failing()).rejects.toMatchObject({ status: 503 })
  expect(await cache.read('hash', '', async () => 'found')).toBe('found')
})

test('behavior: an event clears its document when it arrives, not before', async () => {
  const { cache, read, pass } = cacheAt()
  await read()
  cache.clear(['queue'], 5_000)
  pass(4_999)
  expect(await read()).toBe(1)
  pass(1)
  expect(await read()).toBe(2)
  pass(10_000)
  expect(await read()).toBe(2)
})

test('behavior: an event on its way also clears a document that was read after it', async () => {
  const { cache, read, pass } = cacheAt()
  cache.clear(['queue'], 5_000)
  pass(1_000)
  expect(await read()).toBe(1)
  pass(4_000)
  expect(await read()).toBe(2)
})

test('behavior: a list is kept once for each way it was asked for, and an event clears every copy', async () => {
  const { cache, pass } = cacheAt()
  let version = 0
  const page = (length: string) => cache.read('queue', length, async () => ++version)
  expect([await page('20'), await page('21'), await page('20')]).toEqual([1, 2, 1])
  cache.clear(['queue'], 5_000)
  pass(5_000)
  expect([await page('21'), await page('20')]).toEqual([3, 4])
})
