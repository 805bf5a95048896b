import { keccak256, stringToBytes } from 'viem'
import type { Price } from '#chain/prices/feeds.ts'
import type { AnsweredRequest } from '#domain/ledger/matchPayments.ts'
import { decodeRequest, requestKey } from '#domain/request/requestLink.ts'

/** The rate at which a payment answers a request in US dollars. It is kept as long as the payment. */
export type UsdRate = {
  /** The requested amount and its tolerance, see `Asked`. */
  readonly cents: bigint
  readonly tolerance: number
  /** When the request was made, and when it expires, in seconds since the epoch. */
  readonly madeAt: number
  readonly until: number
  /** The price of the token that two operators reported. */
  readonly price: Pick<Price, 'value' | 'at'>
  /** When they were asked, in ms since the epoch. */
  readonly readAt: number
  /** The text of the request's link, from which the payment can be made anew. */
  readonly link: string
  /** When this browser first opened the request, in ms since the epoch; `readAt` if it is not known. */
  readonly openedAt?: number
}

/** The fields of a payment about its rate. */
type Rated = { readonly rate?: UsdRate; readonly answers?: AnsweredRequest }

/** A rate may be sent for this long (ms) after it was read: the payments before it in a list take their time. */
export const RATE_LIFE = 3_600_000

/** A rate is shown in the review for this long (ms) after it was read. Then the person asks for a new one. */
export const RATE_HOLD = 120_000

/** True if a payment must not be sent at its rate any more. A rate read in the future is invalid. `now` in ms. */
export function isRateOver({ rate }: Rated, now: number): boolean {
  return rate !== undefined && (Math.abs(now - rate.readAt) > RATE_LIFE || now >= rate.until * 1_000)
}

/** A payment up to this long (ms) before a request still counts as its answer, because no clock decides. */
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
