import type { Hash } from 'viem'
import type { Address } from '#chain/money/Address.ts'
import type { Token } from '#chain/money/Token.ts'
import { PRICE_DECIMALS, type Price } from '#chain/prices/feeds.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import { type AskedAmount, overdueFrom, type PaymentRequest } from './PaymentRequest.ts'
import { requestKey } from './requestLink.ts'

/**
 * Allowed difference (ms) between a device's clock and the chain's: a payment this much older than its
 * request still counts.
 */
export const CLOCK_SKEW = 30_000

/**
 * A transfer of a request's token to its payee. `proof`: two nodes report its block as final; it is in a
 * block; or a single node or service reports it.
 */
export type SeenPayment = {
  /** Identifies it on the chain: transaction and position, or another unique key. */
  readonly id: string
  readonly hash: Hash | null
  /** Its position in the transaction, see `PaidTransfer`; null if no transaction is known. */
  readonly name: string | null
  readonly block: bigint | null
  /** Null for BNB that a contract forwarded. */
  readonly from: Address | null
  /** Base units. */
  readonly value: bigint
  /** ms since the epoch; null if not known (yet). */
  readonly at: number | null
  readonly proof: 'final' | 'in-a-block' | 'reported'
  /**
   * The price of the token when the block was made, as two operators report it; null or missing if unknown. Only
   * requests in US dollars need it.
   */
  readonly price?: Price | null
}

/** A proposal in the payer's Safe that will pay the payee in the request's token once executed. */
export type QueuedPayment = {
  readonly safe: Address
  readonly safeTxHash: SafeTxHash
  /** Base units, the sum of all rows to the payee. */
  readonly value: bigint
  /** When it was proposed, in ms, as reported by the service; null if not reported. */
  readonly at: number | null
  readonly state: 'awaiting' | 'ready' | 'processing'
  readonly have: number
  readonly need: number
}

/** A request and the ids of the payments that a person claimed for it. */
type Claiming = { readonly request: PaymentRequest; readonly claimed: readonly string[] }

type Attribution = {
  /** By the key of the request. */
  readonly of: ReadonlyMap<string, readonly SeenPayment[]>
  /** Paid to the payee in this token, but not attributable to any of the requests. */
  readonly others: readonly SeenPayment[]
  /**
   * Keys of requests that a payment may have paid, although it does not count for them: its time is unknown; or it counts
   * for another one, and its price is unknown, or earlier payments are.
   */
  readonly unsure: ReadonlySet<string>
}

/**
 * Decides which payments belong to which of one payee's requests in one token. A transfer carries no reference, so
 * each one counts for at most one request. A payment that does not clearly belong to a request belongs to none. In
 * this order:
 * 1. payments that a person claimed;
 * 2. the exact amount, after the request was made: of requests to its sender first, then of those to anybody, then oldest
 * first; then a payment that was worth the US dollars of a request, or may have been because its price is unknown;
 * 3. other payments from the named payer, and a second payment of the same amount by the same sender: these give
 * "partly" or "over";
 * 4. any payment, if the only request leaves the amount to the payer.
 * Requests from before `since` come last, and are in doubt about a payment that counts for another one: they may have
 * been paid before.
 * @param since the time (ms) from which every payment is known; null if that cannot be said
 */
export function attributePayments(
  requests: readonly Claiming[],
  payments: readonly SeenPayment[],
  since: number | null = 0,
): Attribution {
  const isCovered = ({ request }: Pick<Claiming, 'request'>) =>
    since !== null && since <= request.madeAt * 1_000
  const open = [...requests]
    .sort((a, b) => Number(isCovered(b)) - Number(isCovered(a)) || a.request.madeAt - b.request.madeAt)
    .map(({ request, claimed }) => ({ request, claimed: new Set(claimed), own: [] as SeenPayment[] }))
  const isAfter = (request: PaymentRequest, { at }: SeenPayment) =>
    at !== null && at >= request.madeAt * 1_000 - CLOCK_SKEW
  const left: SeenPayment[] = []
  const oldestFirst = [...payments].sort((a, b) => (a.at ?? 0) - (b.at ?? 0))

  for (const payment of oldestFirst) {
    const named = open.find(({ claimed }) => claimed.has(payment.id))
    if (named) named.own.push(payment)
    else left.push(payment)
  }
  const unsure = new Set<string>()
  const unmatched = left.filter((payment) => {
    // A request with a claimed payment takes no other, even if the claimed one isn't among these.
    const empty = open.filter(
      ({ request, claimed, own }) => own.length + claimed.size === 0 && isAfter(request, payment),
    )
    const exact = empty.filter(({ request }) => request.asked.kind === 'exact' && fits(request, payment))
    const fitting = exact.length > 0 ? exact : empty.filter(({ request }) => fits(request, payment))
    const isFrom = (payer: Address | null) => fitting.find(({ request }) => request.payer === payer)
    const found = (payment.from && isFrom(payment.from)) ?? isFrom(null) ?? fitting[0]
    found?.own.push(payment)
    const isWorthKnown = exact.length > 0 || payment.price
    for (const one of fitting)
      if (one !== found && !(isWorthKnown && isCovered(one))) unsure.add(requestKey(one.request))
    return !found
  })
  const others = unmatched.filter((payment) => {
    const possible = open.filter(({ request }) => isAfter(request, payment))
    const fromPayer = possible.filter(
      ({ request }) => request.payer !== null && request.payer === payment.from,
    )
    const again = possible.find(
      ({ request, own }) =>
        fits(request, payment) && payment.from !== null && own.some(({ from }) => from === payment.from),
    )
    const open1 = open.length === 1 && possible[0]?.request.asked.kind === 'open' ? possible[0] : undefined
    const found = again ?? fromPayer.find(isUnpaid) ?? fromPayer.at(-1) ?? open1
    found?.own.push(payment)
    return !found
  })
  // Without its time, nobody can say whether it was made for the request or before it.
  for (const payment of others.filter(({ at }) => at === null))
    for (const { request } of open) {
      const isPayers = request.payer !== null && request.payer === payment.from
      if (isPayers || request.asked.kind === 'open' || fits(request, payment)) unsure.add(requestKey(request))
    }
  return { of: new Map(open.map(({ request, own }) => [requestKey(request), own])), others, unsure }
}

