import { type Batch, batchOf, isUnanswered, type Payout } from './Payout.ts'

/** Rows of a payout that still need attention, based on stored data alone. */
export type Left = {
  /** Not requested, or rejected; zero once the person has left them unpaid. */
  readonly open: number
  /** Requested, and no answer was seen. */
  readonly unknown: number
}

/** What is left of a payout. Both counts are zero once everything was requested and answered. */
export function leftOf(payout: Payout): Left {
  const count = (is: (batch: Batch) => boolean) =>
    payout.batches.reduce(
      (sum, batch, index) =>
        is(batch) ? sum + batch.rows.filter((row) => batchOf(payout, row) === index).length : sum,
      0,
    )
  return { open: payout.closed ? 0 : count(({ attempt }) => attempt === null), unknown: count(isUnanswered) }
}

/** A request now known to have been carried out, although it had no answer or was rejected. */
export type AnswerFound = {
  readonly payout: string
  readonly was: 'unanswered' | 'rejected'
  readonly rows: number
}

/** Compares two readings of a payout and returns the answers found in between. */
export function answersFound(before: Payout, after: Payout): readonly AnswerFound[] {
  return after.batches.flatMap(({ attempt, rows }, index) => {
    const earlier = before.batches[index]
    if (!earlier || !attempt?.submission || earlier.attempt?.submission) return []
    const was = isUnanswered(earlier) ? 'unanswered' : earlier.rejected ? 'rejected' : null
    return was === null ? [] : [{ payout: after.id, was, rows: rows.length }]
  })
}
