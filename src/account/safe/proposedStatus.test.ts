import type { Hash } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Call } from '#chain/money/Call.ts'
import { PortalError } from '#chain/PortalError.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import type { ProposalParts } from '#safe/proposal/checkProposal.ts'
import type { ListedTransaction, SafeSource } from '#safe/service/SafeSource.ts'
import { FEE_COLLECTOR } from '#safe/tx/gasRefund.ts'
import * as MultiSend from '#safe/tx/MultiSend.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import {
  exampleSafe,
  executionLog,
  executionOfSafe,
  executionReceipt,
  type FakeSafe,
  safeRpc,
  transferLog,
  twoNodes,
  txHash,
} from '#tests/support/fakeSafe.ts'
import { detailsOf, wireOf } from '#tests/support/reportedProposals.ts'
import { PAYEE, payoutCall, SAFE, USDT } from '#tests/support/safeExamples.ts'
import { owners, type Persona, stranger } from '../../../safe-app/accounts.ts'
import { proposedStatus } from './proposedStatus.ts'

const [ada, ben] = owners
const [PAID, OTHER] = [txHash(1), txHash(2)]
const MULTI_SEND = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'
const payout = SafeTx.fromCall(payoutCall, 12n)
const rejection = SafeTx.rejection(SAFE, 12n)
const log = transferLog(USDT, SAFE, PAYEE, 250n * 10n ** 18n)
const used: FakeSafe = { ...exampleSafe, nonce: 13n }
const turn = { next: 12n, own: 12n }

type Some = {
  tx?: SafeTx.SafeTx
  calls?: readonly Call[]
  inLargerBatch?: boolean
  signers?: readonly Persona[]
  /** The source's report besides the fields; null if no source has the proposal. */
  reported?: { txStatus?: string; txHash?: Hash; txData?: object; detailedExecutionInfo?: object } | null
  knownTo?: 'host' | 'service'
  executedAt?: SafeSource['executedAt']
  transaction?: SafeSource['transaction']
  rpc?: Rpc
  since?: bigint | null
}

/** The status of each payment of a proposal on the given chain. */
async function statusOn(safe: FakeSafe, some: Some = {}) {
  const { tx = payout, calls = [payoutCall], inLargerBatch = false, signers = [], reported = {} } = some
  const details = reported && detailsOf({ ...(await wireOf(tx, signers, exampleSafe)), ...reported })
  const unasked = () => Promise.reject(new Error('not asked for'))
  const parts: ProposalParts = {
    address: SAFE,
    host: { name: 'host', transaction: async () => (some.knownTo === 'host' ? details : null) },
    sources: [
      {
        name: 'service',
        executedAt: some.executedAt ?? (async () => []),
        queued: unasked,
        history: unasked,
        transaction: some.transaction ?? (some.knownTo === 'host' ? unasked : async () => details),
      } satisfies SafeSource,
    ],
    rpc: some.rpc ?? safeRpc(safe),
  }
  const safeTxHash = SafeTx.hash(SAFE, tx)
  const { since = null } = some
  const submission = { kind: 'proposed', safe: SAFE, calls, safeTxHash, inLargerBatch, since } as const
  return proposedStatus(parts, submission, new AbortController().signal)
}
const one = async (...args: Parameters<typeof statusOn>) => (await statusOn(...args))[0]

/** A chain on which the proposal was executed, with these token logs. */
const executedOn = (
  tx: SafeTx.SafeTx,
  logs: readonly unknown[],
  some: Parameters<typeof executionReceipt>[2] = {},
): FakeSafe => ({
  ...used,
  receipts: { [PAID]: executionReceipt(PAID, SafeTx.hash(SAFE, tx), { logs, ...some }) },
  transactions: { [PAID]: executionOfSafe(PAID, tx) },
})
const executed = { txStatus: 'SUCCESS', txHash: PAID }

