import { isOpenQuestion, type Part, type Payout, partOf } from './Payout.ts'

/** Rows of a payout that still need attention, based on stored data alone. */
export type Left = {
  /** Not requested, or rejected; zero once the person has left them unpaid. */
  readonly open: number
  /** Requested, and no answer was seen. */
  readonly unknown: number
}

/** What is left of a payout. Both counts are zero once everything was requested and answered. */
export function leftOf(payout: Payout): Left {
  const count = (is: (part: Part) => boolean) =>
    payout.parts.reduce(
      (sum, part, index) =>
        is(part) ? sum + part.rows.filter((row) => partOf(payout, row) === index).length : sum,
      0,
    )
  return { open: payout.closed ? 0 : count(({ ask }) => ask === null), unknown: count(isOpenQuestion) }
}

/** A request now known to have been carried out, although it had no answer or was rejected. */
export type AnswerFound = {
  readonly payout: string
  readonly was: 'unanswered' | 'refused'
  readonly rows: number
}

/** Compares two readings of a payout and returns the answers found in between. */
export function answersFound(before: Payout, after: Payout): readonly AnswerFound[] {
  return after.parts.flatMap(({ ask, rows }, index) => {
    const earlier = before.parts[index]
    if (!earlier || !ask?.submission || earlier.ask?.submission) return []
    const was = isOpenQuestion(earlier) ? 'unanswered' : earlier.refused ? 'refused' : null
    return was === null ? [] : [{ payout: after.id, was, rows: rows.length }]
  })
}
