import type { Hash } from 'viem'
import { expect, test } from 'vitest'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { fakeRpc, quantity } from '#tests/support/fakeRpc.ts'
import { twoNodes } from '#tests/support/fakeSafe.ts'
import { settled } from './submissionStatus.ts'

const HASH: Hash = `0x${'1'.repeat(64)}`
const FROM = '0x90f79bf6eb2c4f870365e785982e1f101e93b906'

/** A node that advances by one step per pause: the block of the transaction, and how many are mined. */
function story(
  steps: readonly { block?: bigint; mined?: number; down?: true; forgotten?: true; reverted?: true }[],
  operators: 1 | 2 = 2,
) {
  let now = 0
  const step = () => steps[Math.min(now, steps.length - 1)] ?? {}
  const node = fakeRpc({
    eth_getTransactionReceipt: ([hash]) => {
      const { block, reverted } = step()
      return block === undefined
        ? null
        : { status: reverted ? '0x0' : '0x1', blockNumber: quantity(block), transactionHash: hash, logs: [] }
    },
    eth_getTransactionByHash: () =>
      step().forgotten ? null : { hash: HASH, from: FROM, to: FROM, value: '0x0', input: '0x', nonce: '0x7' },
    eth_getTransactionCount: () => quantity(step().mined ?? 7),
    eth_getBlockByNumber: ([tag]) => ({ number: quantity(tag === 'latest' ? 100 : 98) }),
  })
  const one: Rpc = (method, params) =>
    step().down ? Promise.reject(new Error('down')) : node(method, params)
  const rpc = operators === 2 ? twoNodes(one) : one
  const pauses: number[] = []
  const pause = async (ms: number) => {
    pauses.push(ms)
    if (pauses.length > 500) throw new Error('never ends')
    now++
  }
  return { rpc, pause, pauses }
}

test('behavior: waits until the block is final, polling every four seconds', async () => {
  const { rpc, pause, pauses } = story([{}, { block: 99n }, { block: 98n }])
  await settled(rpc, HASH, pause)
  expect(pauses).toEqual([4_000, 4_000])
})

test.each([
  ['success', { block: 98n }],
  ['reverted', { block: 98n, reverted: true as const }],
])('behavior: tells what became of a transaction: %s', async (status, end) => {
  const { rpc, pause } = story([{ block: 99n }, end])
  expect(await settled(rpc, HASH, pause)).toBe(status)
})

test('error: with a single operator nothing is proven, so it stays pending', async () => {
  const { rpc, pause } = story([{}, { block: 99n }, { block: 98n }], 1)
  await expect(settled(rpc, HASH, pause)).rejects.toThrow('never ends')
})

test('error: one of two operators alone does not end the wait', async () => {
  const { rpc, pause, pauses } = story([{ block: 98n }])
  const away = () => Promise.reject(new Error('down'))
  const witnesses = [...(rpc.witnesses ?? []).slice(0, 1), away]
  await expect(settled(Object.assign(rpc, { witnesses }), HASH, pause)).rejects.toThrow('never ends')
  expect(pauses.length).toBeGreaterThan(100)
})

test('behavior: five minutes without a block are not a failure', async () => {
  const { rpc, pause, pauses } = story([...Array.from({ length: 100 }, () => ({})), { block: 50n, mined: 8 }])
  await settled(rpc, HASH, pause)
  expect(pauses).toHaveLength(100)
})

test('behavior: a temporary network failure says nothing about the transaction', async () => {
  const { rpc, pause, pauses } = story([{}, { down: true }, { down: true }, { block: 98n, mined: 8 }])
  await settled(rpc, HASH, pause)
  expect(pauses).toHaveLength(3)
})

test('error: another transaction with its nonce is no failure, because a wallet may have sped it up', async () => {
  const { rpc, pause, pauses } = story([{}, { mined: 8, forgotten: true }])
  await expect(settled(rpc, HASH, pause)).rejects.toThrow('never ends')
  // It is looked for less often once it takes long.
  expect(pauses.slice(0, 2)).toEqual([4_000, 4_000])
  expect(pauses.at(-1)).toBe(60_000)
})

test('behavior: waits for a transaction that no node has seen yet', async () => {
  const { rpc, pause } = story([
    { forgotten: true, mined: 9 },
    { forgotten: true, mined: 9 },
    { block: 98n, mined: 9 },
  ])
  await settled(rpc, HASH, pause)
})