describe('a proposal that the owners rejected', () => {
  const rejected: FakeSafe = {
    ...used,
    receipts: { [OTHER]: executionReceipt(OTHER, SafeTx.hash(SAFE, rejection)) },
    transactions: { [OTHER]: executionOfSafe(OTHER, rejection) },
  }
  const executedAt = async () => [{ id: 'x', txHash: OTHER }] as unknown as ListedTransaction[]
  const notPaid = { kind: 'not-paid', why: 'rejected', hash: OTHER }
  const changed = [{ ...payoutCall, value: 1n }]

  test('behavior: is rejected, also if it differed from what was reviewed', async () => {
    expect(await one(rejected, { reported: { txStatus: 'CANCELLED' }, executedAt })).toEqual(notPaid)
    expect(await one(exampleSafe, { calls: changed })).toMatchObject({ kind: 'mismatch' })
    expect(await one(rejected, { calls: changed, executedAt })).toEqual(notPaid)
  })

  test('error: is not rejected before that is final, or if the service only says so', async () => {
    const young = { ...rejected, finalized: 800 }
    expect(await one(young, { executedAt })).toEqual({ kind: 'unknown', why: 'not-final', hash: OTHER })
    expect(await one(exampleSafe, { reported: { txStatus: 'CANCELLED' } })).toMatchObject({
      kind: 'needs-signatures',
    })
  })
})

test('error: one that differed from its review is no stop once another used its nonce, which may hold the payment', async () => {
  const changed = { ...payoutCall, to: PAYEE, value: 7n, data: '0x' } as const
  const overtakenBy = (other: SafeTx.SafeTx) => ({
    ...used,
    receipts: { [OTHER]: executionReceipt(OTHER, SafeTx.hash(SAFE, other)) },
    transactions: { [OTHER]: executionOfSafe(OTHER, other) },
  })
  const executedAt = async () => [{ id: 'x', txHash: OTHER }] as unknown as ListedTransaction[]
  const on = (other: SafeTx.SafeTx) => one(overtakenBy(other), { calls: [changed], executedAt })
  expect(await one(exampleSafe, { calls: [changed] })).toMatchObject({ kind: 'mismatch' })
  const elsewhere = SafeTx.fromCall({ ...changed, to: stranger.address }, 12n)
  expect(await on(elsewhere)).toEqual({ kind: 'not-paid', why: 'replaced', hash: OTHER })
  const right = SafeTx.fromCall(changed, 12n)
  expect(await on(right)).toEqual({ kind: 'unknown', why: 'in-another', hash: OTHER })
})

