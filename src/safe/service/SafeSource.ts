import type { Address, Hex } from 'viem'
import type { SafeMessageHash } from '#safe/tx/SafeMessage.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import type { TransactionDetails } from './detailsDocument.ts'
import type { TransactionSummary } from './documents.ts'
import type { MessageDetails } from './messageDocument.ts'

/** A queued or executed transaction; `conflict` is true when another one wants the same nonce. */
export type ListedTransaction = TransactionSummary & { readonly conflict: boolean }

export type TransactionPage = {
  readonly transactions: readonly ListedTransaction[]
  /** Hand it back to the same source to get the next page; null at the end. */
  readonly cursor: string | null
  /** Rows that were not what they should be. */
  readonly unreadable: number
}

/** Who can tell about the transactions of a Safe. Everything that a source says is display data: the chain decides. */
export type SafeSource = {
  /** For people, who are told which source answered. */
  readonly name: string
  readonly queued: (safe: Address, cursor: string | null, signal?: AbortSignal) => Promise<TransactionPage>
  readonly history: (safe: Address, cursor: string | null, signal?: AbortSignal) => Promise<TransactionPage>
  /** Null when the source does not know the hash (yet). */
  readonly transaction: (hash: SafeTxHash, signal?: AbortSignal) => Promise<TransactionDetails | null>
  /** What was executed with this nonce of the Safe; empty when nothing is known. */
  readonly executedAt: (
    safe: Address,
    nonce: bigint,
    signal?: AbortSignal,
  ) => Promise<readonly ListedTransaction[]>
}

/** Who can tell how far the owners of a Safe are with signing a text. */
export type MessageSource = {
  /** Null when the source does not know the hash (yet). */
  readonly message: (hash: SafeMessageHash, signal?: AbortSignal) => Promise<MessageDetails | null>
}

/** The safeTxHash in the id of a multisig transaction, `multisig_<safe>_<safeTxHash>`; null for what is none. */
export function safeTxHashOf(id: string): SafeTxHash | null {
  const match = /^multisig_0x[0-9a-fA-F]{40}_(0x[0-9a-fA-F]{64})$/.exec(id)
  return match?.[1] ? (match[1].toLowerCase() as Hex as SafeTxHash) : null
}
