import { keccak256, stringToBytes } from 'viem'
import type { Price } from '#chain/prices/feeds.ts'
import type { AnsweredRequest } from '#domain/ledger/earlierPayments.ts'
import { decodeRequest, requestKey } from '#domain/request/requestLink.ts'

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
  /** When this browser first opened the request, in ms since the epoch; `readAt` if it is not known. */
  readonly openedAt?: number
}

/** The part of a payment that this is about. */
type Rated = { readonly rate?: UsdRate; readonly answers?: AnsweredRequest }

/** For so long (ms) after it was read a rate may still be sent: the payments before it in a list take their time. */
export const RATE_LIFE = 3_600_000

/** For so long (ms) after it was read a rate stands in the review. Then the person asks for the one of that time. */
export const RATE_HOLD = 120_000

/** True if a payment must not be sent at its rate any more. A rate from the future is none. `now` in ms. */
export function isRateOver({ rate }: Rated, now: number): boolean {
  return rate !== undefined && (Math.abs(now - rate.readAt) > RATE_LIFE || now >= rate.until * 1_000)
}

/** How much earlier (ms) than a request a payment may be and still count as its answer: no clock decides. */
const ANY_CLOCK = 86_400_000

/**
 * The request in US dollars that a payment answers; null for none. Two rates make two amounts of one request, so it is
 * recognized by its link first. Without one, any amount to the same payee counts since the earlier of when it was made,
 * as its link says, and when this browser first read it.
 */
export function answeredRequest({ rate, answers }: Rated): AnsweredRequest | null {
  if (answers) return answers
  if (!rate) return null
  const opened = rate.openedAt ?? rate.readAt
  const since = Math.min(rate.madeAt * 1_000, opened) - ANY_CLOCK
  return { id: requestId(rate.link), since, until: rate.until * 1_000 }
}

/** Identifies the request of a link, signed or not. The text is short, because every attempt keeps it. */
export function requestId(link: string): string {
  const decoded = decodeRequest(link)
  return keccak256(stringToBytes(decoded.ok ? requestKey(decoded.request) : link)).slice(2, 34)
}