describe('before its execution', () => {
  test('behavior: is pending while no source has the proposal', async () => {
    expect(await one(exampleSafe, { reported: null })).toEqual({ kind: 'pending', hash: null })
  })

  test('behavior: reads the host first, and the service only if the host lacks the proposal', async () => {
    const expected = { kind: 'needs-signatures', have: 1, need: 2, turn }
    expect(await one(exampleSafe, { signers: [ada], knownTo: 'host' })).toEqual(expected)
    expect(await one(exampleSafe, { signers: [ada], knownTo: 'service' })).toEqual(expected)
  })

  test('behavior: is ready with enough owners', async () => {
    const ready = { kind: 'ready', have: 2, need: 2, turn }
    expect(await one(exampleSafe, { signers: [ada, ben] })).toEqual(ready)
  })

  test('behavior: a proposal behind others says which nonces come first', async () => {
    const status = await one({ ...exampleSafe, nonce: 9n }, { signers: [ada, ben] })
    expect(status).toMatchObject({ kind: 'ready', turn: { next: 9n, own: 12n } })
  })

  test('error: counts neither an owner twice, nor strangers, nor former owners', async () => {
    expect(await one(exampleSafe, { signers: [ada, ada] })).toMatchObject({ have: 1 })
    // The contract would reject a stranger's signature.
    expect(await one(exampleSafe, { signers: [stranger] as never })).toMatchObject({ have: 0 })
  })

  test('behavior: is unknown for a Safe that is not deployed', async () => {
    const elsewhere = { ...exampleSafe, address: PAYEE } as const
    expect(await one(elsewhere)).toEqual({ kind: 'unknown', why: 'not-deployed', hash: null })
  })

  test('error: fields that differ from the reviewed ones are a mismatch, whatever the reported status', async () => {
    const { txData } = await wireOf(SafeTx.fromCall({ ...payoutCall, to: PAYEE }, 12n))
    for (const reported of [{ txData }, { txData, ...executed }]) {
      expect((await one(exampleSafe, { reported }))?.kind).toBe('mismatch')
    }
    const calls = [{ ...payoutCall, to: PAYEE } as const]
    expect(await one(exampleSafe, { calls })).toEqual({
      kind: 'mismatch',
      differences: [
        `Payment 1 is not the one that was reviewed: ${250n * 10n ** 18n} base units of the token ${PAYEE} → 250 USDT`,
      ],
    })
  })

  test('behavior: accepts the network fee that Safe{Wallet} adds, and no other refund', async () => {
    const fee = { ...payout, gasPrice: 10n ** 9n, baseGas: 100_000n, refundReceiver: FEE_COLLECTOR }
    expect((await one(exampleSafe, { tx: fee }))?.kind).toBe('needs-signatures')
    for (const other of [
      { ...fee, refundReceiver: PAYEE } as const,
      { ...fee, gasPrice: 10n ** 15n },
      { ...fee, gasToken: PAYEE } as const,
    ]) {
      expect(await one(exampleSafe, { tx: other })).toMatchObject({
        kind: 'mismatch',
        differences: expect.arrayContaining(['It pays a gas refund out of the Safe.']),
      })
    }
  })
})

describe('when its nonce is used', () => {
  const nonceUsed = { kind: 'unknown', why: 'nonce-used', hash: null }
  const row = (tx: SafeTx.SafeTx): ListedTransaction => ({
    id: `multisig_${SAFE}_${SafeTx.hash(SAFE, tx)}`,
    txHash: OTHER,
    txStatus: 'SUCCESS',
    txInfo: { type: 'Other', label: 'Contract call' },
    executionInfo: { type: 'MULTISIG', nonce: 12n, confirmationsRequired: 2, confirmationsSubmitted: 2 },
    conflict: false,
  })
  const replacedBy = (tx: SafeTx.SafeTx): FakeSafe => ({
    ...used,
    receipts: { [OTHER]: executionReceipt(OTHER, SafeTx.hash(SAFE, tx)) },
    transactions: { [OTHER]: executionOfSafe(OTHER, tx) },
  })

  test('error: neither silence nor a reported "cancelled" makes it replaced (A1)', async () => {
    for (const txStatus of ['AWAITING_EXECUTION', 'CANCELLED', 'FAILED']) {
      expect(await one(used, { reported: { txStatus } })).toEqual(nonceUsed)
    }
    expect((await one(exampleSafe, { reported: { txStatus: 'CANCELLED' } }))?.kind).toBe('needs-signatures')
  })

  test('behavior: is replaced if a service names another transaction of that nonce and the chain proves it', async () => {
    const executedAt = async () => [row(rejection)]
    const rejected = { kind: 'not-paid', why: 'rejected', hash: OTHER }
    expect(await one(replacedBy(rejection), { executedAt })).toEqual(rejected)
    expect(await one(used, { executedAt })).toEqual(nonceUsed)
    const earlier = SafeTx.rejection(SAFE, 11n)
    expect(await one(replacedBy(earlier), { executedAt: async () => [row(earlier)] })).toEqual(nonceUsed)
  })

  test('behavior: a relayed transaction is read from the service and verified by its hash', async () => {
    const wires = [await wireOf(payout), await wireOf(rejection)].map(detailsOf)
    const transaction: SafeSource['transaction'] = async (hash) =>
      wires.find(({ detailedExecutionInfo: { safeTxHash } }) => safeTxHash === hash) ?? null
    const relayed = { ...replacedBy(rejection), transactions: {} }
    const executedAt = async () => [row(rejection)]
    const rejected = { kind: 'not-paid', why: 'rejected', hash: OTHER }
    expect(await one(relayed, { executedAt, transaction })).toEqual(rejected)
  })
})

