import type { RecentPayment } from '#account/RecentPayments.ts'
import { asTransfer, type Transfer, transfersOf, withoutTransfers } from '#chain/money/Call.ts'
import { type Attempt, attemptIds, isRejected, submissionOf } from './Attempt.ts'
import type { AboutToPay, MadePayment } from './matchPayments.ts'

/**
 * Everything that this browser has requested, as payments that may have been made, whatever the outcome. This browser
 * knows about them before any other source does, and long after.
 * @param own rows that are about to be requested; the other rows of their payout are not repetitions
 */
export function recordedPayments(
  attempts: readonly Attempt[],
  own: AboutToPay['own'],
): readonly MadePayment[] {
  const wanted = new Set(own?.rows)
  return attempts.flatMap((attempt): readonly MadePayment[] => {
    if (isRejected(attempt)) return []
    const isOwn = own !== null && attempt.payout === own.payout
    const places = attempt.calls.flatMap((call, at) =>
      asTransfer(call) && (!isOwn || wanted.has(attempt.rows[at] ?? -1)) ? [at] : [],
    )
    if (places.length === 0) return []
    const submission = submissionOf(attempt)
    const { requests, calls, kind, restored, at } = attempt
    return [
      {
        id: attemptIds(attempt)[0] ?? attempt.id,
        submission,
        reported: submission === null ? 'asked' : kind === 'safe' ? 'queued' : 'sent',
        transfers: places.flatMap((place) => (calls[place] ? transfersOf([calls[place]]) : [])),
        // The time in a file is not trusted.
        at: restored ? null : at,
        ...(requests && !restored && { requests: places.map((place) => requests[place] ?? null) }),
      },
    ]
  })
}

/**
 * Merges reported payments with recorded ones. A payment found in both is taken from the record, plus any further
 * transfers that are reported: a record from a backup file must not hide payments that its transaction really made.
 */
export function mergePayments(
  made: readonly RecentPayment[],
  recorded: readonly MadePayment[],
): readonly MadePayment[] {
  // Of a batch assembled by a person, this browser knows only its own part.
  const whole = recorded.filter(
    ({ submission }) => submission?.kind !== 'proposed' || !submission.inLargerBatch,
  )
  const known = new Map<string, Transfer[]>()
  for (const { id, submission } of whole) {
    known.set(id, [...(known.get(id) ?? []), ...transfersOf(submission?.calls ?? [])])
  }
  const others = made.flatMap((payment) => {
    const own = known.get(payment.id)
    if (own === undefined) return [payment]
    const transfers = withoutTransfers(payment.transfers, own)
    return transfers.length === 0 ? [] : [{ ...payment, transfers }]
  })
  const reported = new Set(others.map(({ id }) => id))
  return [...recorded.filter((one) => whole.includes(one) || !reported.has(one.id)), ...others]
}
