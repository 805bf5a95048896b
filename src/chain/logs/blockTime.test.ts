import { expect, test, vi } from 'vitest'
import { fakeRpc, quantity } from '#tests/support/fakeRpc.ts'
import { getBlockTime } from './blockTime.ts'

const NOW = Date.UTC(2026, 0, 1)
const ask = (answer: unknown) => getBlockTime(fakeRpc({ eth_getBlockByNumber: () => answer }), 7n)

test('behavior: reads a block’s time in ms', async () => {
  expect(await ask({ number: '0x7', timestamp: quantity(NOW / 1000) })).toBe(NOW)
})

test('error: the time of a block is known to a device whose clock is hours behind', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW - 7_200_000 })
  expect(await ask({ number: '0x7', timestamp: quantity(NOW / 1000) })).toBe(NOW)
  vi.useRealTimers()
})

test.each([
  ['zero', 0],
  ['before BSC', Date.UTC(2020, 7, 28) / 1000],
  ['in ms', NOW],
])('error: a time that is %s is unknown, not a wrong day', async (_, seconds) => {
  expect(await ask({ number: '0x7', timestamp: quantity(seconds) })).toBeNull()
})

test.each([
  [null],
  [undefined],
  [{}],
  [{ number: '0x8', timestamp: '0x1' }],
  [{ number: '0x7', timestamp: 5 }],
])('error: rejects %j as the block', async (answer) => {
  await expect(ask(answer)).rejects.toThrow()
})