/**
 * True if one payment alone fulfils a request: its exact amount, or its US dollars within the tolerance. An unknown
 * price may fulfil it.
 */
function fits(request: PaymentRequest, payment: SeenPayment): boolean {
  if (request.asked.kind === 'exact') return request.asked.value === payment.value
  return request.asked.kind === 'usd' && (usdVerdict(request, [payment])?.kind ?? 'within') === 'within'
}

function isUnpaid({ request, own }: { request: PaymentRequest; own: readonly SeenPayment[] }): boolean {
  if (request.asked.kind === 'usd') return usdVerdict(request, own)?.kind === 'short'
  return request.asked.kind === 'open' || sumOf(own) < request.asked.value
}

/** The worth of payments in US dollars; null if a price is unknown, or the request is not in dollars. */
function usdVerdict({ asked, token }: PaymentRequest, payments: readonly SeenPayment[]): Verdict | null {
  const parts = payments.flatMap(({ value, price }): PricedPart[] => (price ? [{ value, price }] : []))
  return asked.kind === 'usd' && parts.length === payments.length ? judgeUsd(asked, token, parts) : null
}

function sumOf(payments: readonly SeenPayment[]): bigint {
  return payments.reduce((total, { value }) => total + value, 0n)
}

/**
 * The status of a request, based on what could be read. `received` is in base units. Only `paid` and `over`
 * mean that the money has arrived: two nodes report every block they count as final.
 */
export type RequestStatus =
  | { readonly kind: 'waiting' }
  /** No payment was seen because nothing could be read: it may have been paid. */
  | { readonly kind: 'unknown' }
  /** No payment was seen, and its due day or its time has passed. */
  | { readonly kind: 'expired' }
  | { readonly kind: 'queued'; readonly queued: QueuedPayment; readonly received: bigint }
  /** The payments seen are enough, but not all of them are certain. */
  | { readonly kind: 'confirming'; readonly received: bigint }
  /** A payment arrived for a request in US dollars, but its worth at that time is unknown. */
  | { readonly kind: 'unpriced'; readonly received: bigint }
  /** `isFinal`: two nodes report all of it as final. `missing` is in US cents for a request in dollars. */
  | {
      readonly kind: 'partly'
      readonly received: bigint
      readonly missing: bigint
      readonly isFinal: boolean
    }
  | { readonly kind: 'paid'; readonly received: bigint }
  /** `extra` is in US cents for a request in dollars. */
  | { readonly kind: 'over'; readonly received: bigint; readonly extra: bigint }

/**
 * @param payments that belong to the request, see `attributePayments`
 * @param queued proposals that would pay it
 * @param now ms since the epoch
 */
export function requestStatus(
  request: PaymentRequest,
  payments: readonly SeenPayment[],
  queued: readonly QueuedPayment[],
  now: number,
): RequestStatus {
  const received = sumOf(payments)
  const final = payments.filter(({ proof }) => proof === 'final')
  const proven = sumOf(final)
  if (request.asked.kind === 'usd') {
    if (received > 0n) return usdStatus(request, payments, final)
    // The worth of a proposal is known only once it is executed.
    const coming = nearest(request, queued, null)
    return coming ? { kind: 'queued', queued: coming, received } : unpaid(request, now)
  }
  const asked = request.asked.kind === 'open' ? 1n : request.asked.value
  if (proven >= asked) {
    const extra = request.asked.kind === 'open' ? 0n : proven - asked
    return extra > 0n ? { kind: 'over', received: proven, extra } : { kind: 'paid', received: proven }
  }
  if (received >= asked) return { kind: 'confirming', received }
  const coming = nearest(request, queued, request.asked.kind === 'open' ? null : asked - received)
  if (coming) return { kind: 'queued', queued: coming, received }
  if (received > 0n)
    return { kind: 'partly', received, missing: asked - received, isFinal: proven === received }
  return unpaid(request, now)
}

