import { describe, expect, test } from 'vitest'
import { transfersOf } from '#chain/Call.ts'
import type { PaymentStatus } from '#chain/PaymentStatus.ts'
import { PortalError, type PortalErrorKind } from '#chain/PortalError.ts'
import * as Token from '#chain/Token.ts'
import type { SafeTxHash } from '#safe/SafeTx.ts'
import { word } from '../../../tests/support/fakeRpc.ts'
import { txHash } from '../../../tests/support/fakeSafe.ts'
import { PAYEE, PAYOUT_HASH, REJECTION_HASH, SAFE, USDT } from '../../../tests/support/safeExamples.ts'
import type { Account } from '../Account.ts'
import type { MadePayment } from '../PaymentsMade.ts'
import type { Submission } from '../Submission.ts'
import { callsOf, type Payout, type PayoutRow, planPayout, withPart, withRetry } from './Payout.ts'
import { payoutStore } from './payoutStore.ts'
import { type PayoutDesk, payPart } from './payPart.ts'
import { reconcile } from './reconcile.ts'
import { countStates, kindOf, retryable, rowStates } from './rowStates.ts'
import { runPayout } from './runPayout.ts'

const usdt = Token.find(USDT) ?? Token.BNB
const waiting: PaymentStatus = {
  kind: 'needs-signatures',
  have: 1,
  need: 2,
  turn: { next: 1n, own: 1n },
}
const nobody = { again: new Set<string>(), unkept: false, unread: false }
const rows = [1n, 2n, 3n].map(
  (value): PayoutRow => ({
    payee: PAYEE,
    amount: { token: usdt, value },
    note: null,
    reference: null,
  }),
)
const planned = (limit = 3): Payout => planPayout({ address: SAFE, kind: 'safe' }, rows, limit, 0)

/** A Safe that does as it is told; `made` is what it has queued. */
function deskOf(
  parts: { submit?: () => Promise<Submission>; made?: MadePayment[]; status?: PaymentStatus } = {},
) {
  const kept = new Map<string, string>()
  const asked: number[] = []
  const account = {
    kind: 'safe',
    address: SAFE,
    paymentsMade: async () => ({
      payments: parts.made ?? [],
      gaps: [],
      position: { block: 9n, nonce: 1n },
      completeFrom: null,
    }),
    status: async ({ calls }: Submission) => calls.map(() => parts.status ?? waiting),
    submit: async (calls: readonly unknown[]) => {
      asked.push(calls.length)
      const safeTxHash = word(asked.length) as unknown as SafeTxHash
      return parts.submit?.() ?? { kind: 'proposed', safe: SAFE, calls, safeTxHash, among: false }
    },
  } as unknown as Account
  const desk: PayoutDesk = {
    account,
    payouts: payoutStore(
      {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => void kept.set(key, value),
        removeItem: (key) => void kept.delete(key),
      },
      SAFE,
    ),
    alone: (work) => work(),
    isKept: () => true,
    now: () => 1_000,
  }
  return { desk, asked }
}

function queued(payout: Payout, safeTxHash = PAYOUT_HASH, more: Partial<MadePayment> = {}): MadePayment {
  const part = payout.parts[0]
  const calls = part ? callsOf(payout, part) : []
  return {
    id: safeTxHash,
    submission: { kind: 'proposed', safe: SAFE, calls, safeTxHash, among: false },
    state: 'queued',
    transfers: transfersOf(calls),
    at: 2_000,
    ...more,
  }
}

