import { isOpenQuestion, type Part, type Payout, partOf } from './Payout.ts'

/** Rows of a payout that somebody still has to see to, by what is known of them without asking anybody. */
export type Left = {
  /** Never asked for, or answered with "no"; zero once a person has left them unpaid. */
  readonly open: number
  /** Asked for, and no answer was seen. */
  readonly unknown: number
}

/** What is left of a payout; both are zero when all of it was asked for and answered. */
export function leftOf(payout: Payout): Left {
  const count = (is: (part: Part) => boolean) =>
    payout.parts.reduce(
      (sum, part, index) =>
        is(part) ? sum + part.rows.filter((row) => partOf(payout, row) === index).length : sum,
      0,
    )
  return { open: payout.closed ? 0 : count(({ ask }) => ask === null), unknown: count(isOpenQuestion) }
}

/** A question that is known to have been carried out, although nobody had said so, or somebody had said no. */
export type AnswerFound = {
  readonly payout: string
  readonly was: 'unanswered' | 'refused'
  readonly rows: number
}

/** What was learned of a payout between two readings of it. */
export function answersFound(before: Payout, after: Payout): readonly AnswerFound[] {
  return after.parts.flatMap(({ ask, rows }, index) => {
    const earlier = before.parts[index]
    if (!earlier || !ask?.submission || earlier.ask?.submission) return []
    const was = isOpenQuestion(earlier) ? 'unanswered' : earlier.refused ? 'refused' : null
    return was === null ? [] : [{ payout: after.id, was, rows: rows.length }]
  })
}
