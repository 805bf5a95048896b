import { expect, test } from 'vitest'
import * as Token from '#chain/money/Token.ts'
import { payeeAt } from '../../../tests/support/payeeAt.ts'
import { PAYOUT_HASH, SAFE } from '../../../tests/support/safeExamples.ts'
import {
  type Attempt,
  answersFound,
  leftOf,
  type Payout,
  planPayout,
  withBatch,
  withRetry,
} from './Payout.ts'

const rows = Array.from({ length: 5 }, (_, index) => ({
  payee: payeeAt(index),
  amount: { token: Token.BNB, value: 1n },
  note: null,
  reference: null,
}))
const payout: Payout = planPayout({ address: SAFE, kind: 'safe' }, rows, 2, 0)
const unanswered: Attempt = { at: 1, position: null, known: [], submission: null }
const answered: Attempt = {
  ...unanswered,
  submission: { kind: 'proposed', safe: SAFE, calls: [], safeTxHash: PAYOUT_HASH, among: false },
}

test('behavior: rows are left if they were not requested or had no answer', () => {
  expect(leftOf(payout)).toEqual({ open: 5, unknown: 0 })
  const begun = withBatch(withBatch(payout, 0, { attempt: answered }), 1, { attempt: unanswered })
  expect(leftOf(begun)).toEqual({ open: 1, unknown: 2 })
  expect(leftOf(withBatch(begun, 2, { rejected: unanswered }))).toEqual({ open: 1, unknown: 2 })
  const all = payout.batches.reduce((sum, _, batch) => withBatch(sum, batch, { attempt: answered }), payout)
  expect(leftOf(all)).toEqual({ open: 0, unknown: 0 })
})

test('behavior: rows left unpaid do not count until prepared again, but a missing answer still does', () => {
  const begun = withBatch(withBatch(payout, 0, { attempt: answered }), 1, { attempt: unanswered })
  expect(leftOf({ ...begun, closed: true })).toEqual({ open: 0, unknown: 2 })
  expect(leftOf(withRetry({ ...begun, closed: true }, [0], 1))).toEqual({ open: 2, unknown: 2 })
})

test('behavior: a row requested again counts once, with its current state', () => {
  const begun = withBatch(withBatch(payout, 0, { attempt: answered }), 1, { attempt: unanswered })
  expect(leftOf(withRetry(begun, [2, 3], 1))).toEqual({ open: 3, unknown: 0 })
  expect(leftOf(withRetry(begun, [2], 1))).toEqual({ open: 2, unknown: 1 })
})

test('behavior: lists found answers with the earlier belief, and nothing else', () => {
  const before = withBatch(withBatch(payout, 0, { attempt: unanswered }), 1, { rejected: unanswered })
  const after = withBatch(withBatch(before, 0, { attempt: answered }), 1, {
    attempt: answered,
    rejected: null,
  })
  expect(answersFound(before, after)).toEqual([
    { payout: payout.id, was: 'unanswered', rows: 2 },
    { payout: payout.id, was: 'rejected', rows: 2 },
  ])
  expect(answersFound(before, before)).toEqual([])
  expect(answersFound(after, after)).toEqual([])
  expect(answersFound(payout, withBatch(payout, 0, { attempt: answered }))).toEqual([])
  expect(answersFound(before, withBatch(before, 1, { attempt: unanswered, rejected: null }))).toEqual([])
})
