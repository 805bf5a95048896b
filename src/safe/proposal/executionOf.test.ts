import { encodeEventTopics, type Hex, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import type { Receipt } from '#chain/rpc/rpcMethods.ts'
import { quantity, word } from '#tests/support/fakeRpc.ts'
import { PAYOUT_HASH, REJECTION_HASH, SAFE, USDT } from '#tests/support/safeExamples.ts'
import { executed, executionOf, readExecutions } from './executionOf.ts'

const abi141 = parseAbi([
  'event ExecutionSuccess(bytes32 indexed txHash, uint256 payment)',
  'event ExecutionFailure(bytes32 indexed txHash, uint256 payment)',
])
const abi130 = parseAbi([
  'event ExecutionSuccess(bytes32 txHash, uint256 payment)',
  'event ExecutionFailure(bytes32 txHash, uint256 payment)',
])
type Name = 'ExecutionSuccess' | 'ExecutionFailure'

const log141 = (eventName: Name, txHash: Hex, address = SAFE) => ({
  address: address.toLowerCase() as Hex,
  topics: encodeEventTopics({ abi: abi141, eventName, args: { txHash } }) as Hex[],
  data: word(0) as Hex,
})
const log130 = (eventName: Name, txHash: Hex) => ({
  address: SAFE.toLowerCase() as Hex,
  topics: encodeEventTopics({ abi: abi130, eventName }) as Hex[],
  data: `${txHash}${word(0).slice(2)}` as Hex,
})
const receipt = (logs: Receipt['logs'], status: Receipt['status'] = '0x1'): Receipt => ({
  status,
  blockNumber: 1n,
  transactionHash: word(1),
  logs,
})

test.each([
  ['1.4.1', log141],
  ['1.3.0', log130],
])('behavior: version %s reports success or failure of our hash', (_, log) => {
  expect(executionOf(receipt([log('ExecutionSuccess', PAYOUT_HASH)]), SAFE, PAYOUT_HASH)).toBe('success')
  expect(executionOf(receipt([log('ExecutionFailure', PAYOUT_HASH)]), SAFE, PAYOUT_HASH)).toBe('failure')
})

test('behavior: finds ours among several executions', () => {
  const logs = [log141('ExecutionFailure', REJECTION_HASH), log141('ExecutionSuccess', PAYOUT_HASH)]
  expect(executionOf(receipt(logs), SAFE, PAYOUT_HASH)).toBe('success')
  expect(executionOf(receipt(logs), SAFE, REJECTION_HASH)).toBe('failure')
})

test.each<[string, Receipt]>([
  ['of another proposal', receipt([log141('ExecutionSuccess', REJECTION_HASH)])],
  ['of another contract', receipt([log141('ExecutionSuccess', PAYOUT_HASH, USDT)])],
  ['of a reverted transaction', receipt([log141('ExecutionSuccess', PAYOUT_HASH)], '0x0')],
  ['without logs', receipt([])],
  [
    'with an event of another name',
    receipt([{ ...log141('ExecutionSuccess', PAYOUT_HASH), topics: [word(1)] }]),
  ],
  [
    'with our hash in the wrong place',
    receipt([{ ...log130('ExecutionSuccess', word(7)), data: `${word(7)}${PAYOUT_HASH.slice(2)}` }]),
  ],
  ['without topics', receipt([{ address: SAFE.toLowerCase() as Hex, topics: [], data: PAYOUT_HASH }])],
])('error: a receipt %s proves nothing', (_, found) => {
  expect(executionOf(found, SAFE, PAYOUT_HASH)).toBe('absent')
})

describe('the only execution in a receipt', () => {
  test.each([
    ['1.4.1', log141],
    ['1.3.0', log130],
  ])('behavior: of version %s is found with any hash', (_, log) => {
    const transfer = { ...log141('ExecutionSuccess', PAYOUT_HASH, USDT), topics: [word(3)] }
    expect(executed(receipt([transfer, log('ExecutionSuccess', PAYOUT_HASH)]), SAFE)).toBe('success')
    expect(executed(receipt([log('ExecutionFailure', REJECTION_HASH), transfer]), SAFE)).toBe('failure')
  })

  test('behavior: ignores another Safe’s execution in the same receipt', () => {
    const logs = [log141('ExecutionFailure', REJECTION_HASH, USDT), log141('ExecutionSuccess', PAYOUT_HASH)]
    expect(executed(receipt(logs), SAFE)).toBe('success')
  })

  test.each<[string, Receipt]>([
    [
      'two executions',
      receipt([log141('ExecutionSuccess', PAYOUT_HASH), log141('ExecutionSuccess', REJECTION_HASH)]),
    ],
    [
      'a success and a failure',
      receipt([log141('ExecutionFailure', PAYOUT_HASH), log141('ExecutionSuccess', PAYOUT_HASH)]),
    ],
    [
      'one execution twice',
      receipt([log141('ExecutionSuccess', PAYOUT_HASH), log141('ExecutionSuccess', PAYOUT_HASH)]),
    ],
    ['the event of another contract', receipt([log141('ExecutionSuccess', PAYOUT_HASH, USDT)])],
    ['a transaction that reverted', receipt([log141('ExecutionSuccess', PAYOUT_HASH)], '0x0')],
    ['no log', receipt([])],
    [
      'a log without topics',
      receipt([{ address: SAFE.toLowerCase() as Hex, topics: [], data: PAYOUT_HASH }]),
    ],
  ])('error: is unknown for %s', (_, found) => {
    expect(executed(found, SAFE)).toBe('absent')
  })
})

describe('a Safe’s recent executions', () => {
  const wire = (log: ReturnType<typeof log141>, hash: Hex) => ({
    ...log,
    transactionHash: hash,
    blockNumber: '0x9',
  })

  test.each([
    [6_000n, 1_001n],
    [5_000n, 1n],
    [4_999n, 0n],
    [12n, 0n],
  ])('behavior: at block %i its events are read from block %i on, newest first', async (head, from) => {
    const asked: unknown[] = []
    const logs = [
      wire(log141('ExecutionFailure', REJECTION_HASH), word(1)),
      wire(log130('ExecutionSuccess', PAYOUT_HASH), word(2)),
      wire(log141('ExecutionSuccess', PAYOUT_HASH, USDT), word(3)),
    ]
    const rpc: Rpc = async (method, params = []) => {
      if (method === 'eth_blockNumber') return quantity(head)
      asked.push(...params)
      return asked.length === 1 ? logs : []
    }
    expect(await readExecutions(rpc, SAFE)).toEqual([
      { safeTxHash: PAYOUT_HASH, hash: word(2) },
      { safeTxHash: REJECTION_HASH, hash: word(1) },
    ])
    const events = (['ExecutionSuccess', 'ExecutionFailure'] as const).map(
      (eventName) => encodeEventTopics({ abi: abi130, eventName })[0],
    )
    expect(asked.slice(0, 1)).toEqual([
      { address: SAFE, topics: [events], fromBlock: quantity(from), toBlock: quantity(head) },
    ])
  })

  test('error: one that is older than the newest blocks is found, and stays found', async () => {
    const executed = wire(log141('ExecutionSuccess', PAYOUT_HASH), word(2))
    const rpc: Rpc = async (method, params = []) => {
      if (method === 'eth_blockNumber') return quantity(30_000)
      const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }]
      return Number(fromBlock) <= 16_000 && Number(toBlock) >= 16_000 ? [executed] : []
    }
    const found: number[] = []
    for (let read = 0; read < 8; read++) found.push((await readExecutions(rpc, SAFE)).length)
    expect(found).toEqual([0, 1, 1, 1, 1, 1, 1, 1])
  })
})
