import { describe, expect, test } from 'vitest'
import type { ActivityContent, ActivityItem } from '#account/Activity.ts'
import type { Address } from '#chain/money/Address.ts'
import { transfer } from '#chain/money/Call.ts'
import { BNB, pinned } from '#chain/money/Token.ts'
import type { Incoming } from '#domain/activity/incoming.ts'
import type { ProposalReport } from '#safe/proposal/ProposalReport.ts'
import type { PaidTransfer, PaidTransfers } from '#safe/proposal/paidTransfers.ts'
import { decodeProposal, type ProposalContent } from '#safe/tx/decodeProposal.ts'
import * as MultiSend from '#safe/tx/MultiSend.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { hashOf } from '#tests/support/backupWorld.ts'
import { someAddress, txHash } from '#tests/support/fakeSafe.ts'
import { usdRequest, usualRequest } from '#tests/support/requests.ts'
import { OWNERS, PAYEE, PAYOUT_HASH, SAFE, USDT } from '#tests/support/safeExamples.ts'
import type { KeptRequest } from './keptRequests.ts'
import { type PaymentRequest, unverifiedToken } from './PaymentRequest.ts'
import {
  canSeePayments,
  hasUnreadIncoming,
  historyHashes,
  incomingHashes,
  passedOn,
  queuedPayments,
  requestPaidBy,
  seenIn,
} from './paymentsSeen.ts'

const [ada, ben] = OWNERS
const usdt = pinned[1] ?? BNB
const inUsdt = { payee: PAYEE, token: usdt } as const
const inBnb = { payee: PAYEE, token: BNB } as const
const request: PaymentRequest = {
  ...usualRequest,
  payee: PAYEE as Address,
  asked: { kind: 'exact', value: 5n },
}
const IMITATION: Address = '0x55d398326f99059fF775485246999027B3197956'

const log = (hash: number, value: bigint, more: object = {}) => ({
  token: USDT,
  from: ada,
  value,
  transactionHash: txHash(hash),
  ...more,
})
const incoming = (logs: readonly object[], arrivals: readonly object[] = []) =>
  ({ tokens: { transfers: logs }, bnb: { arrivals }, looking: false }) as unknown as Incoming

const hash = hashOf('a')

