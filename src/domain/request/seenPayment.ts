import type { Hash } from 'viem'
import type { Address } from '#chain/money/Address.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'

/** The clock of a device and that of the chain may differ by so much (ms): what is this much older than its request counts. */
export const CLOCK_SKEW = 30_000

/**
 * A transfer of a request's token to its payee. `proof`: two nodes call its block final; it stands in a block; or one
 * node or one service tells of it.
 */
export type SeenPayment = {
  /** Names it on the chain: transaction and place in it, or what else makes it one. */
  readonly id: string
  readonly hash: Hash | null
  /** Its place in the transaction, see `PaidTransfer`; null where no transaction is known. */
  readonly name: string | null
  readonly block: bigint | null
  /** Null for BNB that a contract passed on. */
  readonly from: Address | null
  /** Base units. */
  readonly value: bigint
  /** ms since the epoch; null when that is not known (yet). */
  readonly at: number | null
  readonly proof: 'final' | 'in-a-block' | 'told'
}

/** A proposal in the payer's Safe that pays the payee in the request's token when it is executed. */
export type QueuedPayment = {
  readonly safe: Address
  readonly safeTxHash: SafeTxHash
  /** Base units, all rows to the payee together. */
  readonly value: bigint
  /** When it was proposed, in ms, as the service tells; null when it does not. */
  readonly at: number | null
  readonly state: 'awaiting' | 'ready' | 'processing'
  readonly have: number
  readonly need: number
}
