import type { Hash } from 'viem'
import type { Address } from '#chain/money/Address.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import { overdueFrom, type PaymentRequest } from './PaymentRequest.ts'
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
export type Claiming = { readonly request: PaymentRequest; readonly claimed: readonly string[] }

export type Attribution = {
  /** By the key of the request. */
  readonly of: ReadonlyMap<string, readonly SeenPayment[]>
  /** Paid to the payee in this token, but not attributable to any of the requests. */
  readonly others: readonly SeenPayment[]
}

/**
 * Decides which payments belong to which of one payee's requests in one token. A transfer carries no
 * reference, so each one counts for at most one request. A payment that does not clearly belong to a request
 * belongs to none. In this order:
 * 1. payments that a person claimed;
 * 2. the exact amount, after the request was made: from the payer named in the request first, then oldest
 * first;
 * 3. other payments from the named payer, and a second payment of the same amount by the same sender: these
 * give "partly" or "over";
 * 4. any payment, if the only request leaves the amount to the payer.
 */
export function attributePayments(
  requests: readonly Claiming[],
  payments: readonly SeenPayment[],
): Attribution {
  const open = [...requests]
    .sort((a, b) => a.request.madeAt - b.request.madeAt)
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
  const unmatched = left.filter((payment) => {
    const fitting = open.filter(
      ({ request, own }) => own.length === 0 && request.value === payment.value && isAfter(request, payment),
    )
    const found =
      fitting.find(({ request }) => request.payer !== null && request.payer === payment.from) ?? fitting[0]
    found?.own.push(payment)
    return !found
  })
  const others = unmatched.filter((payment) => {
    const possible = open.filter(({ request }) => isAfter(request, payment))
    const fromPayer = possible.filter(
      ({ request }) => request.payer !== null && request.payer === payment.from,
    )
    const again = possible.find(
      ({ request, own }) =>
        request.value === payment.value &&
        payment.from !== null &&
        own.some(({ from }) => from === payment.from),
    )
    const open1 = open.length === 1 && possible[0]?.request.value === null ? possible[0] : undefined
    const found = again ?? fromPayer.find(isUnpaid) ?? fromPayer.at(-1) ?? open1
    found?.own.push(payment)
    return !found
  })
  return { of: new Map(open.map(({ request, own }) => [requestKey(request), own])), others }
}

function isUnpaid({ request, own }: { request: PaymentRequest; own: readonly SeenPayment[] }): boolean {
  return request.value === null || own.reduce((sum, { value }) => sum + value, 0n) < request.value
}

/**
 * The status of a request, based on what could be read. `received` is in base units. Only `paid` and `over`
 * mean that the money has arrived: two nodes report every block they count as final.
 */
export type RequestStatus =
  | { readonly kind: 'waiting' }
  /** Its due day has passed and no payment was seen. */
  | { readonly kind: 'expired' }
  | { readonly kind: 'queued'; readonly queued: QueuedPayment; readonly received: bigint }
  /** Enough was seen, but not all of it is certain. */
  | { readonly kind: 'confirming'; readonly received: bigint }
  /** `isFinal`: two nodes report all of it as final. */
  | {
      readonly kind: 'partly'
      readonly received: bigint
      readonly missing: bigint
      readonly isFinal: boolean
    }
  | { readonly kind: 'paid'; readonly received: bigint }
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
  const sum = (some: readonly SeenPayment[]) => some.reduce((total, { value }) => total + value, 0n)
  const received = sum(payments)
  const proven = sum(payments.filter(({ proof }) => proof === 'final'))
  const asked = request.value ?? 1n
  if (proven >= asked) {
    const extra = request.value === null ? 0n : proven - request.value
    return extra > 0n ? { kind: 'over', received: proven, extra } : { kind: 'paid', received: proven }
  }
  if (received >= asked) return { kind: 'confirming', received }
  const coming = nearest(request, queued, asked - received)
  if (coming) return { kind: 'queued', queued: coming, received }
  if (received > 0n)
    return { kind: 'partly', received, missing: asked - received, isFinal: proven === received }
  const overdue = overdueFrom(request)
  return overdue !== null && now >= overdue ? { kind: 'expired' } : { kind: 'waiting' }
}

/**
 * The proposal that pays exactly the missing amount, the most advanced first. Another amount to the same
 * account may be for something else, and a proposal older than the request cannot be meant for it.
 */
function nearest(
  request: PaymentRequest,
  queued: readonly QueuedPayment[],
  missing: bigint,
): QueuedPayment | undefined {
  const order = { processing: 0, ready: 1, awaiting: 2 } as const
  return [...queued]
    .sort((a, b) => order[a.state] - order[b.state])
    .find(
      ({ value, at }) =>
        (request.value === null ? value > 0n : value === missing) &&
        (at === null || at >= request.madeAt * 1_000 - CLOCK_SKEW),
    )
}

/** True if nothing more is expected and polling can end. */
export function isSettled({ kind }: RequestStatus): boolean {
  return kind === 'paid' || kind === 'over'
}