describe('received payments', () => {
  test('behavior: are read if a request names their amount or sender', () => {
    const logs = [log(1, 5n), log(2, 6n), log(3, 6n, { from: ben }), log(4, 0n)]
    expect(incomingHashes(incoming(logs), inUsdt, [request])).toEqual([txHash(1)])
    expect(incomingHashes(incoming(logs), inUsdt, [{ ...request, payer: ben }])).toEqual([
      txHash(1),
      txHash(3),
    ])
    expect(incomingHashes(incoming(logs), inUsdt, [{ ...request, asked: { kind: 'open' } }])).toHaveLength(3)
    expect(incomingHashes(incoming(logs), inUsdt, [])).toEqual([])
  })

  test('behavior: in BNB are read if an account sent them; BNB from a contract has no transaction and is only reported', () => {
    const arrivals = [
      { blockNumber: 7n, value: 5n, from: ada, transactionHash: txHash(1) },
      { blockNumber: 8n, value: 5n, from: null, transactionHash: null },
    ]
    expect(incomingHashes(incoming([log(2, 5n)], arrivals), inBnb, [request])).toEqual([txHash(1)])
    expect(incomingHashes(incoming([log(2, 5n)], arrivals), inUsdt, [request])).toEqual([txHash(2)])
    expect(passedOn(incoming([], arrivals), inBnb)).toMatchObject([
      { block: 8n, value: 5n, hash: null, proof: 'reported' },
    ])
    expect(passedOn(incoming([], arrivals), inUsdt)).toEqual([])
    const unseen: Incoming = { tokens: null, bnb: 'unsupported', looking: false }
    expect([...incomingHashes(unseen, inBnb, [request]), ...passedOn(unseen, inBnb)]).toEqual([])
  })

  test('behavior: BNB from a contract keeps its id, by which it was claimed, when other payments arrive', () => {
    const first = { blockNumber: 8n, value: 5n, from: null, transactionHash: null }
    const later = { blockNumber: 9n, value: 6n, from: ada, transactionHash: txHash(1) }
    const [before] = passedOn(incoming([], [first]), inBnb)
    expect(passedOn(incoming([], [later, first]), inBnb)).toEqual([before])
  })

  test('error: that no search can find, or that a contract may have passed on, are not missing', () => {
    const inside = { blockNumber: 8n, value: 5n, from: null, transactionHash: null }
    const bnb = { since: 1, forward: { stopped: null }, unexplained: [], isDelegated: false }
    const seen = (arrivals: readonly object[], some: object = {}) =>
      ({ tokens: { since: 1 }, bnb: { ...bnb, arrivals, ...some }, looking: false }) as unknown as Incoming
    const bnbRequest = { ...request, token: BNB }
    expect(canSeePayments(seen([]), request)).toBe(true)
    expect(canSeePayments(seen([]), bnbRequest)).toBe(true)
    expect(canSeePayments(seen([{ ...inside, value: 6n }]), bnbRequest)).toBe(true)
    expect(canSeePayments(seen([inside]), bnbRequest)).toBe(false)
    expect(canSeePayments(seen([inside]), request)).toBe(true)
    expect(canSeePayments(seen([], { since: null }), bnbRequest)).toBe(false)
    expect(canSeePayments({ ...seen([]), bnb: 'unsupported' }, bnbRequest)).toBe(false)
    expect(canSeePayments(seen([]), { ...request, token: unverifiedToken(IMITATION, 18) })).toBe(false)
  })

  test('error: in an imitation of the token are never read', () => {
    expect(incomingHashes(incoming([log(1, 5n, { token: IMITATION })]), inUsdt, [request])).toEqual([])
  })

  test('behavior: are read for at most twenty transactions, newest first', () => {
    const many = Array.from({ length: 30 }, (_, index) => log(index, 5n))
    const read = incomingHashes(incoming(many), inUsdt, [request])
    expect([read.length, read[0]]).toEqual([20, txHash(0)])
  })

  test('error: more of them than are read prove nothing, and one transaction with many transfers is one', () => {
    const open: PaymentRequest = { ...request, asked: { kind: 'open' } }
    const dust = (count: number) => Array.from({ length: count }, (_, index) => log(index + 1, 1n))
    const unread = (logs: readonly object[]) => hasUnreadIncoming(incoming(logs), inUsdt, [open])
    expect([unread(dust(20)), unread(dust(21))]).toEqual([false, true])
    const inOne = [...Array.from({ length: 30 }, () => log(1, 1n)), log(2, 5n)]
    expect(incomingHashes(incoming(inOne), inUsdt, [open])).toEqual([txHash(1), txHash(2)])
    expect(unread(inOne)).toBe(false)
    // Transfers that pay none of them do not count.
    expect(hasUnreadIncoming(incoming(dust(21)), inUsdt, [request])).toBe(false)
  })
})

const batch = decodeProposal(
  SAFE,
  SafeTx.fromCall(
    {
      to: '0x9641d764fc13c8B624c04430C7356C1C7C8102e2',
      value: 0n,
      data: MultiSend.encode([
        transfer(PAYEE, { token: usdt, value: 5n }),
        transfer(PAYEE, { token: { ...usdt, address: IMITATION }, value: 900n }),
        transfer(ben, { token: usdt, value: 7n }),
        transfer(PAYEE, { token: usdt, value: 1n }),
      ]),
    },
    12n,
    1,
  ),
)

const { payee, token, madeAt } = usualRequest

