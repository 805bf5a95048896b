import { describe, expect, test } from 'vitest'
import type { Submission } from '#account/Account.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { txHash } from '../../../tests/support/fakeSafe.ts'
import { planned } from '../../../tests/support/payoutContext.ts'
import { PAYOUT_HASH, SAFE } from '../../../tests/support/safeExamples.ts'
import { batchCalls, withBatch, withRetry } from './Payout.ts'
import { countStatuses, kindOf, paymentStatusOf, retryable, rowStatuses, speaksFor } from './rowStatus.ts'

describe('the status of rows', () => {
  const calls = batchCalls(
    planned(),
    planned().batches[0] ?? { rows: [], attempt: null, rejected: null, again: [] },
  )
  const submission: Submission = {
    kind: 'proposed',
    safe: SAFE,
    calls,
    safeTxHash: PAYOUT_HASH,
    among: false,
  }
  const asked = withBatch(planned(), 0, {
    attempt: { at: 1, position: { block: 9n, nonce: 1n }, known: [], submission },
  })
  const hash = txHash(1)
  const failed: PaymentStatus = { kind: 'not-paid', why: 'left-out', hash }
  const paid: PaymentStatus = { kind: 'paid', hash }
  const unknown: PaymentStatus = { kind: 'unknown', why: 'not-visible', hash }

  test('error: after a partly failed transaction, only rows proven not paid are offered again', () => {
    const states = rowStatuses(asked, () => [paid, failed, unknown])
    expect(states.map(kindOf)).toEqual(['paid', 'not-paid', 'unknown'])
    expect(retryable(states)).toEqual([1])
    const again = withRetry(asked, retryable(states), 3)
    expect(again.batches.map(({ rows: places }) => places)).toEqual([[0, 1, 2], [1]])
    const later = rowStatuses(again, (batch) => (batch === 0 ? [failed, failed, failed] : undefined))
    expect(later.map(kindOf)).toEqual(['not-paid', 'open', 'not-paid'])
  })

  test('error: a failure in a block that is not final proves nothing', () => {
    const young: PaymentStatus = { kind: 'unknown', why: 'not-final', hash }
    const confirming: PaymentStatus = { kind: 'confirming', hash, lacks: 'finality' }
    const states = rowStatuses(asked, () => [confirming, young, unknown])
    expect(states.map(kindOf)).toEqual(['on-the-way', 'unknown', 'unknown'])
    expect(retryable(states)).toEqual([])
  })

  test('behavior: a proposal in the queue is not on the way, because no money moves before it is executed', () => {
    const turn = { next: 1n, own: 1n }
    const waits: PaymentStatus = { kind: 'needs-signatures', have: 1, need: 2, turn }
    const states = rowStatuses(asked, () => [waits, { ...waits, kind: 'ready', have: 2 }, paid])
    expect(states.map(kindOf)).toEqual(['queued', 'queued', 'paid'])
  })

  test('error: a row without a status is unknown, whatever its neighbours are', () => {
    expect(rowStatuses(asked, () => [paid]).map(kindOf)).toEqual(['paid', 'unknown', 'unknown'])
    expect(rowStatuses(asked, () => []).map(kindOf)).toEqual(['unknown', 'unknown', 'unknown'])
    expect(rowStatuses(asked, () => undefined).map(({ kind }) => kind)).toEqual([
      'reading',
      'reading',
      'reading',
    ])
  })

  test('behavior: every row is counted in exactly one state', () => {
    const none = countStatuses([])
    expect(countStatuses(rowStatuses(asked, () => [paid, paid, paid]))).toEqual({ ...none, paid: 3 })
    const short: PaymentStatus = { kind: 'short', hash, received: 1n }
    const mixed = countStatuses(rowStatuses(asked, () => [short, failed, { kind: 'pending', hash }]))
    expect(mixed).toEqual({ ...none, short: 1, 'not-paid': 1, 'on-the-way': 1 })
  })
  test('behavior: distinguishes rows that are open, rejected and being requested', () => {
    const attempt = { at: 1, position: null, known: [], submission: null }
    const one = withBatch(withBatch(planned(1), 1, { rejected: attempt }), 2, { attempt })
    const rejected = [
      { kind: 'open', rejected: false },
      { kind: 'open', rejected: true },
    ]
    expect(rowStatuses(one, () => undefined, 2)).toEqual([...rejected, { kind: 'asking' }])
    const unanswered = { kind: 'unknown', why: 'no-answer', hash: null }
    for (const asking of [null, 1]) {
      const states = rowStatuses(one, () => undefined, asking)
      expect(states).toEqual([...rejected, { kind: 'asked', submission: null, status: unanswered }])
      expect(states.map(kindOf)).toEqual(['open', 'open', 'unknown'])
    }
    expect(kindOf({ kind: 'asking' })).toBe('asking')
  })

  test('behavior: a row outside all batches is open', () => {
    const open = { kind: 'open', rejected: false }
    expect(rowStatuses({ ...planned(), batches: [] }, () => undefined)).toEqual([open, open, open])
  })

  test('behavior: a row without a status is not offered again, and is on the way once requested', () => {
    const states = [...rowStatuses(planned(), () => undefined), ...rowStatuses(asked, () => undefined)]
    expect(states.map(paymentStatusOf)).toEqual(Array(6).fill(null))
    expect(retryable(states)).toEqual([])
    expect(states.slice(2, 4).map(kindOf)).toEqual(['open', 'on-the-way'])
  })

  test('behavior: a batch decides a row’s status until a later batch contains the row', () => {
    const again = withRetry(planned(1), [1], 3)
    expect([0, 1, 2, 3, 4].map((batch) => speaksFor(again, batch))).toEqual([true, false, true, true, false])
    const whole = withRetry(planned(), [0, 1], 3)
    expect([0, 1].map((batch) => speaksFor(whole, batch))).toEqual([true, true])
  })
})