describe('after its execution', () => {
  test('behavior: is paid only in a final block, with its event and its transfer', async () => {
    expect(await one(executedOn(payout, [log]), { reported: executed })).toEqual({ kind: 'paid', hash: PAID })
    expect(await one(executedOn(payout, [log], { block: 1_001 }), { reported: executed })).toEqual({
      kind: 'confirming',
      hash: PAID,
      lacks: 'finality',
    })
    expect(await one(used, { reported: executed })).toEqual({ kind: 'pending', hash: PAID })
  })

  test.each([
    ['paid', [log], 'success'],
    ['not paid', [], 'failure'],
  ] as const)('error: one from before the request answers nothing, though it %s', async (_, logs, event) => {
    const at = async (since: bigint | null) =>
      one(executedOn(payout, logs, { event, block: 900 }), { reported: executed, since })
    const older = { kind: 'unknown', why: 'older', hash: PAID }
    expect([await at(900n), await at(901n)]).toEqual([older, older])
    expect(await at(899n)).toEqual(await at(null))
  })

  test('error: neither does a rejection from before the request', async () => {
    const safe: FakeSafe = {
      ...used,
      receipts: { [OTHER]: executionReceipt(OTHER, SafeTx.hash(SAFE, rejection), { block: 900 }) },
      transactions: { [OTHER]: executionOfSafe(OTHER, rejection) },
    }
    const executedAt = async () => [{ id: 'x', txHash: OTHER }] as unknown as ListedTransaction[]
    const older = { kind: 'unknown', why: 'older', hash: OTHER }
    expect(await one(safe, { executedAt, since: 900n })).toEqual(older)
    expect((await one(safe, { executedAt, since: 899n }))?.kind).toBe('not-paid')
  })

  test('behavior: the block is asked only of what was executed and is known', async () => {
    const asked: unknown[] = []
    const watched = (safe: FakeSafe): Rpc => {
      const node = safeRpc(safe)
      const watching: Rpc = (method, params) => {
        if (method === 'eth_getTransactionReceipt') asked.push(params?.[0])
        return node(method, params)
      }
      return Object.assign(watching, { witnesses: [watching, watching] })
    }
    const waiting = await one(exampleSafe, { rpc: watched(exampleSafe), since: 900n })
    expect([waiting?.kind, asked]).toEqual(['needs-signatures', []])
    const left = {
      ...used,
      receipts: { [OTHER]: executionReceipt(OTHER, SafeTx.hash(SAFE, rejection), { block: 900 }) },
    }
    const young = { ...left, transactions: { [OTHER]: executionOfSafe(OTHER, rejection) }, finalized: 800 }
    const executedAt = async () => [{ id: 'x', txHash: OTHER }] as unknown as ListedTransaction[]
    const notFinal = { kind: 'unknown', why: 'not-final', hash: OTHER }
    expect(await one(young, { executedAt, since: 900n })).toEqual(notFinal)
  })

  test('error: a node that no longer knows the transaction takes nothing from what was read', async () => {
    const node = safeRpc(executedOn(payout, [log], { block: 1_001 }))
    const statusAfter = async (reads: number, since: bigint | null) => {
      let left = reads
      const forgetful: Rpc = (method, params) =>
        method === 'eth_getTransactionReceipt' && left-- <= 0 ? Promise.resolve(null) : node(method, params)
      const rpc = Object.assign(forgetful, { witnesses: [forgetful, forgetful] })
      return { status: await one(used, { reported: executed, since, rpc }), read: reads - left }
    }
    const { status, read } = await statusAfter(100, null)
    expect(status).toEqual({ kind: 'confirming', hash: PAID, lacks: 'finality' })
    expect(await statusAfter(read, 899n)).toMatchObject({ status })
  })

  test('error: an inner failure is failed, though the transaction itself succeeded', async () => {
    const safe = executedOn(payout, [], { event: 'failure' })
    expect(await one(safe, { reported: executed })).toEqual({ kind: 'not-paid', why: 'failed', hash: PAID })
  })

  test('error: a pinned token without a transfer was left out', async () => {
    const leftOut = { kind: 'not-paid', why: 'left-out', hash: PAID }
    expect(await one(executedOn(payout, []), { reported: executed })).toEqual(leftOut)
  })

  test('error: a transaction that executes something else is a mismatch, whatever the service says', async () => {
    const [receipt] = Object.values(executedOn(rejection, [log]).receipts)
    const safe = { ...used, receipts: { [PAID]: receipt } }
    expect((await one(safe, { reported: executed }))?.kind).toBe('mismatch')
  })
})

