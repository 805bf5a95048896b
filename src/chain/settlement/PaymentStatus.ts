import type { Hash } from 'viem'

/**
 * The state of a payment, used everywhere in the portal (`docs/money.md` 2). `paid`, `short` and `not-paid`
 * are proven by a final block that two operators confirm. All other kinds leave open whether it was paid.
 */
export type PaymentStatus =
  /** Requested, but in no block known to any source. `hash` is the transaction that was sent, if any. */
  | { readonly kind: 'pending'; readonly hash: Hash | null }
  /**
   * A proposal with this many proven owner signatures. It can be executed once the Safe reaches its nonce.
   */
  | {
      readonly kind: 'needs-signatures' | 'ready'
      readonly have: number
      readonly need: number
      /** The Safe's next nonce and the proposal's own nonce. All nonces from `next` on must be used first. */
      readonly turn: { readonly next: bigint; readonly own: bigint }
    }
  /** In a block and correct so far. `lacks` is the missing part of the proof. */
  | { readonly kind: 'confirming'; readonly hash: Hash; readonly lacks: 'finality' | 'second-operator' }
  | { readonly kind: 'paid'; readonly hash: Hash }
  /**
   * The payer sent it but the payee got less: `received` in base units. A token with a transfer fee does
   * that.
   */
  | { readonly kind: 'short'; readonly hash: Hash; readonly received: bigint }
  /** No money moved for it, and this request can no longer move any. */
  | { readonly kind: 'not-paid'; readonly why: WhyNotPaid; readonly hash: Hash | null }
  /** The transaction queued under our hash differs from the reviewed one. Shown as a full-screen stop. */
  | { readonly kind: 'mismatch'; readonly differences: readonly string[] }
  | { readonly kind: 'unknown'; readonly why: WhyUnknown; readonly hash: Hash | null }

/**
 * Proof that no money moved:
 * - `failed` its transaction reverted, or the Safe's own event reports a failure
 * - `replaced` another transaction has used its nonce and does not contain it
 * - `rejected` the owners have used its nonce for a rejection
 * - `left-out` the transaction succeeded, and the token's logs show that it did not include this transfer
 */
export type WhyNotPaid = 'failed' | 'replaced' | 'rejected' | 'left-out'

/**
 * Why the outcome is unknown. The judges of each source decide (search for `kind: 'unknown', why`), and `unknownTexts` in
 * `domain/activity/paymentWords.ts` says it in words:
 * - `no-answer` it was requested, and no answer was seen
 * - `not-deployed` the Safe is not on the chain
 * - `not-visible` the transaction reported for it does not show the payment
 * - `foreign-code` only the account's own contract reports it, and its code is not Safe's
 * - `not-final` it failed in a block that can still be undone, or that only one operator reports
 * - `not-found` no node knows the transaction that the wallet named, a day after the request
 * - `older` the transaction reported for it predates the request
 * - `nonce-used` its nonce has been used, and it could not be proven by what
 * - `in-another` the Safe executed another transaction under its nonce, which may contain this payment
 * - `not-ours` it was sent in a way that the requesting account cannot follow
 * - `unread` the chain could not be read
 * - `no-signatures` the service does not say who has signed the proposal
 * - `restored` only a backup file says that it was requested
 * - `wallet-says-…` only the wallet's claim about a batch without a transaction
 */
export type WhyUnknown =
  | 'no-answer'
  | 'not-deployed'
  | 'not-visible'
  | 'foreign-code'
  | 'not-final'
  | 'not-found'
  | 'older'
  | 'nonce-used'
  | 'in-another'
  | 'not-ours'
  | 'unread'
  | 'no-signatures'
  | 'restored'
  | 'wallet-says-done'
  | 'wallet-says-failed'

/**
 * True if nothing will change any more, so polling can end. A proposal that differs from its review can still be
 * rejected or executed.
 */
export function isSettled({ kind }: PaymentStatus): boolean {
  return kind === 'paid' || kind === 'short' || kind === 'not-paid'
}

/** True for a proposal that owners can still sign or execute. */
export function isOpen(
  status: PaymentStatus,
): status is Extract<PaymentStatus, { kind: 'needs-signatures' | 'ready' }> {
  return status.kind === 'needs-signatures' || status.kind === 'ready'
}

/**
 * The order in which payments determine the status of their batch: those that need a person first, proven
 * ones last.
 */
const order: readonly PaymentStatus['kind'][] = [
  'mismatch',
  'unknown',
  'not-paid',
  'short',
  'pending',
  'needs-signatures',
  'ready',
  'confirming',
  'paid',
]

/** The status of the least settled payment, which is the status of the batch. Unknown for an empty batch. */
export function leastSettled(statuses: readonly PaymentStatus[]): PaymentStatus {
  const [first] = statuses.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
  return first ?? { kind: 'unknown', why: 'no-answer', hash: null }
}
