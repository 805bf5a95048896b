import type { Submission } from '#account/Account.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { batchOf, type Payout } from './Payout.ts'

/** The state of a payout row. A row that was not requested has no payment, and so no payment status. */
export type RowStatus =
  /** Not requested; `rejected` if the person rejected it. */
  | { readonly kind: 'open'; readonly rejected: boolean }
  /** This page is requesting it now and waiting for the person. */
  | { readonly kind: 'asking' }
  /** Requested; its status has not been read yet. */
  | { readonly kind: 'reading'; readonly submission: Submission }
  /** Requested. `submission` is null if no answer was seen. */
  | { readonly kind: 'asked'; readonly submission: Submission | null; readonly status: PaymentStatus }

/**
 * The state of every row of a payout, in order.
 * @param statusesOf the statuses read for a batch, in row order; undefined until read
 * @param asking the batch that this page is requesting now; null for none
 */
export function rowStatuses(
  payout: Payout,
  statusesOf: (batch: number) => readonly PaymentStatus[] | undefined,
  asking: number | null = null,
): readonly RowStatus[] {
  const states: RowStatus[] = Array.from({ length: payout.rows.length }, () => ({
    kind: 'open',
    rejected: false,
  }))
  payout.batches.forEach(({ rows, attempt, rejected }, index) => {
    const statuses = statusesOf(index)
    rows.forEach((row, at) => {
      if (attempt === null) states[row] = { kind: 'open', rejected: rejected !== null }
      else if (attempt.submission === null) states[row] = index === asking ? { kind: 'asking' } : unanswered
      else states[row] = ofSubmission(attempt.submission, statuses && (statuses[at] ?? unanswered.status))
    })
  })
  return states
}

const unanswered = {
  kind: 'asked',
  submission: null,
  status: { kind: 'unknown', why: 'no-answer', hash: null },
} as const

function ofSubmission(submission: Submission, status: PaymentStatus | undefined): RowStatus {
  return status === undefined ? { kind: 'reading', submission } : { kind: 'asked', submission, status }
}

/** The payment status of a row; null if nothing was requested or read. */
export function paymentStatusOf(state: RowStatus): PaymentStatus | null {
  return state.kind === 'asked' ? state.status : null
}

/** Rows that can safely be requested again, because they are proven unpaid. */
export function retryable(states: readonly RowStatus[]): readonly number[] {
  return states.flatMap((state, row) => (paymentStatusOf(state)?.kind === 'not-paid' ? [row] : []))
}

/** Row states grouped into a few kinds, for the counts shown to people. */
export type RowKind =
  | 'open'
  | 'asking'
  /** In a Safe's queue, where no money moves until it is executed. */
  | 'queued'
  | 'on-the-way'
  | 'paid'
  | 'short'
  | 'not-paid'
  | 'mismatch'
  | 'unknown'

/** The kind of a row. */
export function kindOf(state: RowStatus): RowKind {
  if (state.kind === 'open' || state.kind === 'asking') return state.kind
  const kind = paymentStatusOf(state)?.kind
  switch (kind) {
    case 'paid':
    case 'short':
    case 'not-paid':
    case 'mismatch':
    case 'unknown':
      return kind
    case 'needs-signatures':
    case 'ready':
      return 'queued'
    default:
      return 'on-the-way'
  }
}

/** Counts the rows of each kind. */
export function countStatuses(states: readonly RowStatus[]): Readonly<Record<RowKind, number>> {
  const counts: Record<RowKind, number> = {
    open: 0,
    asking: 0,
    queued: 0,
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

/** True if this batch decides the state of at least one of its rows. */
export function speaksFor(payout: Payout, batch: number): boolean {
  return payout.batches[batch]?.rows.some((row) => batchOf(payout, row) === batch) ?? false
}