test('error: a service that names another transaction hides no execution that the Safe itself logged', async () => {
  const event = {
    ...executionLog(SafeTx.hash(SAFE, payout), 'success'),
    transactionHash: PAID,
    blockNumber: '0x384',
  }
  const chain = { ...executedOn(payout, [log]), executions: [event] }
  const paid = { kind: 'paid', hash: PAID }
  // One that no node knows, and one that executed something else.
  const reported = { txStatus: 'SUCCESS', txHash: OTHER }
  expect(await one(chain, { reported })).toEqual(paid)
  const other = executionReceipt(OTHER, SafeTx.hash(SAFE, rejection))
  const both = { ...chain, receipts: { ...chain.receipts, [OTHER]: other } }
  expect(await one(both, { reported })).toEqual(paid)
  expect(await one({ ...both, executions: [] }, { reported })).toMatchObject({ kind: 'mismatch' })
})

test('error: a first service that lists no execution does not keep the next one from naming it', async () => {
  const report = detailsOf({ ...(await wireOf(payout, [], exampleSafe)) })
  const source = (executed: readonly unknown[]) =>
    ({
      name: `service ${executed.length}`,
      transaction: async () => report,
      executedAt: async () => executed,
    }) as unknown as SafeSource
  const rejected: FakeSafe = {
    ...used,
    receipts: { [OTHER]: executionReceipt(OTHER, SafeTx.hash(SAFE, rejection)) },
    transactions: { [OTHER]: executionOfSafe(OTHER, rejection) },
  }
  const parts: ProposalParts = {
    address: SAFE,
    sources: [source([]), source([{ id: 'x', txHash: OTHER }])],
    rpc: safeRpc(rejected),
  }
  const submission = {
    kind: 'proposed',
    safe: SAFE,
    calls: [payoutCall],
    safeTxHash: SafeTx.hash(SAFE, payout),
    inLargerBatch: false,
  } as const
  const statuses = await proposedStatus(parts, submission, new AbortController().signal)
  expect(statuses).toEqual([{ kind: 'not-paid', why: 'rejected', hash: OTHER }])
})