function unpaid(request: PaymentRequest, now: number): RequestStatus {
  const overdue = overdueFrom(request)
  return { kind: overdue !== null && now >= overdue ? 'expired' : 'waiting' }
}

/** The status, without the claim that no payment was seen if payments could not be read. */
export function unlessUnread(status: RequestStatus, isUnread: boolean): RequestStatus {
  return isUnread && (status.kind === 'waiting' || status.kind === 'expired') ? { kind: 'unknown' } : status
}

/** Payments for a request in US dollars, each at the price of its own time. */
function usdStatus(
  request: PaymentRequest,
  payments: readonly SeenPayment[],
  final: readonly SeenPayment[],
): RequestStatus {
  const received = sumOf(payments)
  const proven = usdVerdict(request, final)
  if (proven?.kind === 'over') return { kind: 'over', received: sumOf(final), extra: proven.cents }
  if (proven?.kind === 'within') return { kind: 'paid', received: sumOf(final) }
  const all = usdVerdict(request, payments)
  if (!all) return { kind: 'unpriced', received }
  return all.kind === 'short'
    ? { kind: 'partly', received, missing: all.cents, isFinal: final.length === payments.length }
    : { kind: 'confirming', received }
}

/**
 * The proposal that pays exactly the missing amount (any for null), the most advanced first. Another amount to the same
 * account may be for something else, and a proposal older than the request cannot be meant for it.
 */
function nearest(
  request: PaymentRequest,
  queued: readonly QueuedPayment[],
  missing: bigint | null,
): QueuedPayment | undefined {
  const order = { processing: 0, ready: 1, awaiting: 2 } as const
  return [...queued]
    .sort((a, b) => order[a.state] - order[b.state])
    .find(
      ({ value, at }) =>
        (missing === null ? value > 0n : value === missing) &&
        (at === null || at >= request.madeAt * 1_000 - CLOCK_SKEW),
    )
}

/** True if nothing more is expected and polling can end. */
export function isRequestSettled({ kind }: RequestStatus): boolean {
  return kind === 'paid' || kind === 'over'
}

/** The terms of a request in US dollars. */
type AskedInUsd = Extract<AskedAmount, { kind: 'usd' }>

/** Base units that arrived, and the price of one whole token at that time. */
type PricedPart = { readonly value: bigint; readonly price: Pick<Price, 'value'> }

/** One cent's worth, in base units times price. */
function scaleOf({ decimals }: Token): bigint {
  return 10n ** BigInt(decimals + PRICE_DECIMALS - 2)
}

/**
 * As many decimals as people can compare at a glance. The further decimals of BNB and of dollar coins are worth
 * nothing.
 */
const SHOWN_DECIMALS = 8

/**
 * The least base units that are worth `cents` at a price: rounded up, so that rounding never makes a payment too
 * small, and to a short number if that adds less than half a cent.
 */
export function unitsFor(cents: bigint, token: Token, price: Pick<Price, 'value'>): bigint {
  const scale = scaleOf(token)
  const step = 10n ** BigInt(Math.max(0, token.decimals - SHOWN_DECIMALS))
  const least = roundUp(cents * scale, price.value)
  return step * price.value * 2n < scale ? roundUp(least, step) * step : least
}

function roundUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor
}

/** How payments compare with the requested dollars. `cents` is the difference, rounded to the nearest. */
type Verdict = { readonly kind: 'within' | 'short' | 'over'; readonly cents: bigint }

/**
 * Compares payments, each at its own price, with the requested dollars. Nothing is rounded before the comparison. The
 * tolerance is the same upwards and downwards, and includes its ends. Payments worth the same cents are within any
 * tolerance, because `unitsFor` rounds up.
 */
export function judgeUsd(
  { cents, tolerance }: Pick<AskedInUsd, 'cents' | 'tolerance'>,
  token: Token,
  parts: readonly PricedPart[],
): Verdict {
  const scale = scaleOf(token)
  const asked = cents * scale
  const worth = parts.reduce((sum, { value, price }) => sum + value * price.value, 0n)
  const gap = worth < asked ? asked - worth : worth - asked
  const isWithin = gap * 2n < scale || gap * 10_000n <= asked * BigInt(tolerance)
  return {
    kind: isWithin ? 'within' : worth < asked ? 'short' : 'over',
    cents: (gap + scale / 2n) / scale,
  }
}
