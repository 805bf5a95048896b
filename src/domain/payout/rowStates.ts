import type { Submission } from '#account/Account.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { type Payout, partOf } from './Payout.ts'

/** Where a row of a payout stands. Before a person was asked for it there is no payment, and so no status of one. */
export type RowState =
  /** Not asked for; `rejected` when the person said no to it. */
  | { readonly kind: 'open'; readonly rejected: boolean }
  /** This page asks for it at this moment, and waits for the person. */
  | { readonly kind: 'asking' }
  /** Asked for; where it stands has not been read yet. */
  | { readonly kind: 'reading'; readonly submission: Submission }
  /** Asked for. `submission` is null where no answer was seen. */
  | { readonly kind: 'asked'; readonly submission: Submission | null; readonly status: PaymentStatus }

/**
 * Where every row of a payout stands, in order.
 * @param statusesOf what was read of a part, in the order of its rows; undefined while it was not
 * @param asking the part that this page asks for at this moment; null for none
 */
export function rowStates(
  payout: Payout,
  statusesOf: (part: number) => readonly PaymentStatus[] | undefined,
  asking: number | null = null,
): readonly RowState[] {
  const states: RowState[] = Array.from({ length: payout.rows.length }, () => ({
    kind: 'open',
    rejected: false,
  }))
  payout.parts.forEach(({ rows, ask, refused }, index) => {
    const statuses = statusesOf(index)
    rows.forEach((row, at) => {
      if (ask === null) states[row] = { kind: 'open', rejected: refused !== null }
      else if (ask.submission === null) states[row] = index === asking ? { kind: 'asking' } : unanswered
      else states[row] = ofSubmission(ask.submission, statuses && (statuses[at] ?? unanswered.status))
    })
  })
  return states
}

const unanswered = {
  kind: 'asked',
  submission: null,
  status: { kind: 'unknown', why: 'no-answer', hash: null },
} as const

function ofSubmission(submission: Submission, status: PaymentStatus | undefined): RowState {
  return status === undefined ? { kind: 'reading', submission } : { kind: 'asked', submission, status }
}

/** The status of the payment of a row; null where none was asked for, or none was read. */
export function statusOf(state: RowState): PaymentStatus | null {
  return state.kind === 'asked' ? state.status : null
}

/** The rows that can be asked for again without a doubt: proven not paid. */
export function retryable(states: readonly RowState[]): readonly number[] {
  return states.flatMap((state, row) => (statusOf(state)?.kind === 'not-paid' ? [row] : []))
}

/** The rows that were requested and answered, and whose outcome is unknown all the same. */
export function undecided(states: readonly RowState[]): readonly number[] {
  return states.flatMap((state, row) =>
    state.kind === 'asked' && state.submission !== null && state.status.kind === 'unknown' ? [row] : [],
  )
}

/** The states of rows in few kinds, as they are counted for people. */
export type RowKind =
  | 'open'
  | 'asking'
  | 'on-the-way'
  | 'paid'
  | 'short'
  | 'not-paid'
  | 'mismatch'
  | 'unknown'

/** Which of them a row is. */
export function kindOf(state: RowState): RowKind {
  if (state.kind === 'open' || state.kind === 'asking') return state.kind
  const kind = statusOf(state)?.kind
  switch (kind) {
    case 'paid':
    case 'short':
    case 'not-paid':
    case 'mismatch':
    case 'unknown':
      return kind
    default:
      return 'on-the-way'
  }
}

/** How many rows are of each kind. */
export function countStates(states: readonly RowState[]): Readonly<Record<RowKind, number>> {
  const counts: Record<RowKind, number> = {
    open: 0,
    asking: 0,
    'on-the-way': 0,
    paid: 0,
    short: 0,
    'not-paid': 0,
    mismatch: 0,
    unknown: 0,
  }
  for (const state of states) counts[kindOf(state)]++
  return counts
}

/** True while the last part that holds a row is this one. */
export function speaksFor(payout: Payout, part: number): boolean {
  return payout.parts[part]?.rows.some((row) => partOf(payout, row) === part) ?? false
}