describe('a payer’s history', () => {
  const item = (id: string, hash: number, what: ActivityContent) =>
    ({ id, hash: txHash(hash), what }) as unknown as ActivityItem
  const out = (to: Address, token = usdt): ActivityContent => ({
    kind: 'transfer-out',
    to,
    amount: { amount: { token, value: 5n }, suspect: null },
  })

  test('behavior: gives the transactions that pay the payee in the token, alone or in a batch', () => {
    const items = [
      item('alone', 1, out(PAYEE)),
      item('batch', 2, { kind: 'batch', count: 4 }),
      item('unread batch', 3, { kind: 'batch', count: 4 }),
      item('somebody else', 4, out(ben)),
      item('in BNB', 5, out(PAYEE, BNB)),
      item('imitation', 6, out(PAYEE, { ...usdt, address: IMITATION })),
      item('incoming', 7, { kind: 'rejection' }),
    ]
    const contents = new Map<string, ProposalContent>([['batch', batch]])
    expect(historyHashes(items, contents, inUsdt)).toEqual([txHash(1), txHash(2)])
    expect(historyHashes(items, contents, { ...inUsdt, payee: someAddress(9) })).toEqual([])
  })
})

const paid = (value: bigint, of = token.address): PaidTransfers => ({
  kind: 'final',
  status: 'success',
  blockNumber: 9n,
  at: madeAt * 1_000 + 1,
  from: ben,
  to: payee,
  transfers: [{ token: of, from: ben, to: payee, value, logIndex: 4n, name: 'log-4', bySafe: null }],
})

describe('a transaction', () => {
  const usdtLog: PaidTransfer = {
    token: USDT,
    from: SAFE,
    to: PAYEE,
    value: 5n,
    logIndex: 4n,
    name: 'log-4',
    bySafe: null,
  }
  const row: PaidTransfer = { ...usdtLog, token: null, logIndex: null, name: 'row-2', bySafe: SAFE }
  const paid = (transfers: readonly PaidTransfer[], more: object = {}) =>
    ({
      kind: 'final',
      status: 'success',
      blockNumber: 9n,
      at: 1,
      from: ada,
      to: SAFE,
      transfers,
      ...more,
    }) as PaidTransfers
  const proofs = (found: PaidTransfers, subject: typeof inUsdt | typeof inBnb, trusted: readonly Address[]) =>
    seenIn(txHash(1), found, subject, trusted).map(({ name, proof }) => [name, proof])

  test('behavior: proves payments according to its block, each transfer under its own name', () => {
    const again = { ...usdtLog, name: 'log-5', logIndex: 5n }
    expect(proofs(paid([usdtLog, again]), inUsdt, [])).toEqual([
      ['log-4', 'final'],
      ['log-5', 'final'],
    ])
    expect(proofs(paid([usdtLog], { kind: 'mined' }), inUsdt, [])).toEqual([['log-4', 'in-a-block']])
    const ids = seenIn(txHash(1), paid([usdtLog, again]), inUsdt, []).map(({ id }) => id)
    expect(ids).toEqual([`${txHash(1)}:log-4`, `${txHash(1)}:log-5`])
  })

  test('behavior: with BNB from a Safe is proof only if that Safe is the known payer', () => {
    expect(proofs(paid([row]), inBnb, [SAFE])).toEqual([['row-2', 'final']])
    expect(proofs(paid([row], { kind: 'mined' }), inBnb, [SAFE])).toEqual([['row-2', 'in-a-block']])
    expect(proofs(paid([row]), inBnb, [])).toEqual([['row-2', 'reported']])
    expect(proofs(paid([row]), inBnb, [someAddress(1)])).toEqual([['row-2', 'reported']])
  })

  test('error: with BNB that only a contract without Safe’s code reports is no proof, even from the known payer', () => {
    expect(proofs(paid([{ ...row, isForeign: true }]), inBnb, [SAFE])).toEqual([['row-2', 'reported']])
    expect(proofs(paid([usdtLog, { ...row, isForeign: true }]), inUsdt, [SAFE])).toEqual([['log-4', 'final']])
  })

  test.each<[string, PaidTransfers]>([
    ['of an imitation of the token', paid([{ ...usdtLog, token: IMITATION }])],
    ['of BNB', paid([row])],
    ['to another account', paid([{ ...usdtLog, to: ben }])],
    ['by the payee to itself', paid([{ ...usdtLog, from: PAYEE }])],
    ['of zero', paid([{ ...usdtLog, value: 0n }])],
    ['without a block', { kind: 'pending', from: ada, to: PAYEE }],
    ['of an unknown transaction', { kind: 'unknown-hash' }],
    ['that failed', paid([], { status: 'failed' })],
  ])('error: with only a transfer %s pays no request in the token', (_, found) => {
    expect(seenIn(txHash(1), found, inUsdt, [SAFE])).toEqual([])
  })
})

