import type { Hash } from 'viem'
import type { Address } from '#chain/money/Address.ts'
import type { Amount } from '#chain/money/Amount.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import type { ProposalReport } from '#safe/proposal/ProposalReport.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'

/**
 * The status of an item as the source of a list reports it. Quoted but not trusted, except for `judged`,
 * which was judged here from the chain.
 */
export type ReportedStatus =
  | { readonly kind: 'awaiting-signatures'; readonly have: number; readonly need: number }
  | { readonly kind: 'ready-to-execute' }
  | { readonly kind: 'pending' }
  | { readonly kind: 'executed' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'judged'; readonly status: PaymentStatus }

/** The effect of an item, as far as it could be decoded. */
export type ActivityContent =
  | { readonly kind: 'transfer-out'; readonly to: Address; readonly amount: ActivityAmount }
  /** `from` is null for BNB that a contract passed on, such as a Safe: it leaves no trace of its sender. */
  | { readonly kind: 'transfer-in'; readonly from: Address | null; readonly amount: ActivityAmount }
  /**
   * Several calls; `count` as the source reports it. `payments` are those that this browser asked a wallet for, each
   * judged by the chain; without them, only the transaction's bytes show the payments.
   */
  | { readonly kind: 'batch'; readonly count: number | null; readonly payments?: readonly JudgedPayment[] }
  | { readonly kind: 'rejection' }
  | { readonly kind: 'settings'; readonly label: string }
  | { readonly kind: 'creation' }
  | { readonly kind: 'other'; readonly label: string }

/** One payment of a wallet's batch. */
type JudgedPayment = { readonly to: Address; readonly amount: Amount; readonly status: PaymentStatus }

/**
 * An amount in a list. `suspect` says why it must not be trusted: an imitation of an earlier transfer, a
 * token that is not pinned (it chooses its own symbol), or a transfer of zero.
 */
export type ActivityAmount = {
  readonly amount: Amount
  readonly suspect: 'imitation' | 'unverified-token' | 'zero-value' | null
}

export type ActivityItem = {
  readonly id: string
  /** ms since the epoch; null if the source gave none, or an impossible one. */
  readonly at: number | null
  readonly what: ActivityContent
  readonly status: ReportedStatus
  /** Position in a Safe's queue. */
  readonly nonce: bigint | null
  /** True if another queued item has the same nonce, so only one of them can happen. */
  readonly conflict: boolean
  readonly hash: Hash | null
  readonly safeTxHash: SafeTxHash | null
  /** Owners who have not signed yet, if the source reported them. */
  readonly missing: readonly Address[] | null
  /** The module that executed it without signatures. */
  readonly module: Address | null
  /** Written by the proposer: quoted, never relied on. */
  readonly note: string | null
}

/** One page of a list; `cursor` fetches the next one, null at the end. */
export type ItemPage = {
  readonly items: readonly ActivityItem[]
  readonly cursor: string | null
  /** Items that could not be read, counted so that none is dropped silently. */
  readonly unreadable: number
  /** The source that answered. */
  readonly source: string
}

/** The account whose lists are shown: the connected account, or a Safe that is only viewed. */
export type ListedAccount = {
  readonly kind: 'eoa' | 'safe'
  readonly address: Address
  readonly activity: ActivityLists
}

/** The lists of an account. `coverage` explains in words what they can and cannot show. */
export type ActivityLists = {
  /** Not yet executed, next first; null if the account has no queue. For a cursor see also `NEWEST`. */
  readonly queued: ((cursor: string | null, signal: AbortSignal) => Promise<ItemPage>) | null
  readonly history: (cursor: string | null, signal: AbortSignal) => Promise<ItemPage>
  readonly coverage: string
  /**
   * Reads one proposal, computed and compared here; resolves to null if no source knows it. Null for an
   * account without proposals.
   */
  readonly proposal: ((safeTxHash: SafeTxHash, signal: AbortSignal) => Promise<ProposalReport | null>) | null
}
