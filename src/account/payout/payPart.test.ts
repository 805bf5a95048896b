import { describe, expect, test } from 'vitest'
import { transfersOf } from '#chain/Call.ts'
import { PortalError, type PortalErrorKind } from '#chain/PortalError.ts'
import * as Token from '#chain/Token.ts'
import { PAYEE, PAYOUT_HASH, REJECTION_HASH, SAFE, USDT } from '../../../tests/support/safeExamples.ts'
import type { Account } from '../Account.ts'
import type { MadePayment } from '../PaymentsMade.ts'
import type { Outcome, Submission } from '../Submission.ts'
import { callsOf, type Payout, type PayoutRow, planPayout, withPart, withRetry } from './Payout.ts'
import { payoutStore } from './payoutStore.ts'
import { type PayoutDesk, payPart } from './payPart.ts'
import { reconcile } from './reconcile.ts'
import { countStates, retryable, rowStates } from './rowStates.ts'
import { runPayout } from './runPayout.ts'

const usdt = Token.find(USDT) ?? Token.BNB
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
function deskOf(parts: { submit?: () => Promise<Submission>; made?: MadePayment[]; outcome?: Outcome } = {}) {
  const kept = new Map<string, string>()
  const asked: number[] = []
  const account = {
    kind: 'safe',
    address: SAFE,
    paymentsMade: async () => ({ payments: parts.made ?? [], gaps: [], position: { block: 9n, nonce: 1n } }),
    outcome: async () => parts.outcome ?? { kind: 'needs-signatures', have: 1, need: 2 },
    submit: async (calls: readonly unknown[]) => {
      asked.push(calls.length)
      return parts.submit?.() ?? { kind: 'proposed', safe: SAFE, calls, safeTxHash: PAYOUT_HASH }
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
    submission: { kind: 'proposed', safe: SAFE, calls, safeTxHash },
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
    expect(after && rowStates(after, () => undefined)[0]?.kind).toBe(state)
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
  const submission: Submission = { kind: 'proposed', safe: SAFE, calls, safeTxHash: PAYOUT_HASH }
  const asked = withPart(planned(), 0, {
    ask: { at: 1, position: { block: 9n, nonce: 1n }, known: [], submission },
  })
  const failed = { kind: 'failed', hash: PAYOUT_HASH, reason: 'So.', final: true } as const

  test('error: in a transaction that paid some of its rows, only those that moved nothing are offered again', () => {
    const states = rowStates(asked, () => ({ ...failed, fates: ['paid', 'not-paid', 'unknown'] }))
    expect(states.map(({ kind }) => kind)).toEqual(['paid', 'unpaid', 'unknown'])
    expect(retryable(states)).toEqual([1])
    const again = withRetry(asked, retryable(states), 3)
    expect(again.parts.map(({ rows: places }) => places)).toEqual([[0, 1, 2], [1]])
    const later = rowStates(again, (part) => (part === 0 ? failed : undefined))
    expect(later.map(({ kind }) => kind)).toEqual(['unpaid', 'open', 'unpaid'])
  })

  test('error: a failure in a block that can still be undone is not proof of anything', () => {
    const states = rowStates(asked, () => ({
      ...failed,
      final: false,
      fates: ['paid', 'not-paid', 'unknown'],
    }))
    expect(states.map(({ kind }) => kind)).toEqual(['waiting', 'unknown', 'unknown'])
    expect(retryable(rowStates(asked, () => ({ ...failed, final: false })))).toEqual([])
  })

  test('behavior: every row is counted in exactly one state', () => {
    const counts = countStates(rowStates(asked, () => ({ kind: 'done', hash: PAYOUT_HASH })))
    expect(counts).toEqual({ open: 0, unknown: 0, reading: 0, waiting: 0, paid: 3, unpaid: 0, mismatch: 0 })
  })
})

describe('a run', () => {
  const options = () => ({ signal: new AbortController().signal, pause: async () => {}, onChange: () => {} })

  test.each<Outcome>([
    { kind: 'mismatch', differences: ['another amount'] },
    { kind: 'failed', hash: null, reason: 'So.', final: true },
    { kind: 'replaced', reason: 'So.' },
    { kind: 'unknown', reason: 'So.' },
  ])('error: ends at a part that is $kind, and asks for no other', async (outcome) => {
    const { desk, asked } = deskOf({ outcome })
    const payout = planned(1)
    desk.payouts.write(payout)
    expect(await runPayout(desk, payout.id, nobody, options())).toEqual({ kind: 'stuck', part: 0, outcome })
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
