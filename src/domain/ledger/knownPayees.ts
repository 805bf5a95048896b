import type { Address } from '#chain/money/Address.ts'
import { asTransfer } from '#chain/money/Call.ts'
import { ANSWER_LIFE, type Attempt, isRejected, submissionOf } from './Attempt.ts'

/**
 * The payees that an account paid or is paying from here, according to its ledger: proven paid, or requested within
 * the last day and not rejected. A record from a file makes nobody known.
 * @param now ms since the epoch
 */
export function payeesOf(attempts: readonly Attempt[], now: number): readonly Address[] {
  const found = attempts.flatMap((attempt) => {
    if (attempt.restored || isRejected(attempt)) return []
    const isNow = attempt.at >= now - ANSWER_LIFE
    const paid = new Set(attempt.facts.flatMap((fact) => (fact.kind === 'paid' ? fact.calls : [])))
    return attempt.calls.flatMap((call, at) => {
      const transfer = isNow || paid.has(at) ? asTransfer(call) : null
      return transfer ? [transfer.to] : []
    })
  })
  return [...new Set(found)]
}

/** The attempts made here of which it is not known whether they paid, newest first. */
export function unprovenOf(attempts: readonly Attempt[]): readonly Attempt[] {
  return attempts
    .filter(
      (attempt) =>
        !attempt.restored &&
        submissionOf(attempt) !== null &&
        !attempt.facts.some(({ kind }) => kind === 'paid'),
    )
    .toSorted((a, b) => b.at - a.at)
}