describe('a queue', () => {
  const report = (status: object, some: object = {}) =>
    ({
      safe: SAFE,
      safeTxHash: PAYOUT_HASH,
      content: batch,
      checks: [],
      status: { have: 1, need: 2, ...status },
      payments: [{ have: 1, need: 2, ...status }],
      ...some,
    }) as unknown as ProposalReport
  const queued = (...reports: ProposalReport[]) => queuedPayments(reports, inUsdt)

  test('behavior: sums all rows to the payee, with the current signatures', () => {
    const row = { safe: SAFE, safeTxHash: PAYOUT_HASH, value: 6n }
    expect(queued(report({ kind: 'needs-signatures' }), report({ kind: 'ready', have: 2 }))).toEqual([
      { ...row, state: 'awaiting', have: 1, need: 2 },
      { ...row, state: 'ready', have: 2, need: 2 },
    ])
    // It is not proven unpaid, so it must not be proposed again.
    for (const kind of ['pending', 'confirming', 'unknown']) {
      expect(queued(report({ kind })), kind).toMatchObject([{ value: 6n, state: 'processing' }])
    }
  })

  test('error: contains no payment that contradicts itself, is over, or pays another account', () => {
    const differs = [{ result: 'different', words: 'The service tells of another payee.' }]
    expect(queued(report({ kind: 'needs-signatures' }, { checks: differs }))).toEqual([])
    expect(queued(report({ kind: 'paid' }), report({ kind: 'not-paid' }))).toEqual([])
    expect(
      queuedPayments([report({ kind: 'needs-signatures' })], { ...inUsdt, payee: someAddress(8) }),
    ).toEqual([])
    expect(queuedPayments([report({ kind: 'needs-signatures' })], inBnb)).toEqual([])
  })
})

const kept = (request: PaymentRequest, claimed: readonly string[] = []): KeptRequest => ({
  request,
  signature: null,
  proof: null,
  claimed,
})
const another = { ...usualRequest, reference: 'INV-2' }

const whole = paid(1_250_500_000_000_000_000_000n)

test('behavior: a payment answers the only request with its payee, token, amount and time', () => {
  expect(requestPaidBy([kept(usualRequest)], hash, whole, 'log-4')).toBe(usualRequest)
  expect(requestPaidBy([kept(usualRequest)], hash, whole, 'log-5')).toBeNull()
  expect(requestPaidBy([kept(usualRequest)], hash, paid(1n), 'log-4')).toBeNull()
  const later = { ...usualRequest, madeAt: madeAt + 3_600 }
  expect(requestPaidBy([kept(later)], hash, whole, 'log-4')).toBeNull()
})

test('behavior: of several that fit it answers the one that it was claimed for, and else none', () => {
  expect(requestPaidBy([kept(usualRequest), kept(another)], hash, whole, 'log-4')).toBeNull()
  const claimed = kept(another, [`${hash}:log-4`])
  expect(requestPaidBy([kept(usualRequest), claimed], hash, whole, 'log-4')).toBe(another)
})

test('error: a payment of the same amount answers no request that another payment was claimed for', () => {
  const claimed = kept(usualRequest, [`${txHash(9)}:log-1`])
  expect(requestPaidBy([claimed], hash, whole, 'log-4')).toBeNull()
  expect(requestPaidBy([claimed, kept(another)], hash, whole, 'log-4')).toBe(another)
})

test('behavior: a request in dollars is answered only where a person claimed it', () => {
  const bnb = paid(10n ** 18n, null)
  expect(requestPaidBy([kept(usdRequest)], hash, bnb, 'log-4')).toBeNull()
  expect(requestPaidBy([kept(usdRequest, [`${hash}:log-4`])], hash, bnb, 'log-4')).toBe(usdRequest)
})