describe('without a source that reports it', () => {
  const event = (tx: SafeTx.SafeTx) => ({
    ...executionLog(SafeTx.hash(SAFE, tx), 'success'),
    transactionHash: PAID,
    blockNumber: '0x384',
  })
  const untold = (safe: FakeSafe) => one(safe, { reported: null })

  test('behavior: is paid by the Safe’s own event, if someone with the signatures executed it', async () => {
    const safe = { ...executedOn(payout, [log]), nonce: 20n, executions: [event(payout)] }
    expect(await untold(safe)).toEqual({ kind: 'paid', hash: PAID })
  })

  test('behavior: is searched for among the Safe’s last 50 nonces', async () => {
    const at = (nonce: bigint) => ({ ...executedOn(payout, [log]), nonce, executions: [event(payout)] })
    for (const nonce of [13n, 62n]) expect((await untold(at(nonce)))?.kind).toBe('paid')
    const unseen = { kind: 'unknown', why: 'not-visible', hash: PAID }
    for (const nonce of [0n, 1n, 12n, 63n]) expect(await untold(at(nonce))).toEqual(unseen)
  })

  test('error: an execution inside another one of the same Safe is not read from the outer fields', async () => {
    const safe = {
      ...executedOn(payout, [log]),
      transactions: { [PAID]: executionOfSafe(PAID, rejection) },
      executions: [event(payout)],
    }
    const inBatch = await one(safe, { reported: null, inLargerBatch: true })
    expect(inBatch).toEqual({ kind: 'unknown', why: 'not-visible', hash: PAID })
    // The hash of what was reviewed is that of the event.
    expect(await untold(safe)).toEqual({ kind: 'paid', hash: PAID })
  })

  test('error: is not waited for any more once a rejection has used its nonce, though it was deleted from the queue', async () => {
    const rejected = { ...executedOn(rejection, []), executions: [event(rejection)] }
    expect(await untold(rejected)).toEqual({ kind: 'not-paid', why: 'rejected', hash: PAID })
    const listed = async () => [{ id: 'x', txHash: PAID }] as unknown as ListedTransaction[]
    const unlogged = { ...rejected, executions: [] }
    expect(await one(unlogged, { reported: null, executedAt: listed })).toMatchObject({ why: 'rejected' })
    expect(await untold({ ...rejected, finalized: 800 })).toMatchObject({ kind: 'unknown', why: 'not-final' })
    expect(await untold({ ...rejected, nonce: 12n })).toEqual({ kind: 'pending', hash: null })
  })

  test('behavior: several payments are followed by their batch, deleted or not', async () => {
    const calls = [payoutCall, { to: PAYEE, value: 3n, data: '0x' } as const]
    const tx = SafeTx.fromCall({ to: MULTI_SEND, value: 0n, data: MultiSend.encode(calls) }, 12n, 1)
    const rejected = { ...executedOn(rejection, []), executions: [event(rejection)] }
    const gone = { kind: 'not-paid', why: 'rejected', hash: PAID }
    expect(await statusOn(rejected, { tx, calls, reported: null })).toEqual([gone, gone])
  })

  test('error: is pending if its event, its transaction or the Safe cannot be read', async () => {
    const safe = { ...executedOn(payout, [log]), executions: [event(payout)] }
    const node = safeRpc(safe)
    const without =
      (missing: string): Rpc =>
      async (method, params) => {
        if (method === missing) throw new Error('refused')
        return node(method, params)
      }
    // Its nonce is used, and nothing shows by what.
    expect(await one(safe, { reported: null, rpc: without('eth_getLogs') })).toEqual({
      kind: 'unknown',
      why: 'nonce-used',
      hash: null,
    })
    expect(await untold({ ...safe, receipts: {} })).toEqual({ kind: 'pending', hash: PAID })
    expect(await untold({ ...safe, address: PAYEE })).toEqual({ kind: 'pending', hash: PAID })
  })

  test('behavior: a call that is not a transfer has a status at its own index', async () => {
    const strange: Call = { to: PAYEE, value: 0n, data: '0xdeadbeef' }
    const calls = [strange, payoutCall]
    const tx = SafeTx.fromCall({ to: MULTI_SEND, value: 0n, data: MultiSend.encode(calls) }, 12n, 1)
    const safe = { ...executedOn(tx, []), executions: [event(tx)] }
    expect(await statusOn(safe, { tx, calls, reported: null })).toEqual([
      { kind: 'paid', hash: PAID },
      { kind: 'not-paid', why: 'left-out', hash: PAID },
    ])
  })

  test('error: a relayed execution shows no fields, so its effect is unknown unless those of the review fit', async () => {
    const safe = { ...executedOn(payout, [log]), transactions: {}, executions: [event(payout)] }
    const inBatch = { reported: null, inLargerBatch: true }
    expect((await one(safe, inBatch))?.kind).toBe('pending')
    const { input: _, ...sent } = executionOfSafe(PAID, payout)
    const opaque = { ...safe, transactions: { [PAID]: { ...sent, to: PAYEE, input: '0x' } } }
    expect(await one(opaque, inBatch)).toEqual({ kind: 'unknown', why: 'not-visible', hash: PAID })
    expect(await untold(opaque)).toEqual({ kind: 'paid', hash: PAID })
  })

  test('error: among other calls, BNB that the batch lacks is not paid by its event', async () => {
    const safe = { ...executedOn(payout, [log]), executions: [event(payout)] }
    const bnb: Call = { to: PAYEE, value: 3n, data: '0x' }
    expect(await one(safe, { reported: null, calls: [bnb], inLargerBatch: true })).toMatchObject({
      kind: 'mismatch',
    })
    const paid = { kind: 'paid', hash: PAID }
    expect(await one(safe, { reported: null, inLargerBatch: true })).toEqual(paid)
  })

  test('behavior: its event is found although the page slept for an hour while it was executed', async () => {
    // An hour has 8,000 blocks: more than one request for logs may ask for.
    const safe = { ...executedOn(payout, [log]), executions: [event(payout)], finalized: 20_000 }
    const node = safeRpc(safe)
    const ranges: number[][] = []
    const ranged: Rpc = async (method, params = []) => {
      if (method !== 'eth_getLogs') return node(method, params)
      const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }]
      ranges.push([Number(fromBlock), Number(toBlock)])
      return Number(fromBlock) <= 12_000 && Number(toBlock) >= 12_000 ? safe.executions : []
    }
    const rpc = twoNodes(ranged)
    expect(await one(safe, { reported: null, rpc })).toMatchObject({ kind: 'paid', hash: PAID })
    expect(ranges.every(([from = 0, to = 0]) => to - from < 5_000)).toBe(true)
  })

  test('behavior: older blocks are read one window at a time, and then from the newest again', async () => {
    const safe = { ...exampleSafe, finalized: 18_000 }
    const node = safeRpc(safe)
    const ends: number[] = []
    const rpc: Rpc = async (method, params = []) => {
      if (method === 'eth_getLogs') ends.push(Number((params as [{ toBlock: string }])[0].toBlock))
      return node(method, params)
    }
    for (let poll = 0; poll < 4; poll++) await one(safe, { reported: null, rpc })
    expect(ends).toEqual([18_000, 13_000, 18_000, 8_000, 18_000, 3_000, 18_000, 13_000])
  })

  test('error: the event of another proposal proves nothing', async () => {
    const earlier = SafeTx.rejection(SAFE, 11n)
    const safe = { ...executedOn(earlier, [log]), executions: [event(earlier)] }
    expect(await untold(safe)).toEqual({ kind: 'unknown', why: 'nonce-used', hash: null })
    expect(await untold({ ...safe, nonce: 12n })).toEqual({ kind: 'pending', hash: null })
  })
})

