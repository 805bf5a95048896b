import { describe, expect, test } from 'vitest'
import type { Since } from '#account/Activity.ts'
import type { Address } from '#chain/money/Address.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import {
  clientOf,
  FINALITY,
  type LoggingNode,
  loggingNode,
  type PlacedLog,
  sentIn,
  timeOfBlock,
} from '#tests/support/loggingNode.ts'
import { OWNERS, PAYEE, USDT } from '#tests/support/safeExamples.ts'
import { recentPayments } from './recentPayments.ts'

const [ACCOUNT] = OWNERS
const HEAD = 100_000
/** Not pinned: BTCB. */
const OTHER: Address = '0x7130d2A12B9BCbFAe4F2634d864A1Ee1Ce3Ead9c'
const PINNED = ['USDT', 'USDC', 'USD1', 'FDUSD', 'DAI', 'WBNB']

const paid = (block: number, value = 500n, token: Address = USDT): PlacedLog =>
  sentIn(block, [token, ACCOUNT, PAYEE, value])
const node = (logs: readonly PlacedLog[] | null, more: Partial<LoggingNode> = {}) =>
  loggingNode({ head: HEAD, logs, ...more })
const back = (blocks: number, tokens: readonly Address[] = []): Since => ({
  at: timeOfBlock(HEAD - blocks),
  block: null,
  tokens,
})
const look = (rpc: Rpc, since: Since) => recentPayments({ address: ACCOUNT, rpc }, since)
const valuesIn = ({ payments }: Awaited<ReturnType<typeof look>>) =>
  payments.flatMap(({ transfers }) => transfers.map(({ value }) => value))
const gapsIn = ({ gaps }: Awaited<ReturnType<typeof look>>) => gaps.filter(({ kind }) => kind === 'logs')

describe('absence is evidence only for what two operators covered', () => {
  test('behavior: nothing is uncovered when two operators looked far enough', async () => {
    const made = await look(clientOf(node([paid(90_000)]), node([paid(90_000)])), back(20_000))
    expect(valuesIn(made)).toEqual([500n])
    expect(made.payments).toMatchObject([{ reported: 'logged', operators: 2 }])
    expect(made.gaps).toEqual([{ kind: 'bnb' }])
  })

  test.each([0, 1])('error: a payment that operator %d hides is found', async (liar) => {
    const nodes = [node([paid(90_000)]), node([paid(90_000)])]
    nodes[liar] = node(null)
    const made = await look(clientOf(...nodes), back(20_000))
    expect(valuesIn(made)).toEqual([500n])
    expect(made.payments).toMatchObject([{ operators: 1 }])
  })

  test('error: a payment that one operator invented is only a lead: it names its transaction and no time', async () => {
    const made = await look(clientOf(node([]), node([paid(90_000)])), back(20_000))
    expect(made.payments).toMatchObject([{ submission: { kind: 'sent' }, at: null, operators: 1 }])
  })

  test('error: a log of one operator counts once, even if a final block is lower than the last one', async () => {
    let finalized = HEAD - FINALITY
    const inOne = paid(HEAD - FINALITY)
    const [honest, liar] = [node([]), node([inOne])]
    const first: Rpc = async (method, params = [], ...rest) => {
      const isFinal = method === 'eth_getBlockByNumber' && params[0] === 'finalized'
      return isFinal ? { number: `0x${finalized.toString(16)}` } : honest(method, params, ...rest)
    }
    const rpc = clientOf(first, liar)
    await look(rpc, back(20_000))
    finalized -= 2
    expect((await look(rpc, back(20_000))).payments).toMatchObject([{ operators: 1 }])
  })

  test('error: what one operator alone covered is named, with its tokens and its time', async () => {
    const made = await look(clientOf(node([]), node([], { oldest: 95_000 })), back(20_000))
    const [gap, ...more] = gapsIn(made)
    expect(more).toEqual([])
    expect(gap).toMatchObject({ operators: 1, tokens: expect.arrayContaining(['USDT']) })
    expect(gap).toMatchObject({ since: expect.any(Number) })
    const since = gap?.kind === 'logs' ? (gap.since ?? 0) : 0
    expect(since).toBeGreaterThanOrEqual(timeOfBlock(95_000))
    expect(since).toBeLessThan(timeOfBlock(HEAD - FINALITY))
  })

  test('error: what no operator covered is named, with its time', async () => {
    const rpc = clientOf(node([], { oldest: 95_000 }), node([], { oldest: 95_000 }))
    expect(gapsIn(await look(rpc, back(20_000)))).toMatchObject([{ operators: 0, since: expect.any(Number) }])
  })

  test('error: one configured endpoint is one operator, for any time', async () => {
    const made = await look(node([paid(90_000)]), back(20_000))
    expect(valuesIn(made)).toEqual([500n])
    expect(gapsIn(made)).toMatchObject([{ operators: 1, since: null }])
  })

  test('error: an operator behind the final block covers nothing, and another one takes its place', async () => {
    const late = node([], { head: HEAD - 50 })
    const honest = node([paid(90_000)])
    const third = await look(clientOf(honest, late, node([paid(90_000)])), back(20_000))
    expect(gapsIn(third)).toEqual([])
    expect(gapsIn(await look(clientOf(honest, late), back(20_000)))).toMatchObject([
      { operators: 1, since: null },
    ])
  })

  test('error: an operator that refuses logs is replaced by another', async () => {
    const refusing = node([], { oldest: HEAD + 1 })
    const made = await look(clientOf(refusing, node([]), node([paid(90_000)])), back(20_000))
    expect(valuesIn(made)).toEqual([500n])
    expect(gapsIn(made)).toEqual([])
  })

  test('error: operators that all refuse leave everything unsearched', async () => {
    const refusing = () => node([], { oldest: HEAD + 1 })
    const made = await look(clientOf(refusing(), refusing(), refusing()), back(20_000))
    expect(gapsIn(made)).toMatchObject([{ operators: 0, since: null }])
  })

  test('behavior: a payment in a block that is not final yet is found', async () => {
    const late = [paid(HEAD)]
    expect(valuesIn(await look(clientOf(node(late), node(late)), back(20_000)))).toEqual([500n])
  })

  test('behavior: a transfer of zero, which anybody can log, is no payment', async () => {
    const zero = [paid(90_000, 0n)]
    expect(valuesIn(await look(clientOf(node(zero), node(zero)), back(20_000)))).toEqual([])
  })
})

