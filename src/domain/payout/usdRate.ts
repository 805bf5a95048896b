import type { Price } from '#chain/prices/feeds.ts'

/** The rate at which a payment answers a request in US dollars. It belongs to the payment for as long as that is kept. */
export type UsdRate = {
  /** What the request asks for, see `Asked`. */
  readonly cents: bigint
  readonly tolerance: number
  /** When the request was made, and when it stops to be payable, in seconds since the epoch. */
  readonly madeAt: number
  readonly until: number
  /** What two operators reported of the token. */
  readonly price: Pick<Price, 'value' | 'at'>
  /** When they were asked, in ms since the epoch. */
  readonly readAt: number
  /** The text of the request's link, from which the payment can be made anew. */
  readonly link: string
}

/** The part of a payment that this is about. */
type Rated = { readonly rate?: UsdRate }

/** For so long (ms) after it was read a rate may still be sent: the payments before it in a list take their time. */
export const RATE_LIFE = 3_600_000

/** For so long (ms) after it was read a rate stands in the review. Then the person asks for the one of that time. */
export const RATE_HOLD = 120_000

/** True if a payment must not be sent at its rate any more. A rate from the future is none. `now` in ms. */
export function isRateOver({ rate }: Rated, now: number): boolean {
  return rate !== undefined && (Math.abs(now - rate.readAt) > RATE_LIFE || now >= rate.until * 1_000)
}

/** How much older (ms) than its request a payment may be and still count, because clocks differ. */
const CLOCK_SKEW = 30_000

/**
 * From when on (ms) a payment to the same payee in the same token may be the same payment, whatever its amount; null
 * where only the same amount is. Two rates make two amounts of one request.
 */
export function anyAmountSince({ rate }: Rated): number | null {
  return rate ? rate.madeAt * 1_000 - CLOCK_SKEW : null
}
