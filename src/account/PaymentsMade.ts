import type { Transfer } from '#chain/Call.ts'
import type { Submission } from './Submission.ts'

/** Where an account stood: the newest block and its next nonce. Kept with what was asked, to tell later what is new. */
export type Position = { readonly block: bigint; readonly nonce: bigint }

/** How far back is looked: `at` in ms since the epoch, `block` where one is known. */
export type Since = { readonly at: number; readonly block: bigint | null }

/** Money that an account has sent, or that waits to be sent, in one go. Found by its content, whoever asked for it. */
export type MadePayment = {
  /** safeTxHash or transaction hash in lower case; where a wallet was asked and never answered, a name of its own. */
  readonly id: string
  /** What can be followed; null where nobody knows what became of it. */
  readonly submission: Submission | null
  /** `asked`: a wallet was asked and never answered. `sent`: in no block yet. `executed`: in a block. */
  readonly state: 'asked' | 'queued' | 'sent' | 'executed' | 'failed'
  readonly transfers: readonly Transfer[]
  /** ms since the epoch; null when the source told none. */
  readonly at: number | null
}

/** What could be found; `gaps` says in sentences where nobody could look. */
export type PaymentsMade = {
  readonly payments: readonly MadePayment[]
  readonly gaps: readonly string[]
  readonly position: Position
}
