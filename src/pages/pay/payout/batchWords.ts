import type { Account } from '#account/Account.ts'
import { leastSettled, type PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { attemptWords } from '#components/payout/rowWords.ts'
import { type Attempt, submissionOf } from '#domain/ledger/Attempt.ts'
import type { RowStatus, StatusesOf } from '#domain/ledger/foldStatus.ts'
import { attemptOf, type Payout, wasRejected } from '#domain/payout/Payout.ts'
import type { StatusText } from '#domain/shared/StatusText.ts'

/** A payout as its page follows it. */
export type FollowedPayout = {
  readonly listed: Account
  readonly payout: Payout
  readonly statusesOf: StatusesOf
  /** The attempt that this page is waiting for now. */
  readonly asking: string | null
}

/** The status of a batch is that of its least settled payment. */
export function settledOf(attempt: Attempt | null, statusesOf: StatusesOf): PaymentStatus | undefined {
  const statuses = attempt ? statusesOf(attempt) : undefined
  return statuses && leastSettled(statuses)
}

/** The status of a batch in words, also before it is requested. */
export function batchWords(
  payout: Payout,
  batch: number,
  status: PaymentStatus | undefined,
  asking: string | null,
): StatusText {
  const attempt = attemptOf(payout, batch)
  const submission = attempt && submissionOf(attempt)
  return attemptWords({ status: batchStatus(), submission })

  function batchStatus(): RowStatus {
    if (attempt === null) return { kind: 'not-requested', rejected: wasRejected(payout, batch) }
    if (submission === null) {
      return attempt.id === asking ? { kind: 'asking' } : { kind: 'unknown', why: 'no-answer', hash: null }
    }
    return status ?? { kind: 'reading' }
  }
}

/** Row positions as people count them: "payments 1 to 100". */
export function placesText(rows: readonly number[]): string {
  const [first = 0] = rows
  const last = rows.at(-1) ?? first
  if (rows.length === 1) return `payment ${first + 1}`
  const whole = last - first + 1 === rows.length
  return whole ? `payments ${first + 1} to ${last + 1}` : `${rows.length} payments`
}
