import { describe, expect, test } from 'vitest'
import type { Submission } from '#account/Account.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { txHash } from '../../../tests/support/fakeSafe.ts'
import { planned } from '../../../tests/support/payoutContext.ts'
import { PAYOUT_HASH, SAFE } from '../../../tests/support/safeExamples.ts'
import { callsOf, withPart, withRetry } from './Payout.ts'
import { countStates, kindOf, retryable, rowStates, speaksFor, statusOf, undecided } from './rowStates.ts'

describe('the status of rows', () => {
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

  test('error: after a partly failed transaction, only rows proven not paid are offered again', () => {
    const states = rowStates(asked, () => [paid, failed, unknown])
    expect(states.map(kindOf)).toEqual(['paid', 'not-paid', 'unknown'])
    expect(retryable(states)).toEqual([1])
    const again = withRetry(asked, retryable(states), 3)
    expect(again.parts.map(({ rows: places }) => places)).toEqual([[0, 1, 2], [1]])
    const later = rowStates(again, (part) => (part === 0 ? [failed, failed, failed] : undefined))
    expect(later.map(kindOf)).toEqual(['not-paid', 'open', 'not-paid'])
  })

  test('error: a failure in a block that is not final proves nothing', () => {
    const young: PaymentStatus = { kind: 'unknown', why: 'not-final', hash }
    const confirming: PaymentStatus = { kind: 'confirming', hash, lacks: 'finality' }
    const states = rowStates(asked, () => [confirming, young, unknown])
    expect(states.map(kindOf)).toEqual(['on-the-way', 'unknown', 'unknown'])
    expect(retryable(states)).toEqual([])
  })

  test('error: a row without a status is unknown, whatever its neighbours are', () => {
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
  test('behavior: distinguishes rows that are open, rejected and being requested', () => {
    const ask = { at: 1, position: null, known: [], submission: null }
    const one = withPart(withPart(planned(1), 1, { refused: ask }), 2, { ask })
    const rejected = [
      { kind: 'open', rejected: false },
      { kind: 'open', rejected: true },
    ]
    expect(rowStates(one, () => undefined, 2)).toEqual([...rejected, { kind: 'asking' }])
    const unanswered = { kind: 'unknown', why: 'no-answer', hash: null }
    for (const asking of [null, 1]) {
      const states = rowStates(one, () => undefined, asking)
      expect(states).toEqual([...rejected, { kind: 'asked', submission: null, status: unanswered }])
      expect(states.map(kindOf)).toEqual(['open', 'open', 'unknown'])
      expect(undecided(states)).toEqual([])
    }
    expect(kindOf({ kind: 'asking' })).toBe('asking')
  })

  test('behavior: a row outside all parts is open', () => {
    const open = { kind: 'open', rejected: false }
    expect(rowStates({ ...planned(), parts: [] }, () => undefined)).toEqual([open, open, open])
  })

  test('behavior: a row without a status is not offered again, and is on the way once requested', () => {
    const states = [...rowStates(planned(), () => undefined), ...rowStates(asked, () => undefined)]
    expect(states.map(statusOf)).toEqual(Array(6).fill(null))
    expect(retryable(states)).toEqual([])
    expect(states.slice(2, 4).map(kindOf)).toEqual(['open', 'on-the-way'])
  })

  test('behavior: answered rows with an unknown status are undecided', () => {
    const pending: PaymentStatus = { kind: 'pending', hash }
    expect(undecided(rowStates(asked, () => [unknown, paid, unknown]))).toEqual([0, 2])
    expect(undecided(rowStates(asked, () => [pending, failed, paid]))).toEqual([])
    expect(undecided(rowStates(asked, () => undefined))).toEqual([])
  })

  test('behavior: a part decides a row’s status until a later part contains the row', () => {
    const again = withRetry(planned(1), [1], 3)
    expect([0, 1, 2, 3, 4].map((part) => speaksFor(again, part))).toEqual([true, false, true, true, false])
    const whole = withRetry(planned(), [0, 1], 3)
    expect([0, 1].map((part) => speaksFor(whole, part))).toEqual([true, true])
  })
})
