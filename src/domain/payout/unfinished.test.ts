import { expect, test } from 'vitest'
import * as Token from '#chain/money/Token.ts'
import { withFacts } from '#domain/ledger/ledger.ts'
import { type Asked, withBatch } from '#tests/support/attempts.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { PAYOUT_HASH, SAFE } from '#tests/support/safeExamples.ts'
import { type Payout, planPayout, withRetry } from './Payout.ts'
import { unfinishedPayouts } from './payoutAttention.ts'
import { answersFound } from './payoutRuns.ts'

const rows = Array.from({ length: 5 }, (_, index) => ({
  payee: payeeAt(index),
  amount: { token: Token.BNB, value: 1n },
  note: null,
  reference: null,
}))
/** The open rows of a payout, as lists show them. */
const leftOf = (one: Payout) => unfinishedPayouts([one])[0]?.left ?? { open: 0, unknown: 0 }
const payout: Payout = planPayout({ address: SAFE, kind: 'safe' }, rows, 2, 0)
const unanswered: Asked = { at: 1, position: null, known: [], submission: null }
const answered: Asked = {
  ...unanswered,
  submission: { kind: 'proposed', safe: SAFE, calls: [], safeTxHash: PAYOUT_HASH, inLargerBatch: false },
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

test('error: a row that is asked for again is still unknown, because the first request may have paid it', () => {
  const begun = withBatch(withBatch(payout, 0, { attempt: answered }), 1, { attempt: unanswered })
  expect(leftOf(withRetry(begun, [2, 3], 1))).toEqual({ open: 3, unknown: 2 })
  expect(leftOf(withRetry(begun, [2], 1))).toEqual({ open: 2, unknown: 2 })
})

test('behavior: lists found answers with the earlier belief, and nothing else', () => {
  const before = withBatch(withBatch(payout, 0, { attempt: unanswered }), 1, { rejected: unanswered })
  const submission = answered.submission
  if (!submission) throw new Error('It is answered')
  const found = { kind: 'found', at: 9, submission, by: 'content' } as const
  const withAnswers = (some: Payout, isFor: (batch: number) => boolean) => ({
    ...some,
    attempts: some.attempts.map((one) => (isFor(one.batch) ? withFacts(one, [found]) : one)),
  })
  const after = withAnswers(before, () => true)
  expect(answersFound(before, after)).toEqual([
    { payout: payout.id, was: 'unanswered', rows: 2 },
    { payout: payout.id, was: 'rejected', rows: 2 },
  ])
  expect(answersFound(before, before)).toEqual([])
  expect(answersFound(after, after)).toEqual([])
  expect(answersFound(payout, withBatch(payout, 0, { attempt: answered }))).toEqual([])
  expect(answersFound(before, withBatch(before, 1, { attempt: unanswered }))).toEqual([])
  expect(
    answersFound(
      before,
      withAnswers(before, (batch) => batch === 1),
    ),
  ).toMatchObject([{ was: 'rejected' }])
})