describe('asking for a part', () => {
  test('error: the same part is never asked for twice, whatever is found of it', async () => {
    const { desk, asked } = deskOf()
    const payout = planned()
    desk.payouts.write(payout)
    await payPart(desk, payout.id, 0, nobody)
    await expect(payPart(desk, payout.id, 0, nobody)).rejects.toThrow('was asked for already')
    expect(asked).toEqual([3])
  })

  test.each<[PortalErrorKind, 'open' | 'unknown']>([
    ['rejected', 'open'],
    ['refused', 'open'],
    ['busy', 'open'],
    ['unknown-result', 'unknown'],
    ['malformed', 'unknown'],
    ['unreachable', 'unknown'],
  ])('error: after "%s" the part is %s', async (kind, state) => {
    const { desk } = deskOf({ submit: () => Promise.reject(new PortalError(kind, 'No.')) })
    const payout = planned()
    desk.payouts.write(payout)
    await expect(payPart(desk, payout.id, 0, nobody)).rejects.toThrow('No.')
    const after = desk.payouts.read(payout.id)
    const [first] = after ? rowStates(after, () => undefined) : []
    expect(first).toMatchObject(
      state === 'open' ? { kind: 'open' } : { kind: 'asked', submission: null, status: { kind: 'unknown' } },
    )
  })

  test('error: anything else that is thrown proves nothing', async () => {
    const { desk } = deskOf({ submit: () => Promise.reject(new TypeError('boo')) })
    const payout = planned()
    desk.payouts.write(payout)
    await expect(payPart(desk, payout.id, 0, nobody)).rejects.toThrow('boo')
    expect(desk.payouts.read(payout.id)?.parts[0]).toMatchObject({ ask: { submission: null } })
  })

  test('behavior: what was named and agreed to is paid again, and only that', async () => {
    const payout = planned()
    const { desk, asked } = deskOf({ made: [queued(payout), queued(payout, REJECTION_HASH)] })
    desk.payouts.write(payout)
    const some = { ...nobody, again: new Set([PAYOUT_HASH as string]) }
    expect(await payPart(desk, payout.id, 0, some)).toMatchObject({ kind: 'found', found: [{}, {}] })
    const all = { ...nobody, again: new Set<string>([PAYOUT_HASH, REJECTION_HASH]) }
    expect((await payPart(desk, payout.id, 0, all)).kind).toBe('submitted')
    expect(asked).toHaveLength(1)
  })

  test('behavior: one payment stands for one of several equal rows', async () => {
    const same = planPayout(
      { address: SAFE, kind: 'safe' },
      rows.flatMap((row) => [row, row]),
      9,
      0,
    )
    const { desk } = deskOf({ made: [queued(planned())] })
    desk.payouts.write(same)
    const result = await payPart(desk, same.id, 0, nobody)
    expect(result).toMatchObject({ kind: 'found', found: [{ rows: [0, 2, 4] }] })
  })
})

describe('looking for an answer', () => {
  const ask = { at: 1_000, position: { block: 9n, nonce: 1n }, known: [] as string[], submission: null }

  test('error: what was there before the question is not its answer', async () => {
    const payout = withPart(planned(), 0, { ask: { ...ask, known: [PAYOUT_HASH] } })
    const { desk } = deskOf({ made: [queued(payout)] })
    desk.payouts.write(payout)
    expect((await reconcile(desk, payout.id))?.parts[0]?.ask?.submission).toBeNull()
  })

  test('error: one payment is the answer to one question, not to two', async () => {
    const payouts = [planned(), planned()].map((one) => withPart(one, 0, { ask }))
    const { desk } = deskOf({ made: payouts[0] ? [queued(payouts[0])] : [] })
    for (const payout of payouts) desk.payouts.write(payout)
    const answers = []
    for (const { id } of payouts) answers.push((await reconcile(desk, id))?.parts[0]?.ask?.submission?.kind)
    expect(answers).toEqual(['proposed', undefined])
  })

  test('error: where nobody could read what was there before, only a younger payment is an answer', async () => {
    const unread = { ...ask, at: 10_000_000, position: null }
    const payout = withPart(planned(), 0, { ask: unread })
    const [old, young] = [
      queued(payout, REJECTION_HASH, { at: 5_000 }),
      queued(payout, PAYOUT_HASH, { at: 10_000_001 }),
    ]
    const { desk } = deskOf({ made: [old, young] })
    desk.payouts.write(payout)
    expect((await reconcile(desk, payout.id))?.parts[0]?.ask?.submission).toMatchObject({
      safeTxHash: PAYOUT_HASH,
    })
  })
})

