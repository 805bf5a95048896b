import type { Outcome, Submission } from '../Submission.ts'
import { type Payout, partOf } from './Payout.ts'

/** Where a row stands. Only `paid` is money that arrived for good; `unknown` is never guessed away. */
export type RowState =
  /** Not asked for; `refused` when somebody said no to it. */
  | { readonly kind: 'open'; readonly refused: boolean }
  /** Asked for, and no answer was seen. */
  | { readonly kind: 'unknown'; readonly reason: string | null }
  /** Asked for; where it stands has not been read yet. */
  | { readonly kind: 'reading'; readonly submission: Submission }
  | {
      readonly kind: 'waiting'
      readonly submission: Submission
      readonly outcome: Extract<
        Outcome,
        { kind: 'waiting' | 'needs-signatures' | 'ready-to-execute' | 'confirming' }
      >
    }
  | { readonly kind: 'paid'; readonly submission: Submission; readonly hash: `0x${string}` }
  /** Proven: no money moved for it, and none can by what was asked. */
  | { readonly kind: 'unpaid'; readonly submission: Submission; readonly reason: string }
  /** What is queued is not what was reviewed. */
  | { readonly kind: 'mismatch'; readonly submission: Submission; readonly differences: readonly string[] }

/**
 * Where every row of a payout stands, in order.
 * @param outcomeOf what was read of a part; undefined while it was not
 */
export function rowStates(
  payout: Payout,
  outcomeOf: (part: number) => Outcome | undefined,
): readonly RowState[] {
  const states: RowState[] = new Array(payout.rows.length)
  payout.parts.forEach(({ rows, ask, refused }, index) => {
    const outcome = outcomeOf(index)
    rows.forEach((row, at) => {
      if (ask === null) states[row] = { kind: 'open', refused: refused !== null }
      else if (ask.submission === null) states[row] = { kind: 'unknown', reason: null }
      else states[row] = stateOf(ask.submission, outcome, at)
    })
  })
  return Array.from(
    { length: payout.rows.length },
    (_, row) => states[row] ?? { kind: 'open', refused: false },
  )
}

/** @param at place of the row among the calls of its part */
function stateOf(submission: Submission, outcome: Outcome | undefined, at: number): RowState {
  if (outcome === undefined) return { kind: 'reading', submission }
  switch (outcome.kind) {
    case 'done':
      return { kind: 'paid', submission, hash: outcome.hash }
    case 'failed':
      return ofFailure(submission, outcome, at)
    case 'replaced':
      return { kind: 'unpaid', submission, reason: outcome.reason }
    case 'mismatch':
      return { kind: 'mismatch', submission, differences: outcome.differences }
    case 'unknown':
      return { kind: 'unknown', reason: outcome.reason }
    default:
      return { kind: 'waiting', submission, outcome }
  }
}

/** Where a token moved nothing in a transaction that succeeded, the other rows of it are paid. */
function ofFailure(
  submission: Submission,
  { hash, reason, final, fates }: Extract<Outcome, { kind: 'failed' }>,
  at: number,
): RowState {
  const fate = fates ? fates[at] : 'not-paid'
  if (fate === 'paid' && hash) {
    return final
      ? { kind: 'paid', submission, hash }
      : { kind: 'waiting', submission, outcome: { kind: 'confirming', hash } }
  }
  if (fate !== 'not-paid') return { kind: 'unknown', reason }
  return final
    ? { kind: 'unpaid', submission, reason }
    : { kind: 'unknown', reason: `${reason} Its block is not final yet.` }
}

/** The rows that can be asked for again without a doubt: proven unpaid. */
export function retryable(states: readonly RowState[]): readonly number[] {
  return states.flatMap(({ kind }, row) => (kind === 'unpaid' ? [row] : []))
}

/** How many rows are in each state. */
export function countStates(states: readonly RowState[]): Readonly<Record<RowState['kind'], number>> {
  const counts = { open: 0, unknown: 0, reading: 0, waiting: 0, paid: 0, unpaid: 0, mismatch: 0 }
  for (const { kind } of states) counts[kind]++
  return counts
}

/** True while the last part that holds a row is this one. */
export function speaksFor(payout: Payout, part: number): boolean {
  return payout.parts[part]?.rows.some((row) => partOf(payout, row) === part) ?? false
}