describe('the pinned tokens and every token of this payout are searched', () => {
  test('behavior: a token that is not pinned is found if it is about to be paid', async () => {
    const logs = [paid(90_000, 7n, OTHER)]
    const rpc = clientOf(node(logs), node(logs))
    expect(valuesIn(await look(rpc, back(20_000)))).toEqual([])
    const made = await look(rpc, back(20_000, [OTHER]))
    expect(valuesIn(made)).toEqual([7n])
    expect(gapsIn(made)).toEqual([])
  })

  test('error: a gap names the contract of a token that is not pinned', async () => {
    const refusing = () => node([], { oldest: HEAD + 1 })
    const [gap] = gapsIn(await look(clientOf(refusing(), refusing()), back(20_000, [OTHER])))
    expect(gap).toMatchObject({ tokens: expect.arrayContaining(['USDT', OTHER]) })
  })

  test('behavior: another token does not make the nodes read the pinned ones again', async () => {
    const asked: string[] = []
    const counting = () =>
      node([], {
        onLogs: ({ address, fromBlock }) => void asked.push(`${[address].flat().length} ${fromBlock}`),
      })
    const rpc = clientOf(counting(), counting())
    await look(rpc, back(20_000))
    const first = asked.length
    await look(rpc, back(20_000, [OTHER]))
    const again = asked.slice(first).filter((query) => !query.startsWith('1 '))
    // The blocks that are not final are read by each of the two.
    expect(again).toHaveLength(2)
    expect(first).toBeGreaterThan(2 * PINNED.length - 4)
  })
})

test('behavior: a repeated look reads only new blocks', async () => {
  let asked = 0
  const counting = () => node([], { onLogs: () => void asked++ })
  const rpc = clientOf(counting(), counting())
  await look(rpc, back(20_000))
  asked = 0
  await look(rpc, back(20_000))
  expect(asked).toBe(2)
})
