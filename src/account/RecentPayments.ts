import type { Hash } from 'viem'
import type { Address } from '#chain/money/Address.ts'
import type { Transfer } from '#chain/money/Call.ts'
import type { Submission } from './Submission.ts'

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