describe('several payments', () => {
  const bnb: Call = { to: PAYEE, value: 3n, data: '0x' }
  const strange: Call = { to: PAYEE, value: 0n, data: '0xdeadbeef' }
  const batchOf = (calls: readonly Call[]) =>
    SafeTx.fromCall({ to: MULTI_SEND, value: 0n, data: MultiSend.encode(calls) }, 12n, 1)
  const paid = { kind: 'paid', hash: PAID }
  const leftOut = { kind: 'not-paid', why: 'left-out', hash: PAID }

  test('behavior: each has its own status, in the requested order', async () => {
    const calls = [payoutCall, bnb, payoutCall]
    const tx = batchOf(calls)
    const of = (...logs: unknown[]) => statusOn(executedOn(tx, logs), { tx, calls, reported: executed })
    expect(await of(log, log)).toEqual([paid, paid, paid])
    expect(await of(log)).toEqual([paid, paid, leftOut])
  })

  test('behavior: are found at their own indexes among other calls', async () => {
    const tx = batchOf([strange, bnb, payoutCall, payoutCall])
    const some = { tx, calls: [payoutCall, bnb], inLargerBatch: true, reported: executed }
    expect(await statusOn(executedOn(tx, [log]), some)).toEqual([paid, paid])
    const waiting = await statusOn(exampleSafe, { ...some, reported: {} })
    expect(waiting.map(({ kind }) => kind)).toEqual(['needs-signatures', 'needs-signatures'])
  })

  test('error: a payment missing from the calls is a mismatch', async () => {
    const tx = batchOf([strange, payoutCall])
    expect(await one(exampleSafe, { tx, calls: [payoutCall, payoutCall], inLargerBatch: true })).toEqual({
      kind: 'mismatch',
      differences: [`Payment 2 is missing: 250 USDT to ${PAYEE}`],
    })
    expect(await one(exampleSafe, { tx, calls: [bnb], inLargerBatch: true })).toEqual({
      kind: 'mismatch',
      differences: [`Payment 1 is missing: 0.000000000000000003 BNB to ${PAYEE}`],
    })
  })
})

