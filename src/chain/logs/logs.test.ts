import { describe, expect, test } from 'vitest'
import type { Address } from '#chain/money/Address.ts'
import { fakeRpc, quantity, word } from '#tests/support/fakeRpc.ts'
import {
  getTransferLogs,
  isGivenUp,
  paceAfterAnswer,
  paceAfterRefusal,
  readAllTransferLogs,
  startPace,
  TRANSFER,
} from './logs.ts'

const ACCOUNT: Address = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const SENDER: Address = '0x1dCaE246787fe93CC4c57FAA9C0a4F83C5113fB4'
const USDT: Address = '0x55d398326f99059fF775485246999027B3197955'
const USDC: Address = '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d'
const PAYEE: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
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

test.each<['from' | 'to', readonly unknown[]]>([
  ['from', [TRANSFER, padded(ACCOUNT)]],
  ['to', [TRANSFER, null, padded(ACCOUNT)]],
])(
  'behavior: one request names the blocks, the tokens, the event and whom it is %s',
  async (side, topics) => {
    const asked: unknown[] = []
    const rpc = fakeRpc({
      eth_getLogs: (params) => {
        asked.push(params)
        return []
      },
    })
    expect(await getTransferLogs(rpc, { account: ACCOUNT, tokens: [USDT], side }, 16n, 255n)).toEqual([])
    expect(asked).toEqual([[{ fromBlock: '0x10', toBlock: '0xff', address: [USDT], topics }]])
  },
)

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

  const topics = (from: Address, to: Address) => ({ topics: [TRANSFER, padded(from), padded(to)] })
  test.each<[string, object, 'from' | 'to']>([
    ['amounts', { data: word(6) }, 'to'],
    ['tokens', { address: USDC }, 'to'],
    ['blocks', { blockNumber: quantity(101) }, 'to'],
    ['payers', topics(PAYEE, ACCOUNT), 'to'],
    ['payees', topics(ACCOUNT, PAYEE), 'from'],
  ])('error: has two logs of one id with different %s', async (_, change, side) => {
    const one = { ...log, ...(side === 'to' ? topics(SENDER, ACCOUNT) : topics(ACCOUNT, SENDER)) }
    const subject = { account: ACCOUNT, tokens: [USDT, USDC], side }
    const read = (logs: readonly object[]) =>
      getTransferLogs(fakeRpc({ eth_getLogs: () => logs }), subject, 90n, 110n)
    expect(await read([one, { ...one, ...change, logIndex: '0x4' }])).toHaveLength(2)
    await expect(read([one, { ...one, ...change }])).rejects.toThrow('same name')
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

describe('all transfers of a range', () => {
  const subject = { account: ACCOUNT, tokens: [USDT], side: 'to' } as const
  /** The windows of blocks that are asked for, of a node whose head is at this block. */
  async function read(first: bigint, last: bigint, head: bigint) {
    const windows: string[] = []
    const rpc = fakeRpc({
      eth_blockNumber: quantity(head),
      eth_getLogs: ([filter]) => {
        const { fromBlock, toBlock } = filter as { readonly fromBlock: string; readonly toBlock: string }
        windows.push(`${Number(fromBlock)}-${Number(toBlock)}`)
        return [{ ...log, blockNumber: toBlock }]
      },
    })
    const logs = await readAllTransferLogs(rpc, subject, first, last)
    return { windows, blocks: logs.map(({ blockNumber }) => blockNumber) }
  }

  test.each<[bigint, bigint, readonly string[], readonly bigint[]]>([
    [7n, 7n, ['7-7'], [7n]],
    [1n, 5_000n, ['1-5000'], [5_000n]],
    [1n, 5_001n, ['1-5000', '5001-5001'], [5_000n, 5_001n]],
    [1n, 5_002n, ['1-5000', '5001-5002'], [5_000n, 5_002n]],
    [0n, 12_000n, ['0-4999', '5000-9999', '10000-12000'], [4_999n, 9_999n, 12_000n]],
  ])(
    'behavior: from %d to %d are read window by window, without a gap',
    async (first, last, windows, blocks) => {
      expect(await read(first, last, last)).toEqual({ windows, blocks })
    },
  )

  test('error: cannot be read from a node that lacks the last block', async () => {
    await expect(read(1n, 10n, 9n)).rejects.toThrow('behind')
    await expect(read(1n, 5_001n, 5_000n)).rejects.toThrow('behind')
  })
})

describe('the pace of a scan', () => {
  test('behavior: doubles after enough answers, up to the largest window', () => {
    const once = paceAfterAnswer(startPace(3n), 2, 8n)
    expect(once).toEqual({ window: 3n, answers: 1, refusals: 0 })
    const twice = paceAfterAnswer(once, 2, 8n)
    expect(twice).toEqual({ window: 6n, answers: 0, refusals: 0 })
    expect(paceAfterAnswer(twice, 1, 8n).window).toBe(8n)
    expect(paceAfterAnswer(startPace(8n), 1, 8n).window).toBe(8n)
  })

  test('behavior: halves after a refusal, and the fifth one of a single block ends the scan', () => {
    const smallest = paceAfterRefusal(startPace(3n))
    expect(smallest).toEqual({ window: 1n, answers: 0, refusals: 0 })
    const refused = (times: number) =>
      Array.from({ length: times }).reduce<typeof smallest>((pace) => paceAfterRefusal(pace), smallest)
    expect([4, 5].map((times) => isGivenUp(refused(times)))).toEqual([false, true])
  })
})
