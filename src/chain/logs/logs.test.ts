import { describe, expect, test } from 'vitest'
import type { Address } from '#chain/money/Address.ts'
import { fakeRpc, quantity, word } from '#tests/support/fakeRpc.ts'
import { getTransferLogs, TRANSFER } from './logs.ts'

const ACCOUNT: Address = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const SENDER: Address = '0x1dCaE246787fe93CC4c57FAA9C0a4F83C5113fB4'
const USDT: Address = '0x55d398326f99059fF775485246999027B3197955'
const HASH = `0x${'ab'.repeat(32)}`
const padded = (address: Address) => `0x${'0'.repeat(24)}${address.slice(2).toLowerCase()}`

const log = {
  address: USDT.toLowerCase(),
  topics: [TRANSFER, padded(SENDER), padded(ACCOUNT)],
  data: word(5),
  blockNumber: quantity(100),
  transactionHash: HASH,
  logIndex: '0x3',
  removed: false,
}

const ask = (answer: unknown, from = 90n, to = 110n) =>
  getTransferLogs(
    fakeRpc({ eth_getLogs: () => answer }),
    { account: ACCOUNT, tokens: [USDT], side: 'to' },
    from,
    to,
  )

test('behavior: one request names the blocks, the tokens, the event and the receiver', async () => {
  const asked: unknown[] = []
  const rpc = fakeRpc({
    eth_getLogs: (params) => {
      asked.push(params)
      return []
    },
  })
  expect(await getTransferLogs(rpc, { account: ACCOUNT, tokens: [USDT], side: 'to' }, 16n, 255n)).toEqual([])
  expect(asked).toEqual([
    [{ fromBlock: '0x10', toBlock: '0xff', address: [USDT], topics: [TRANSFER, null, padded(ACCOUNT)] }],
  ])
})

test('behavior: reads transfers with exact amount and position, newest first', async () => {
  const late = { ...log, blockNumber: quantity(101), logIndex: '0x0', transactionHash: word(1) }
  const big = { ...log, logIndex: '0x4', data: `0x${'f'.repeat(64)}` }
  const read = await ask([log, big, late])
  expect(read).toHaveLength(3)
  expect(read.map(({ blockNumber, logIndex }) => [blockNumber, logIndex])).toEqual([
    [101n, 0n],
    [100n, 4n],
    [100n, 3n],
  ])
  expect(read[1]?.value).toBe(2n ** 256n - 1n)
  expect(read[2]).toEqual({
    token: USDT,
    from: SENDER,
    to: ACCOUNT,
    value: 5n,
    blockNumber: 100n,
    transactionHash: HASH,
    logIndex: 3n,
  })
})

test('behavior: counts a repeated log once, and accepts a missing `removed`', async () => {
  const { removed: _, ...bare } = log
  expect(
    await ask([log, bare, { ...log, transactionHash: HASH.toUpperCase().replace('0X', '0x') }]),
  ).toHaveLength(1)
})

describe('an unreadable window', () => {
  test.each<[string, object]>([
    ['of another token', { address: SENDER }],
    ['of another event', { topics: [HASH, padded(SENDER), padded(ACCOUNT)] }],
    ['to another account', { topics: [TRANSFER, padded(SENDER), padded(SENDER)] }],
    ['of an NFT', { topics: [...log.topics, HASH] }],
    ['without topics', { topics: [] }],
    ['with dirt before an address', { topics: [TRANSFER, `0x1${padded(SENDER).slice(3)}`, padded(ACCOUNT)] }],
    ['without an amount', { data: '0x' }],
    ['with two words of data', { data: `${word(1)}${word(2).slice(2)}` }],
    ['below the range', { blockNumber: quantity(89) }],
    ['above the range', { blockNumber: quantity(111) }],
    ['of a pending block', { blockNumber: null }],
    ['without a transaction', { transactionHash: null }],
    ['with a short hash', { transactionHash: '0xab' }],
    ['without a position', { logIndex: undefined }],
    ['that was removed', { removed: true }],
  ])('error: has a log %s among valid ones', async (_, change) => {
    await expect(ask([log, { ...log, logIndex: '0x9', ...change }])).rejects.toThrow()
  })

  test('error: has two different logs with the same id', async () => {
    await expect(ask([log, { ...log, data: word(6) }])).rejects.toThrow('same name')
  })

  test.each([[null], [undefined], ['0x'], [{}], [[null]], [[[]]]])('error: is %j', async (answer) => {
    await expect(ask(answer)).rejects.toThrow()
  })

  test('error: has more than 10,000 logs', async () => {
    const logs = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ ...log, logIndex: quantity(index) }))
    await expect(ask(logs(10_001))).rejects.toThrow()
    expect(await ask(logs(10_000))).toHaveLength(10_000)
  })
})
