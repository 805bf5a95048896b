import type { Hash } from 'viem'

/**
 * Where a payment stands, everywhere in the portal (`docs/money.md` 2). `paid`, `short` and `not-paid` are proven: by a final
 * block, with the word of two operators. Everything else leaves both open.
 */
export type PaymentStatus =
  /** Requested, and in no block that any source knows. `hash` is the transaction that was sent, if there is one. */
  | { readonly kind: 'pending'; readonly hash: Hash | null }
  /** A proposal: so many owners have signed, proven here. It is executed when the Safe is at its nonce. */
  | {
      readonly kind: 'needs-signatures' | 'ready'
      readonly have: number
      readonly need: number
      /** The nonce at which the Safe executes next, and that of the proposal: all from `next` on come first. */
      readonly turn: { readonly next: bigint; readonly own: bigint }
    }
  /** In a block and as it should be. `lacks` is what still has to come before it is proven. */
  | { readonly kind: 'confirming'; readonly hash: Hash; readonly lacks: 'finality' | 'second-operator' }
  | { readonly kind: 'paid'; readonly hash: Hash }
  /** The payer sent it and the payee got less: `received` in base units. A token that takes a fee does that. */
  | { readonly kind: 'short'; readonly hash: Hash; readonly received: bigint }
  /** No money moved for it, and none can by what was asked. */
  | { readonly kind: 'not-paid'; readonly why: WhyNotPaid; readonly hash: Hash | null }
  /** What is queued under our hash is not what was reviewed: a full-screen stop. */
  | { readonly kind: 'mismatch'; readonly differences: readonly string[] }
  | { readonly kind: 'unknown'; readonly why: WhyUnknown; readonly hash: Hash | null }

/**
 * What proves that no money moved:
 * - `failed` its transaction reverted, or the Safe's own event says that it failed
 * - `replaced` another transaction has used its nonce and does not contain it
 * - `rejected` the owners have used its nonce for a rejection
 * - `left-out` the transaction went through, and the token says that this transfer was not part of it
 */
export type WhyNotPaid = 'failed' | 'replaced' | 'rejected' | 'left-out'

/**
 * Why neither can be said:
 * - `no-answer` it was asked for, and no answer was seen
 * - `not-deployed` the Safe is not on the chain
 * - `not-visible` the transaction that is named for it does not show the payment
 * - `not-final` it failed in a block that can still be undone, or that one operator alone tells of
 * - `older` the transaction that is named for it was there before it was asked for
 * - `nonce-used` something else has used its nonce, and it could not be proven what
 * - `in-another` a transaction of the Safe with this payment in it was executed under its nonce
 * - `not-ours` it was sent in another way than the account that asks can follow
 * - `unread` the chain could not be asked
 * - `wallet-says-…` only the wallet's word on a batch that names no transaction
 */
export type WhyUnknown =
  | 'no-answer'
  | 'not-deployed'
  | 'not-visible'
  | 'not-final'
  | 'older'
  | 'nonce-used'
  | 'in-another'
  | 'not-ours'
  | 'unread'
  | 'wallet-says-done'
  | 'wallet-says-failed'

/** True when nothing more will change: polling ends. */
export function isSettled({ kind }: PaymentStatus): boolean {
  return kind === 'paid' || kind === 'short' || kind === 'not-paid' || kind === 'mismatch'
}

/** True for a proposal that owners can still sign or execute. */
export function isOpen(
  status: PaymentStatus,
): status is Extract<PaymentStatus, { kind: 'needs-signatures' | 'ready' }> {
  return status.kind === 'needs-signatures' || status.kind === 'ready'
}

/** The order in which the payments of a batch speak for all of it: what needs a person first, what is proven last. */
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

/** The least settled payment of a batch: it says where the batch stands. Unknown for an empty one. */
export function leastSettled(statuses: readonly PaymentStatus[]): PaymentStatus {
  const [first] = statuses.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
  return first ?? { kind: 'unknown', why: 'no-answer', hash: null }
}