describe('unreadable sources', () => {
  test('error: an unreadable service is an error, never a status', async () => {
    const failure = new PortalError('unreachable', 'The Safe service did not answer.')
    const transaction = () => Promise.reject(failure)
    await expect(one(exampleSafe, { transaction })).rejects.toBe(failure)
  })

  test('error: an unreadable chain is an error, never a status', async () => {
    const rpc: Rpc = () => Promise.reject(new Error('No endpoint answered'))
    await expect(one(exampleSafe, { rpc })).rejects.toMatchObject({ kind: 'unreachable' })
    // The state can be read, but the receipt cannot.
    const node = safeRpc(executedOn(payout, [log]))
    const away: Rpc = async (method, params) => {
      if (method === 'eth_getTransactionReceipt') throw new Error('away')
      return node(method, params)
    }
    await expect(one(used, { rpc: away, reported: executed })).rejects.toMatchObject({ kind: 'unreachable' })
  })
})

test('error: a wallet’s submission is not searched for in a Safe’s queue', async () => {
  const parts = { address: SAFE, sources: [], rpc: safeRpc() } as unknown as ProposalParts
  const calls = [payoutCall, payoutCall]
  const sent = { kind: 'sent', from: SAFE, calls, hash: PAID, nonce: null, since: null } as const
  const notOurs = { kind: 'unknown', why: 'not-ours', hash: null }
  expect(await proposedStatus(parts, sent, new AbortController().signal)).toEqual([notOurs, notOurs])
})

test('error: a confirmation without its owner’s signature does not make a proposal ready, here as on its own page (A20)', async () => {
  const wire = await wireOf(payout, [ada, stranger])
  const { confirmations, ...info } = wire.detailedExecutionInfo
  const reported = (second: object) => ({
    detailedExecutionInfo: { ...info, confirmations: [confirmations[0], { ...confirmations[1], ...second }] },
  })
  const forged = { signer: { value: ben.address } }
  expect(await statusOn(exampleSafe, { reported: reported(forged) })).toMatchObject([
    { kind: 'mismatch', differences: [expect.stringContaining(ben.address)] },
  ])
  // A signature that no source shows does not count either.
  expect(await statusOn(exampleSafe, { reported: reported({ ...forged, signature: null }) })).toMatchObject([
    { kind: 'needs-signatures', have: 1, need: 2 },
  ])
})
