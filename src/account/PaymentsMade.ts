import type { Transfer } from '#chain/money/Call.ts'
import type { Submission } from './Submission.ts'

/** Where an account stood: a final block and its next nonce. Kept with what was asked, to tell later what is new. */
export type Position = { readonly block: bigint; readonly nonce: bigint }

/** How far back is looked: `at` in ms since the epoch, `block` where one is known. */
export type Since = { readonly at: number; readonly block: bigint | null }

/**
 * Money that an account has sent, may have sent or is about to send, in one transaction. Found by its content, no matter who
 * asked for it. It does not say whether it was paid: `Account.status` of its submission judges that.
 */
export type MadePayment = {
  /** safeTxHash or transaction hash in lower case; where a wallet was asked and never answered, a name of its own. */
  readonly id: string
  /** What can be followed; null while its outcome is unknown. */
  readonly submission: Submission | null
  /**
   * `asked`: no answer was seen. `queued`: a proposal that waits, as a service tells. `logged`: a token's log or a Safe's event
   * tells of it. `sent`: anything else.
   */
  readonly state: 'asked' | 'queued' | 'sent' | 'logged'
  readonly transfers: readonly Transfer[]
  /** ms since the epoch; null when the source told none. */
  readonly at: number | null
  /** The nonce of a proposal, from its signed fields. */
  readonly nonce?: bigint
  /** The block that holds it, where a log tells of it. */
  readonly block?: bigint
}

/** What could not be looked at. Times in ms since the epoch. */
export type Gap =
  /** The tokens (symbols) were looked for from `since` on; null: not at all. */
  | { readonly kind: 'logs'; readonly tokens: readonly string[]; readonly since: number | null }
  /** BNB that was sent from elsewhere leaves nothing to find it by. */
  | { readonly kind: 'bnb' }
  /** The history was read from `since` on. */
  | { readonly kind: 'history'; readonly since: number | null }
  /** So many entries are not what they should be. */
  | { readonly kind: 'unreadable'; readonly where: 'queue' | 'history' | 'browser'; readonly count: number }
  /** This many transactions could not be decoded, so they may pay any account. */
  | { readonly kind: 'opaque'; readonly count: number }
  /** A service did not answer: what only it knows is missing. */
  | { readonly kind: 'source'; readonly name: string }

/** What was found, and what could not be searched. */
export type PaymentsMade = {
  readonly payments: readonly MadePayment[]
  readonly gaps: readonly Gap[]
  readonly position: Position
  /** When that block was made (ms), by the chain's clock; null where no node said. */
  readonly time: number | null
  /**
   * Of a Safe: everything that it has executed from this nonce on was read, and its whole queue. Null where that is not so,
   * and for a wallet, which has no list of its past.
   */
  readonly completeFrom: bigint | null
}
