import { type Address, encodeAbiParameters, type Hex, pad, parseAbiParameters, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import type { ActivityItem } from '#account/Activity.ts'
import { transfer } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { adoptAnswers } from '#domain/ledger/adoptAnswers.ts'
import { findEarlierPayments } from '#domain/ledger/earlierPayments.ts'
import { ledger } from '#domain/ledger/ledger.ts'
import type { SafeSource } from '#safe/service/SafeSource.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { item } from '#tests/support/activityItems.ts'
import { anAttempt } from '#tests/support/attempts.ts'
import { memoryStorage } from '#tests/support/backupWorld.ts'
import { word } from '#tests/support/fakeRpc.ts'
import {
  exampleSafe,
  executionOfSafe,
  executionReceipt,
  type FakeSafe,
  oneSafeNode,
  someAddress,
  txHash,
} from '#tests/support/fakeSafe.ts'
import {
  clientOf,
  eventIn,
  type LoggingNode,
  loggingNode,
  type PlacedLog,
  sentIn,
  timeOfBlock,
} from '#tests/support/loggingNode.ts'
import { detailsOf, wireOf } from '#tests/support/reportedProposals.ts'
import { PAYEE, SAFE, USDT } from '#tests/support/safeExamples.ts'
import { owners } from '../../../safe-app/accounts.ts'
import { paymentsOfSafe, safePayments } from './safePayments.ts'

const [ada] = owners
const HEAD = 100_000
const usdt = Token.find(USDT) ?? Token.BNB
const MODULE = someAddress(77)
const LIMITS: Address = '0xCFbFaC74C26F8647cBDb8c5caf80BB5b32E43134'
const EXECUTED: Hex = '0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e'
const BY_MODULE: Hex = '0x6895c13664aa4f67288b25d7a21d7aaa34916e355fb9b6fae0a139a9085becb8'
const MODULE_FAILED: Hex = '0xacd2c8702804128fdb0db2bb49f6d127dd0181c13fd45dbfe16de0930e2bd375'
const MODULE_CALL: Hex = '0xb648d3644f584ed1c2232d53c46d87e693586486ad0d1175f8656013110b714e'
const LIMIT_USED: Hex = '0xa11cca2c2027e28ab0046aab4d4040f59d8b06e819ccd974c1e53e86aa814c19'

/** A proposal of the Safe that pays `value` of USDT. */
const proposal = (value: bigint, nonce: bigint) =>
  SafeTx.fromCall(transfer(PAYEE, { token: usdt, value }), nonce)
const hashOf = (tx: SafeTx.SafeTx) => SafeTx.hash(SAFE, tx)
const executedIn = (block: number, tx: SafeTx.SafeTx) => eventIn(block, SAFE, [EXECUTED, hashOf(tx)], word(0))
const paidIn = (block: number, value: bigint, token: Address = USDT) =>
  sentIn(block, [token, SAFE, PAYEE, value])
const moduleCall = (to: Address, value: bigint, data: Hex, operation = 0): Hex =>
  encodeAbiParameters(parseAbiParameters('address, address, uint256, bytes, uint8'), [
    MODULE,
    to,
    value,
    data,
    operation,
  ])
const limitUsed = (token: Address, value: bigint): Hex =>
  encodeAbiParameters(parseAbiParameters('address, address, address, uint96, uint16'), [
    ada.address,
    token,
    PAYEE,
    value,
    1,
  ])

type Some = {
  readonly logs?: readonly PlacedLog[]
  /** Overrides for the operators' nodes. */
  readonly nodes?: readonly Partial<LoggingNode>[]
  readonly chain?: Partial<FakeSafe>
  readonly queue?: readonly SafeTx.SafeTx[]
  readonly history?: readonly SafeTx.SafeTx[]
  readonly items?: Partial<ActivityItem>
  readonly details?: object
  readonly tokens?: readonly Address[]
}

const since = (blocks = 20_000, tokens: readonly Address[] = []) => ({
  at: timeOfBlock(HEAD - blocks),
  block: null,
  tokens,
})

function chainOf({ logs = [], nodes = [{}, {}], chain = {} }: Some): Rpc {
  const safe = { ...exampleSafe, nonce: 13n, ...chain }
  return clientOf(
    ...nodes.map((node) => loggingNode({ head: HEAD, logs, other: oneSafeNode(safe), ...node })),
  )
}

async function serviceOf({ queue = [], history = [], items = {}, details = {} }: Some) {
  const known = new Map(
    await Promise.all(
      [...queue, ...history].map(async (tx) => {
        const wire = await wireOf(tx, [ada], exampleSafe)
        return [hashOf(tx), detailsOf({ ...wire, ...details })] as const
      }),
    ),
  )
  const listed = (txs: readonly SafeTx.SafeTx[]) =>
    txs.map((tx) => item({ safeTxHash: hashOf(tx), nonce: tx.nonce, at: timeOfBlock(HEAD - 100), ...items }))
  const page = (txs: readonly SafeTx.SafeTx[]) => ({
    items: listed(txs),
    cursor: null,
    unreadable: 0,
    source: 'service',
  })
  const unasked = () => Promise.reject(new Error('not asked for'))
  const source: SafeSource = {
    name: 'service',
    executedAt: unasked,
    queued: unasked,
    history: unasked,
    transaction: async (hash) => known.get(hash) ?? null,
  }
  return {
    name: 'service',
    activity: { queued: async () => page(queue), history: async () => page(history) },
    sources: [source],
  }
}

async function look(some: Some) {
  const { activity, sources } = await serviceOf(some)
  const lists = { ...activity, coverage: '', proposal: null }
  return safePayments(
    { address: SAFE, rpc: chainOf(some), sources, activity: lists },
    since(20_000, some.tokens),
  )
}

describe('a Safe that is not on the chain', () => {
  const node = (code: Hex | null) =>
    loggingNode({ head: HEAD, logs: [], other: oneSafeNode({ ...exampleSafe, code }) })
  const paymentsBy = async (...nodes: readonly Rpc[]) => {
    const queue = [proposal(5n, 12n)]
    const service = await serviceOf({ queue })
    return paymentsOfSafe({ address: SAFE, rpc: clientOf(...nodes) }, [service], since())
  }

  test('behavior: has paid nobody', async () => {
    expect(await paymentsBy(node('0x'), node('0x'))).toMatchObject({ payments: [], gaps: [] })
  })

  test('error: is on it if one node alone does not have it, and its payments are not none', async () => {
    for (const other of [null, '0x6001' as const]) {
      const read = paymentsBy(node('0x'), node(other)).catch((error: Error) => error)
      expect(await read).toMatchObject({ kind: 'unreachable' })
    }
  })
})

describe('for a Safe the same token logs as for a wallet', () => {
  test('behavior: an execution that the service omits is found 6,000 blocks later, with its safeTxHash', async () => {
    const tx = proposal(500n, 12n)
    const { payments, gaps } = await look({
      logs: [executedIn(94_000, tx), paidIn(94_000, 500n)],
      chain: {
        receipts: { [txHash(94_000)]: executionReceipt(txHash(94_000), hashOf(tx), { block: 94_000 }) },
        transactions: { [txHash(94_000)]: executionOfSafe(txHash(94_000), tx) },
      },
    })
    expect(payments).toMatchObject([
      { id: hashOf(tx), submission: { kind: 'proposed', safeTxHash: hashOf(tx) }, reported: 'logged' },
    ])
    expect(payments).toHaveLength(1)
    expect(gaps).toEqual([])
  })

  test('behavior: BNB in an execution that the service omits is found by the event', async () => {
    const tx = SafeTx.fromCall({ to: PAYEE, value: 9n, data: '0x' }, 12n)
    const { payments } = await look({
      logs: [executedIn(94_000, tx)],
      chain: {
        receipts: { [txHash(94_000)]: executionReceipt(txHash(94_000), hashOf(tx), { block: 94_000 }) },
        transactions: { [txHash(94_000)]: executionOfSafe(txHash(94_000), tx) },
      },
    })
    expect(payments).toMatchObject([{ transfers: [{ token: null, to: PAYEE, value: 9n }], listedAt: null }])
  })

  test('error: a token log without the Safe’s event is found, and its receipt names the proposal', async () => {
    const tx = proposal(500n, 12n)
    const { payments } = await look({
      logs: [paidIn(94_000, 500n)],
      chain: {
        receipts: { [txHash(94_000)]: executionReceipt(txHash(94_000), hashOf(tx), { block: 94_000 }) },
        transactions: { [txHash(94_000)]: executionOfSafe(txHash(94_000), tx) },
      },
    })
    expect(payments).toMatchObject([{ id: hashOf(tx), submission: { kind: 'proposed' } }])
  })

  test('behavior: a token log of a listed proposal is that payment, and not listed twice', async () => {
    const tx = proposal(500n, 12n)
    const { payments, gaps } = await look({
      history: [tx],
      logs: [executedIn(94_000, tx), paidIn(94_000, 500n)],
    })
    expect(payments).toMatchObject([{ id: hashOf(tx), reported: 'sent', transfers: [{ value: 500n }] }])
    expect(gaps).toEqual([])
  })

  test('behavior: of two equal transfers in the transaction of one proposal, one is not explained by it', async () => {
    const tx = proposal(500n, 12n)
    const { payments } = await look({
      history: [tx],
      logs: [executedIn(94_000, tx), paidIn(94_000, 500n), paidIn(94_000, 500n)],
    })
    expect(payments).toMatchObject([
      { id: hashOf(tx), transfers: [{ value: 500n }] },
      { id: txHash(94_000), submission: null, transfers: [{ value: 500n }] },
    ])
  })

  test('behavior: a queued proposal that was executed meanwhile is told by its event', async () => {
    const tx = proposal(500n, 12n)
    const { payments } = await look({ queue: [tx], logs: [executedIn(94_000, tx)] })
    expect(payments).toMatchObject([{ id: hashOf(tx), reported: 'logged', block: 94_000n, nonce: 12n }])
  })

  test.each([0, 1])('error: what operator %d hides is found by the other', async (liar) => {
    const nodes: Partial<LoggingNode>[] = [{}, {}]
    nodes[liar] = { logs: null }
    const { payments } = await look({ nodes, logs: [paidIn(94_000, 500n)] })
    expect(payments).toMatchObject([{ transfers: [{ value: 500n }], operators: 1 }])
  })

  test('error: what nodes refuse is a gap, with its time, for tokens and for events', async () => {
    const { gaps } = await look({ nodes: [{ oldest: 95_000 }, { oldest: 95_000 }] })
    expect(gaps).toMatchObject([
      { kind: 'logs', tokens: expect.arrayContaining(['USDT']), operators: 0, since: expect.any(Number) },
      { kind: 'logs', tokens: [], operators: 0, since: expect.any(Number) },
    ])
  })

  test('behavior: a token of this payout that is not pinned is searched', async () => {
    const token = someAddress(42)
    const logs = [paidIn(94_000, 7n, token)]
    expect((await look({ logs })).payments).toEqual([])
    expect((await look({ logs, tokens: [token] })).payments).toMatchObject([{ transfers: [{ value: 7n }] }])
  })

  test('behavior: several services share one search of the chain', async () => {
    let asked = 0
    const rpc = chainOf({ nodes: [{ onLogs: () => void asked++ }, { onLogs: () => void asked++ }] })
    const service = await serviceOf({})
    await paymentsOfSafe({ address: SAFE, rpc }, [service], since())
    const alone = asked
    asked = 0
    const other = chainOf({ nodes: [{ onLogs: () => void asked++ }, { onLogs: () => void asked++ }] })
    await paymentsOfSafe({ address: SAFE, rpc: other }, [service, service], since())
    expect(asked).toBe(alone)
  })
})

describe('what its modules paid, which no service lists by safeTxHash', () => {
  const module = (...more: readonly PlacedLog[]) => [...more, eventIn(94_000, SAFE, [BY_MODULE, pad(MODULE)])]

  test('behavior: a token is found by its log, with its time and its transaction', async () => {
    const { payments } = await look({ logs: module(paidIn(94_000, 500n)) })
    expect(payments).toEqual([
      {
        id: txHash(94_000),
        hash: txHash(94_000),
        submission: null,
        reported: 'logged',
        operators: 2,
        at: timeOfBlock(94_000),
        block: 94_000n,
        transfers: [{ token: USDT, to: PAYEE, value: 500n }],
      },
    ])
  })

  test('behavior: BNB is found by the call that an L2 Safe logs', async () => {
    const call = eventIn(94_000, SAFE, [MODULE_CALL], moduleCall(PAYEE, 9n, '0x'))
    const { payments, gaps } = await look({ logs: module(call) })
    expect(payments).toMatchObject([
      { submission: null, hash: txHash(94_000), transfers: [{ token: null, to: PAYEE, value: 9n }] },
    ])
    expect(gaps).toEqual([])
  })

  test('behavior: BNB of a spending limit is found by the event of its module', async () => {
    const used = eventIn(94_000, LIMITS, [LIMIT_USED, pad(SAFE)], limitUsed(zeroAddress, 9n))
    const { payments, gaps } = await look({ logs: [...module(), used] })
    expect(payments).toMatchObject([{ submission: null, transfers: [{ token: null, to: PAYEE, value: 9n }] }])
    expect(gaps).toEqual([])
  })

  test('behavior: a token of a spending limit is one payment, though three events tell of it', async () => {
    const data = transfer(PAYEE, { token: usdt, value: 500n }).data
    const call = eventIn(94_000, SAFE, [MODULE_CALL], moduleCall(USDT, 0n, data))
    const used = eventIn(94_000, LIMITS, [LIMIT_USED, pad(SAFE)], limitUsed(USDT, 500n))
    const { payments } = await look({ logs: [...module(call, paidIn(94_000, 500n)), used] })
    expect(payments).toMatchObject([{ transfers: [{ value: 500n }] }])
    expect(payments[0]?.transfers).toHaveLength(1)
  })

  test('error: a limit used at another contract, or by another Safe, is nothing', async () => {
    const elsewhere = eventIn(94_000, MODULE, [LIMIT_USED, pad(SAFE)], limitUsed(zeroAddress, 9n))
    const ofAnother = eventIn(94_000, LIMITS, [LIMIT_USED, pad(PAYEE)], limitUsed(zeroAddress, 9n))
    expect((await look({ logs: [elsewhere, ofAnother] })).payments).toEqual([])
  })

  test('error: what an unknown module did with BNB is a gap', async () => {
    const { payments, gaps } = await look({ logs: module() })
    expect(payments).toEqual([])
    expect(gaps).toEqual([{ kind: 'opaque', count: 1 }])
  })

  test('error: it is an earlier payment that nothing proves unpaid, and the answer to no request', async () => {
    const logs = module(paidIn(94_000, 500n))
    const call = transfer(PAYEE, { token: usdt, value: 500n })
    const account = {
      kind: 'safe' as const,
      recentPayments: () => look({ logs }),
      status: () => Promise.reject(new Error('not asked for')),
    }
    const context = { now: () => timeOfBlock(HEAD), timeOf: async () => null }
    const { found } = await findEarlierPayments(
      { ...context, account, attempts: [], unreadable: 0 },
      { calls: [call], requests: [null], own: null },
      false,
    )
    expect(found).toMatchObject([{ payment: { id: txHash(94_000) }, rows: [0], isOld: false }])
    const own = ledger(memoryStorage().storage, SAFE)
    const attempt = anAttempt({ account: SAFE, kind: 'safe', calls: [call], submission: null })
    own.append([{ ...attempt, at: timeOfBlock(93_000), position: { block: 93_000n, nonce: 13n } }])
    const wanted = new Set(own.list().attempts.map(({ id }) => id))
    expect(wanted.size).toBe(1)
    expect(await adoptAnswers({ ...context, account, ledger: own }, wanted)).toEqual([])
    expect(own.list().attempts).toMatchObject([{ facts: [] }])
  })

  test('behavior: a call of a module that failed paid nobody', async () => {
    const call = eventIn(94_000, SAFE, [MODULE_CALL], moduleCall(PAYEE, 9n, '0x'))
    const failed = eventIn(94_000, SAFE, [MODULE_FAILED, pad(MODULE)])
    expect(await look({ logs: [call, failed] })).toMatchObject({ payments: [], gaps: [] })
  })
})

describe('a queued proposal', () => {
  test.each<[string, boolean, ActivityItem['status']]>([
    ['that nobody signed', true, { kind: 'awaiting-signatures', have: 0, need: 2 }],
    ['of which its service does not say who signed', true, { kind: 'unknown' }],
    ['that an owner signed', false, { kind: 'awaiting-signatures', have: 1, need: 2 }],
  ])('error: %s may be a draft of the host, which answers no request: %j', async (_, isDraft, status) => {
    const tx = proposal(504n, 14n)
    const [payment] = (await look({ queue: [tx], items: { status } })).payments
    expect(payment).toMatchObject({ id: hashOf(tx), reported: 'queued' })
    expect(payment?.isUnsigned ?? false).toBe(isDraft)
  })
})

describe('when a proposal was listed', () => {
  const submittedAt = timeOfBlock(40_000)
  const tx = proposal(501n, 12n)

  async function listed(where: 'queue' | 'history', time: number | undefined, tx: SafeTx.SafeTx) {
    const wire = await wireOf(tx, [ada], exampleSafe)
    const details = { detailedExecutionInfo: { ...wire.detailedExecutionInfo, submittedAt: time } }
    return (await look({ [where]: [tx], details })).payments
  }

  test.each(['queue', 'history'] as const)('behavior: (%s) it is when its details say', async (where) => {
    const own = proposal(where === 'queue' ? 502n : 503n, 12n)
    expect(await listed(where, submittedAt, own)).toMatchObject([
      { listedAt: submittedAt, at: timeOfBlock(HEAD - 100) },
    ])
  })

  test('behavior: without that, the time of its entry bounds it', async () => {
    const [payment] = await listed('history', undefined, tx)
    expect(payment).not.toHaveProperty('listedAt')
  })
})
