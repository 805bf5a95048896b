import type { Hash } from 'viem'
import type { Address } from '#chain/money/Address.ts'
import type { Token } from '#chain/money/Token.ts'

/** One payment as it stands in an accounting file. Null is what nobody knows; texts are well-formed Unicode. */
export type AccountingRow = {
  /** ms since the epoch. */
  readonly at: number | null
  readonly hash: Hash | null
  readonly logIndex: bigint | null
  readonly block: bigint | null
  readonly direction: 'in' | 'out'
  readonly from: Address | null
  readonly to: Address | null
  /** Symbol and decimals of a token that is not pinned are somebody's claim; its contract is what it is. */
  readonly token: Pick<Token, 'address' | 'symbol' | 'decimals'>
  /** Base units, never negative. */
  readonly value: bigint
  readonly counterparty: string
  readonly memo: string
  readonly reference: string
  /** The words that the screen had for it: only "Paid", "Received" and "Success" are proven by the chain. */
  readonly status: string
}

/** Everything that an accounting file holds. */
export type AccountingFile = {
  readonly account: Address
  /** ms since the epoch. */
  readonly writtenAt: number
  /** Why payments may be missing, in sentences; empty when the source has no more. */
  readonly partial: readonly string[]
  /** What else a reader has to know, in sentences. */
  readonly notes: readonly string[]
  readonly rows: readonly AccountingRow[]
}
