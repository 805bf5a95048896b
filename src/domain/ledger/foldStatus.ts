import type { Hash } from 'viem'
import type { Submission } from '#account/Submission.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { type Attempt, isRejected, submissionOf } from './Attempt.ts'

/** The status of one payment of a payout, computed from every attempt that contains it (`docs/money.md` 8). */
export type RowStatus =
  /** Never requested, or rejected each time: nothing was sent. */
  | { readonly kind: 'not-requested'; readonly rejected: boolean }
  /** This page is requesting it now and waits for the person. */
  | { readonly kind: 'asking' }
  /** Requested; its status has not been read yet. */
  | { readonly kind: 'reading' }
  /** Its attempts moved money for it this many times, in these transactions. One transaction can hold several. */
  | { readonly kind: 'paid-twice'; readonly times: number; readonly hashes: readonly Hash[] }
  | PaymentStatus

/** The status of a row, and its other attempts. */
export type FoldedStatus = {
  readonly status: RowStatus
  /** The submission that the status is about; null if none was answered. */
  readonly submission: Submission | null
  /** Other attempts that may still pay it, or that cannot be ruled out. They are named beside the status. */
  readonly beside: readonly RowStatus[]
}

/** The statuses read for a submission of an attempt, in the order of its calls; undefined until read. */
export type StatusesOf = (attempt: Attempt) => readonly PaymentStatus[] | undefined

/** A status of a row by one of its attempts. */
type One = { readonly status: RowStatus; readonly submission: Submission | null }

/** A payment that was never requested. */
export const notRequested: FoldedStatus = {
  status: { kind: 'not-requested', rejected: false },
  submission: null,
  beside: [],
}

/**
 * The status of each row of a payout, in order. One attempt never hides another: a row is paid if any attempt paid it,
 * and not paid only if every one is proven not paid or was never sent.
 * @param payout `restored`: it came from a backup as a whole
 * @param asking the attempt that this page is waiting for now; null for none
 */
export function foldStatuses(
  payout: {
    readonly rows: readonly unknown[]
    readonly attempts: readonly Attempt[]
    readonly restored?: boolean
  },
  statusesOf: StatusesOf,
  asking: string | null = null,
): readonly FoldedStatus[] {
  const byRow: One[][] = payout.rows.map(() => [])
  for (const attempt of payout.attempts) {
    const statuses = submissionOf(attempt) && statusesOf(attempt)
    attempt.rows.forEach((row, at) => {
      const status = statusIn(attempt, statuses?.[at], statuses !== undefined, attempt.id === asking)
      // A restored attempt may have paid a row of this browser's payout. It never settles the row, and it is not a
      // review.
      const isClaim = attempt.restored && (status.kind === 'mismatch' || !payout.restored)
      byRow[row]?.push({
        status: isClaim ? restoredClaim : status,
        submission: submissionOf(attempt),
      })
    })
  }
  return byRow.map(foldRow)
}

const restoredClaim: PaymentStatus = { kind: 'unknown', why: 'restored', hash: null }

/** The status of a row in one attempt. */
function statusIn(
  attempt: Attempt,
  status: PaymentStatus | undefined,
  isRead: boolean,
  isAsking: boolean,
): RowStatus {
  if (isRejected(attempt)) return { kind: 'not-requested', rejected: true }
  if (submissionOf(attempt) === null) {
    return isAsking ? { kind: 'asking' } : { kind: 'unknown', why: 'no-answer', hash: null }
  }
  if (!isRead) return { kind: 'reading' }
  return status ?? { kind: 'unknown', why: 'no-answer', hash: null }
}

/** The kinds of a status, most decisive first. */
const order: readonly RowStatus['kind'][] = [
  'paid-twice',
  'paid',
  'short',
  'mismatch',
  'asking',
  'confirming',
  'pending',
  'ready',
  'needs-signatures',
  'reading',
  'unknown',
  'not-paid',
  'not-requested',
]

function foldRow(all: readonly One[]): FoldedStatus {
  const sorted = all.toSorted((a, b) => order.indexOf(a.status.kind) - order.indexOf(b.status.kind))
  const [first, ...others] = sorted
  if (!first) return notRequested
  // Whatever the payee received of each: money moved twice. Two attempts that name one transaction are one payment,
  // unless a person put both into one batch, which answers each with a transfer of its own.
  const moved = all.flatMap(({ status, submission }) =>
    status.kind === 'paid' || status.kind === 'short'
      ? [{ hash: status.hash.toLowerCase() as Hash, submission }]
      : [],
  )
  const hashes = new Set(moved.map(({ hash }) => hash))
  const shared = moved.filter(({ submission }) => submission?.kind === 'proposed' && submission.inLargerBatch)
  const times = hashes.size + shared.length - new Set(shared.map(({ hash }) => hash)).size
  const status: RowStatus = times > 1 ? { kind: 'paid-twice', times, hashes: [...hashes] } : first.status
  const beside = others.flatMap((one) => (isStillPossible(one.status) ? [one.status] : []))
  return { status, submission: first.submission, beside }
}

/** True while an attempt may still pay a row, or may have paid it. */
function isStillPossible({ kind }: RowStatus): boolean {
  return !['paid', 'paid-twice', 'short', 'not-paid', 'not-requested'].includes(kind)
}

/** Rows that can be requested again without paying twice: every attempt is proven not paid. */
export function payableAgain(rows: readonly FoldedStatus[]): readonly number[] {
  return rows.flatMap(({ status }, row) => (status.kind === 'not-paid' ? [row] : []))
}

/** The statuses of rows in a few kinds, for the counts shown to people. */
export type RowKind =
  | 'not-requested'
  | 'asking'
  /** In a Safe's queue, where no money moves until it is executed. */
  | 'queued'
  /** Requested, and still being read: it may be paid already. */
  | 'reading'
  | 'on-the-way'
  | 'paid'
  | 'paid-twice'
  | 'short'
  | 'not-paid'
  | 'mismatch'
  | 'unknown'

/** The kind of a row. */
export function kindOf({ kind }: RowStatus): RowKind {
  switch (kind) {
    case 'needs-signatures':
    case 'ready':
      return 'queued'
    case 'pending':
    case 'confirming':
      return 'on-the-way'
    default:
      return kind
  }
}

/** Counts the rows of each kind. */
export function countRows(rows: readonly FoldedStatus[]): Readonly<Record<RowKind, number>> {
  const counts: Record<RowKind, number> = {
    'not-requested': 0,
    asking: 0,
    queued: 0,
    reading: 0,
    'on-the-way': 0,
    paid: 0,
    'paid-twice': 0,
    short: 0,
    'not-paid': 0,
    mismatch: 0,
    unknown: 0,
  }
  for (const { status } of rows) counts[kindOf(status)]++
  return counts
}
