import { type Attempt, attemptIds, submissionOf } from '#domain/ledger/Attempt.ts'
import { count, plural, when } from '#domain/shared/format.ts'
import { payoutPath } from '#domain/shared/paths.ts'
import type { Attention } from '#domain/shared/StatusText.ts'
import { openPlaces, type Payout, payoutNameOrTotals, unansweredOf, wasRejected } from './Payout.ts'

/** Rows of a payout that still need attention, based on stored data alone. */
type Left = {
  /** Not requested, or rejected; zero once the person has left them unpaid. */
  readonly open: number
  /** Requested, and no answer was seen. */
  readonly unknown: number
}

/**
 * The payouts that wait for the person, with their open rows, based on stored data alone. A single payment that the
 * person rejected waits for nothing.
 */
export function unfinishedPayouts(
  payouts: readonly Payout[],
): readonly { readonly payout: Payout; readonly left: Left }[] {
  return payouts
    .map((payout) => ({ payout, left: countLeft(payout) }))
    .filter(({ payout, left }) => left.unknown > 0 || (left.open > 0 && !isRejected(payout)))
}

function countLeft(payout: Payout): Left {
  return {
    open: payout.closed ? 0 : openPlaces(payout).length,
    unknown: new Set(unansweredOf(payout).flatMap(({ rows }) => rows)).size,
  }
}

function isRejected(payout: Payout): boolean {
  return payout.rows.length === 1 && payout.batches.some((_, batch) => wasRejected(payout, batch))
}

/** A payment that was made twice needs attention for this long (ms) after its last request. */
const TWICE_FOR = 14 * 86_400_000

/** Counts the payments that more than one attempt of this browser is proven to have made, by stored data alone. */
function paidTwice({ attempts }: Payout, now: number): number {
  const by = new Map<number, Set<string>>()
  for (const attempt of attempts) {
    if (attempt.restored || attempt.at < now - TWICE_FOR) continue
    const paid = attempt.facts.flatMap((fact) => (fact.kind === 'paid' ? fact.calls : []))
    for (const call of paid) {
      const row = attempt.rows[call]
      if (row !== undefined) by.set(row, (by.get(row) ?? new Set()).add(paymentOf(attempt)))
    }
  }
  return [...by.values()].filter(({ size }) => size > 1).length
}

/** Names the payment of an attempt. In a batch that a person put together, each attempt has one of its own. */
function paymentOf(attempt: Attempt): string {
  const submission = submissionOf(attempt)
  const isShared = submission?.kind === 'proposed' && submission.inLargerBatch
  return (isShared ? undefined : attemptIds(attempt)[0]) ?? attempt.id
}

/** The payout behind other words, because its name may run from right to left. */
function calledIn(payout: Payout): string {
  return `${payoutNameOrTotals(payout)}, ${when(payout.createdAt)}`
}

function twiceAttention(payouts: readonly Payout[], now: number): readonly Attention[] {
  return payouts.flatMap((payout) => {
    const twice = paidTwice(payout, now)
    if (twice === 0) return []
    return [
      {
        id: `twice:${payout.id}:${twice}`,
        tone: 'bad',
        title: `${count(twice, 'payment was', 'payments were')} paid twice`,
        text: `Ask for what was too much to be sent back. ${calledIn(payout)}`,
        path: payoutPath(payout.id),
        action: 'See which',
      },
    ]
  })
}

/**
 * The payouts that need attention: payments made twice first, then unknown payments, then unfinished payouts.
 * @param now ms since the epoch
 */
export function payoutAttention(payouts: readonly Payout[], now = Date.now()): readonly Attention[] {
  const unfinished = unfinishedPayouts(payouts).toSorted(
    (a, b) => Number(b.left.unknown > 0) - Number(a.left.unknown > 0),
  )
  const open = unfinished.map(({ payout, left }): Attention => {
    const { id, rows } = payout
    const { open, unknown } = left
    return {
      id: `payout:${id}:${unknown}:${open}`,
      tone: 'warn',
      title: unknown > 0 ? `${count(unknown, 'payment')} may have been sent` : 'Unfinished payout',
      text: `${leftWords(left, rows.length)}. ${calledIn(payout)}`,
      path: payoutPath(id),
      action: unknown > 0 ? 'Check' : 'Continue',
    }
  })
  return [...twiceAttention(payouts, now), ...open]
}

/** `2 unknown · 1 not sent, of 5 payments` */
export function leftWords({ open, unknown }: Left, of: number): string {
  const words = [...(unknown > 0 ? [`${unknown} unknown`] : []), ...(open > 0 ? [`${open} not sent`] : [])]
  return `${words.join(' · ')}, of ${of} ${plural(of, 'payment')}`
}
