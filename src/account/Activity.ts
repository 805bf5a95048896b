import type { Hash } from 'viem'
import type { Address } from '#chain/money/Address.ts'
import type { Amount } from '#chain/money/Amount.ts'
import type { Transfer } from '#chain/money/Call.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import type { ProposalReport } from '#safe/proposal/ProposalReport.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import type { Submission } from './Submission.ts'

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
  /** The time is still being read. */
  readonly isDating?: boolean
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
  /**
   * How many equal transfers of its transaction are listed before it; none if absent. Each needs a log of its own, or one
   * that a source lists twice would count twice.
   */
  readonly twins?: number
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

/**
 * The position of an account: a final block and the account's next nonce. Saved with a request, to find out later
 * what is new.
 */
export type Position = { readonly block: bigint; readonly nonce: bigint }

/**
 * How far back to search: `at` in ms since the epoch, `block` if one is known. `tokens`: contracts whose transfers are
 * searched besides the pinned ones.
 */
export type Since = {
  readonly at: number
  readonly block: bigint | null
  readonly tokens: readonly Address[]
}

/**
 * Money that an account has sent, may have sent or is about to send, in one transaction. Found by its
 * content, no matter what requested it. It does not say whether it was paid; `Account.status` of its
 * submission judges that.
 */
export type RecentPayment = {
  /**
   * safeTxHash or transaction hash in lower case; a generated name if a wallet request was never answered.
   */
  readonly id: string
  /**
   * The submission to follow. Null while the outcome is unknown, and for payments by a module of a Safe: nobody
   * signed a proposal for them, so they answer no request and cannot be proven unpaid.
   */
  readonly submission: Submission | null
  /**
   * `asked`: no answer was seen. `queued`: a pending proposal, according to a service. `logged`: found in a token's
   * log or a Safe's event. `sent`: anything else.
   */
  readonly reported: 'asked' | 'queued' | 'sent' | 'logged'
  readonly transfers: readonly Transfer[]
  /**
   * ms since the epoch; null if the source reported none. For a payment in a log it is the time of its block, if two
   * operators report it.
   */
  readonly at: number | null
  /** The transaction that made it, if `submission` does not name it. */
  readonly hash?: Hash
  /** How many operators reported its logs, if it was found in some: one alone may invent them. */
  readonly operators?: number
  /** When a source first listed a proposal (ms), if a source reports it: `at` may be the time of its execution. */
  readonly listedAt?: number | null
  /**
   * A queued proposal that no owner has signed, according to a service, or of which it does not say who has.
   * Safe{Wallet} makes one of every request that is added to its batch, and proposes the batch itself later, with
   * another safeTxHash: until it is signed, it may be a draft that answers nothing.
   */
  readonly isUnsigned?: true
  /** The nonce of a proposal, from its signed fields. */
  readonly nonce?: bigint
  /** The block that contains it, if a log shows it. */
  readonly block?: bigint
}

/** Part of the search that could not be done. Times in ms since the epoch. */
export type Gap =
  /**
   * Two operators searched the tokens (symbols; contracts of tokens that are not pinned) only from `since` on; null:
   * not at all. Before that, this many did. No tokens: the events of a Safe, which show executions that its services
   * do not list.
   */
  | {
      readonly kind: 'logs'
      readonly tokens: readonly string[]
      readonly since: number | null
      readonly operators: 0 | 1
    }
  /** BNB sent from elsewhere leaves nothing to find it by. */
  | { readonly kind: 'bnb' }
  /** The history was read only from `since` on. */
  | { readonly kind: 'history'; readonly since: number | null }
  /** This many entries are malformed. */
  | { readonly kind: 'unreadable'; readonly where: 'queue' | 'history' | 'browser'; readonly count: number }
  /** This many transactions could not be decoded, so they may pay any account. */
  | { readonly kind: 'opaque'; readonly count: number }
  /** A service did not answer, so entries that only this service has are missing. */
  | { readonly kind: 'source'; readonly name: string }

/** The payments that were found, and the gaps in the search. */
export type RecentPayments = {
  readonly payments: readonly RecentPayment[]
  readonly gaps: readonly Gap[]
  readonly position: Position
  /** The time of that block (ms), by the chain's clock; null if no node reported it. */
  readonly time: number | null
}
