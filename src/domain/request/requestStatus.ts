import { overdueFrom, type PaymentRequest } from './PaymentRequest.ts'
import { CLOCK_SKEW, type QueuedPayment, type SeenPayment } from './seenPayment.ts'

/**
 * Where a request stands, as far as it could be seen. `received` in base units. Only `paid` and `over` say that the money
 * is there: every payment that they count stands in a block that two nodes call final.
 */
export type RequestStatus =
  | { readonly kind: 'waiting' }
  /** Its day has passed and nothing was seen. */
  | { readonly kind: 'expired' }
  | { readonly kind: 'queued'; readonly queued: QueuedPayment; readonly received: bigint }
  /** Enough was seen, and not all of it is beyond doubt. */
  | { readonly kind: 'confirming'; readonly received: bigint }
  | { readonly kind: 'partly'; readonly received: bigint; readonly missing: bigint }
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
  if (received > 0n) return { kind: 'partly', received, missing: asked - received }
  const overdue = overdueFrom(request)
  return overdue !== null && now >= overdue ? { kind: 'expired' } : { kind: 'waiting' }
}

/**
 * The proposal that pays exactly what is missing, the furthest one first. Another amount to the same account may be for
 * something else, so it says nothing of this request; one that waited before it was made neither.
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

/** True when nothing more is expected: looking can end. */
export function isSettled({ kind }: RequestStatus): boolean {
  return kind === 'paid' || kind === 'over'
}