describe('where rows stand', () => {
  const calls = callsOf(planned(), planned().parts[0] ?? { rows: [], ask: null, refused: null, again: [] })
  const submission: Submission = {
    kind: 'proposed',
    safe: SAFE,
    calls,
    safeTxHash: PAYOUT_HASH,
    among: false,
  }
  const asked = withPart(planned(), 0, {
    ask: { at: 1, position: { block: 9n, nonce: 1n }, known: [], submission },
  })
  const hash = txHash(1)
  const failed: PaymentStatus = { kind: 'not-paid', why: 'left-out', hash }
  const paid: PaymentStatus = { kind: 'paid', hash }
  const unknown: PaymentStatus = { kind: 'unknown', why: 'not-visible', hash }

  test('error: in a transaction that paid some of its rows, only those that are proven not paid are offered again', () => {
    const states = rowStates(asked, () => [paid, failed, unknown])
    expect(states.map(kindOf)).toEqual(['paid', 'not-paid', 'unknown'])
    expect(retryable(states)).toEqual([1])
    const again = withRetry(asked, retryable(states), 3)
    expect(again.parts.map(({ rows: places }) => places)).toEqual([[0, 1, 2], [1]])
    const later = rowStates(again, (part) => (part === 0 ? [failed, failed, failed] : undefined))
    expect(later.map(kindOf)).toEqual(['not-paid', 'open', 'not-paid'])
  })

  test('error: a failure in a block that can still be undone is not proof of anything', () => {
    const young: PaymentStatus = { kind: 'unknown', why: 'not-final', hash }
    const confirming: PaymentStatus = { kind: 'confirming', hash, lacks: 'finality' }
    const states = rowStates(asked, () => [confirming, young, unknown])
    expect(states.map(kindOf)).toEqual(['on-the-way', 'unknown', 'unknown'])
    expect(retryable(states)).toEqual([])
  })

  test('error: a row of which no status is told is unknown, and not like its neighbour', () => {
    expect(rowStates(asked, () => [paid]).map(kindOf)).toEqual(['paid', 'unknown', 'unknown'])
    expect(rowStates(asked, () => []).map(kindOf)).toEqual(['unknown', 'unknown', 'unknown'])
    expect(rowStates(asked, () => undefined).map(({ kind }) => kind)).toEqual([
      'reading',
      'reading',
      'reading',
    ])
  })

  test('behavior: every row is counted in exactly one state', () => {
    const none = countStates([])
    expect(countStates(rowStates(asked, () => [paid, paid, paid]))).toEqual({ ...none, paid: 3 })
    const short: PaymentStatus = { kind: 'short', hash, received: 1n }
    const mixed = countStates(rowStates(asked, () => [short, failed, { kind: 'pending', hash }]))
    expect(mixed).toEqual({ ...none, short: 1, 'not-paid': 1, 'on-the-way': 1 })
  })
})

describe('stopping while it is still looked for what was paid before', () => {
  test('error: asks nobody, says so, and leaves the part as it was', async () => {
    const { desk, asked } = deskOf()
    const payout = desk.payouts.write(planned(1))
    const leave = new AbortController()
    const account = {
      ...desk.account,
      paymentsMade: async () => {
        leave.abort()
        return leave.signal.throwIfAborted() as never
      },
    }
    await expect(payPart({ ...desk, account }, payout.id, 0, nobody, leave.signal)).rejects.toMatchObject({
      kind: 'rejected',
      message: 'You stopped. Nothing was asked.',
    })
    expect(asked).toEqual([])
    expect(desk.payouts.read(payout.id)?.parts[0]).toEqual(payout.parts[0])
  })
})

describe('a run', () => {
  const options = () => ({ signal: new AbortController().signal, pause: async () => {}, onChange: () => {} })

  test.each<PaymentStatus>([
    { kind: 'mismatch', differences: ['another amount'] },
    { kind: 'not-paid', why: 'failed', hash: txHash(1) },
    { kind: 'not-paid', why: 'replaced', hash: null },
    { kind: 'unknown', why: 'not-visible', hash: null },
    { kind: 'unknown', why: 'nonce-used', hash: null },
  ])('error: ends at a part that is $kind ($why), and asks for no other', async (status) => {
    const { desk, asked } = deskOf({ status })
    const payout = planned(1)
    desk.payouts.write(payout)
    expect(await runPayout(desk, payout.id, nobody, options())).toEqual({ kind: 'stuck', part: 0, status })
    expect(asked).toEqual([1])
  })

  test('behavior: asked to stop it asks for nothing more', async () => {
    const { desk, asked } = deskOf()
    const payout = planned(1)
    desk.payouts.write(payout)
    const leave = new AbortController()
    const end = await runPayout(desk, payout.id, nobody, {
      ...options(),
      signal: leave.signal,
      onChange: () => leave.abort(),
    })
    expect(end).toEqual({ kind: 'stopped' })
    expect(asked).toEqual([1])
  })
})
