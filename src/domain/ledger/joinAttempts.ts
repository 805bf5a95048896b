import { toJson } from '#storage/persisted.ts'
import type { Attempt, Fact } from './Attempt.ts'
import { formatAttempt, formatFact } from './attemptDocument.ts'

/**
 * Joins two records of one attempt. A file adds nothing to what was recorded here; a record that came from a file
 * itself may learn from another one that there was an answer, but not that there was none.
 */
export function joinAttempts(mine: Attempt, theirs: Attempt): Attempt {
  if (!theirs.restored) return withFacts(mine, theirs.facts)
  if (!mine.restored || !isSameAttempt(mine, theirs)) return mine
  return withFacts(
    mine,
    theirs.facts.filter(({ kind }) => kind !== 'rejected'),
  )
}

/** True if two records are of one attempt: everything but their facts is the same. */
function isSameAttempt(a: Attempt, b: Attempt): boolean {
  const head = (one: Attempt) =>
    toJson(formatAttempt({ ...one, batch: 0, restored: false, known: [], time: null, facts: [] }))
  return head(a) === head(b)
}

/** Adds facts that are not known yet. */
export function withFacts(attempt: Attempt, facts: readonly Fact[]): Attempt {
  const known = new Set(attempt.facts.map(factText))
  const more = facts.filter((fact) => !known.has(factText(fact)))
  return more.length === 0 ? attempt : { ...attempt, facts: [...attempt.facts, ...more] }
}

/** The text of a fact, without its time: the same fact at another time adds nothing. */
function factText(fact: Fact): string {
  return toJson(formatFact({ ...fact, at: 0 }))
}
