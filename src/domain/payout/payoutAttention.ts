import type { Attention } from '#domain/shared/Attention.ts'
import { count, when } from '#domain/shared/format.ts'
import { payoutPath } from '#domain/shared/paths.ts'
import { openPlaces, type Payout, unansweredOf, wasRejected } from './Payout.ts'

/** Rows of a payout that still need attention, based on stored data alone. */
export type Left = {
  /** Not requested, or rejected; zero once the person has left them unpaid. */
  readonly open: number
  /** Requested, and no answer was seen. */
  readonly unknown: number
}

/**
 * The payouts that wait for the person, with what is left of them, based on stored data alone. One payment that was
 * rejected waits for nothing: the person said no.
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

/** What the unfinished payouts among these wait for. Those with unknown payments come first. */
export function payoutAttention(payouts: readonly Payout[]): readonly Attention[] {
  const unfinished = unfinishedPayouts(payouts).toSorted(
    (a, b) => Number(b.left.unknown > 0) - Number(a.left.unknown > 0),
  )
  return unfinished.map(({ payout: { id, rows, createdAt }, left }) => {
    const { open, unknown } = left
    return {
      id: `payout:${id}:${unknown}:${open}`,
      tone: 'warn',
      title: unknown > 0 ? `${count(unknown, 'payment')} may have been sent` : 'Unfinished payout',
      text: `${leftWords(left, rows.length)}. ${when(createdAt)}`,
      path: payoutPath(id),
      action: unknown > 0 ? 'Check' : 'Continue',
    }
  })
}

/** `2 unknown · 1 not sent, of 5 payments` */
export function leftWords({ open, unknown }: Left, of: number): string {
  const words = [...(unknown > 0 ? [`${unknown} unknown`] : []), ...(open > 0 ? [`${open} not sent`] : [])]
  return `${words.join(' · ')}, of ${of} ${of === 1 ? 'payment' : 'payments'}`
}
