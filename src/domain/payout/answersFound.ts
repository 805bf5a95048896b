import { isUnanswered, submissionOf } from '#domain/ledger/Attempt.ts'
import type { Payout } from './Payout.ts'

/** A request now known to have been carried out, although it had no answer or was rejected. */
export type AnswerFound = {
  readonly payout: string
  readonly was: 'unanswered' | 'rejected'
  readonly rows: number
}

/** Compares two readings of a payout and returns the answers found in between. */
export function answersFound(before: Payout, after: Payout): readonly AnswerFound[] {
  return after.attempts.flatMap((attempt) => {
    const earlier = before.attempts.find(({ id }) => id === attempt.id)
    if (!earlier || submissionOf(attempt) === null || submissionOf(earlier) !== null) return []
    const was = isUnanswered(earlier) ? 'unanswered' : 'rejected'
    return [{ payout: after.id, was, rows: attempt.rows.length }]
  })
}
