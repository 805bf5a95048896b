import type { Attention } from '#domain/shared/Attention.ts'
import { count, when } from '#domain/shared/format.ts'
import { payoutPath } from '#domain/shared/paths.ts'
import { type Left, leftOf, type Payout } from './Payout.ts'

/**
 * The payouts that wait for the person, with what is left of them, based on stored data alone. One payment that was
 * rejected waits for nothing: the person said no.
 */
export function unfinishedPayouts(
  payouts: readonly Payout[],
): readonly { readonly payout: Payout; readonly left: Left }[] {
  return payouts
    .map((payout) => ({ payout, left: leftOf(payout) }))
    .filter(({ payout, left }) => left.unknown > 0 || (left.open > 0 && !isRejected(payout)))
}

function isRejected({ rows, batches }: Payout): boolean {
  return rows.length === 1 && batches.some(({ rejected }) => rejected !== null)
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
