import type { Account } from '#account/Account.ts'
import { leastSettled, type PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { paymentWords, type StatusWords } from '#domain/activity/paymentWords.ts'
import { type Attempt, submissionOf } from '#domain/ledger/Attempt.ts'
import type { StatusesOf } from '#domain/ledger/foldStatus.ts'
import { attemptOf, type Payout, wasRejected } from '#domain/payout/Payout.ts'

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
): StatusWords {
  const attempt = attemptOf(payout, batch)
  if (attempt === null) {
    return wasRejected(payout, batch)
      ? {
          tone: 'none',
          title: 'Rejected, not sent',
          text: 'You rejected or closed it. Try again when ready.',
        }
      : { tone: 'none', title: 'Not sent yet', text: '' }
  }
  const submission = submissionOf(attempt)
  if (submission === null && attempt.id === asking) {
    return { tone: 'wait', title: 'Waiting for you', text: 'Nothing is sent until you confirm it.' }
  }
  if (submission === null) {
    return {
      tone: 'warn',
      title: 'Unknown',
      text: 'We don’t know yet whether this was paid. Don’t pay it again; we’ll keep checking.',
    }
  }
  if (!status) return { tone: 'wait', title: 'Checking', text: '' }
  return paymentWords(status, submission.kind === 'proposed' ? 'proposed' : 'sent')
}

/** Row positions as people count them: "payments 1 to 100". */
export function placesText(rows: readonly number[]): string {
  const [first = 0] = rows
  const last = rows.at(-1) ?? first
  if (rows.length === 1) return `payment ${first + 1}`
  const whole = last - first + 1 === rows.length
  return whole ? `payments ${first + 1} to ${last + 1}` : `${rows.length} payments`
}
