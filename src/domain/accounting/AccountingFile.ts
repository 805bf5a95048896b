import type { Hash } from 'viem'
import type { Address } from '#chain/money/Address.ts'
import type { Token } from '#chain/money/Token.ts'
import type { Price } from '#chain/prices/feeds.ts'

/** One payment in an accounting file. Null means unknown; texts are well-formed Unicode. */
export type AccountingRow = {
  /** ms since the epoch. */
  readonly at: number | null
  readonly hash: Hash | null
  readonly logIndex: bigint | null
  readonly block: bigint | null
  readonly direction: 'in' | 'out'
  readonly from: Address | null
  readonly to: Address | null
  /** Symbol and decimals of an unpinned token are only claims; its contract identifies it. */
  readonly token: Pick<Token, 'address' | 'symbol' | 'decimals'>
  /** Base units, never negative. */
  readonly value: bigint
  readonly counterparty: string
  readonly memo: string
  readonly reference: string
  /** The status words shown on screen. Only "Paid" and "Received" are proven for this amount. */
  readonly status: string
  /** The price of the token at the time of the payment; null if unknown. */
  readonly price: Price | null
  /** The campaign that the payment belongs to; '' for none. */
  readonly campaign: string
  /**
   * The network fee that the account paid: BNB in wei, and its price at that time. In the first row of a
   * transaction only; null in the others, if somebody else paid it, and if it could not be read.
   */
  readonly fee: { readonly value: bigint; readonly price: Price | null } | null
  /** The proposal of a Safe that the payment belongs to, in lower case; null for none. */
  readonly safeTxHash: Hash | null
}

/** The content of an accounting file. */
export type AccountingFile = {
  readonly account: Address
  /** ms since the epoch. */
  readonly writtenAt: number
  /** Why payments may be missing, in sentences; empty if the source has no more. */
  readonly partial: readonly string[]
  /** Other notes for the reader, in sentences. */
  readonly notes: readonly string[]
  readonly rows: readonly AccountingRow[]
}
