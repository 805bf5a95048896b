import type { Address } from 'viem'
import { isHash, isHexAddress } from '#chain/hex.ts'
import type { SafeMessageHash } from '#safe/tx/SafeMessage.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import type { MessageDetails, TransactionDetails } from './detailsDocument.ts'
import type { TransactionSummary } from './documents.ts'

/** A queued or executed transaction; `conflict` is true if another one has the same nonce. */
export type ListedTransaction = TransactionSummary & { readonly conflict: boolean }

export type TransactionPage = {
  readonly transactions: readonly ListedTransaction[]
  /** Pass it to the same source to get the next page; null at the end. See also `NEWEST`. */
  readonly cursor: string | null
  /** Number of malformed rows, and 1 more for a next page that cannot be requested. */
  readonly unreadable: number
}

/**
 * A cursor for the first page of a queue as it is now. A service may answer any other from a copy that is a minute old,
 * which shows nothing about a request made meanwhile.
 */
export const NEWEST = 'newest'

/** A source of Safe transactions. Everything it reports is display data; the chain is authoritative. */
export type SafeSource = {
  /** Shown in the UI as the source of an answer. */
  readonly name: string
  readonly queued: (safe: Address, cursor: string | null, signal?: AbortSignal) => Promise<TransactionPage>
  readonly history: (safe: Address, cursor: string | null, signal?: AbortSignal) => Promise<TransactionPage>
  /** Null if the source does not know the hash (yet). */
  readonly transaction: (hash: SafeTxHash, signal?: AbortSignal) => Promise<TransactionDetails | null>
  /** The transactions executed with this nonce of the Safe; empty if unknown. */
  readonly executedAt: (
    safe: Address,
    nonce: bigint,
    signal?: AbortSignal,
  ) => Promise<readonly ListedTransaction[]>
}

/** A source of the nonce that a host gives to the next proposal. */
export type NonceSource = {
  /** The first nonce that no queued proposal uses, as far as the source knows. */
  readonly nextNonce: (safe: Address, signal?: AbortSignal) => Promise<bigint>
}

/** A source for the progress of the owners of a Safe in signing a text. */
export type MessageSource = {
  /** A message of this Safe; null if the source does not know it (yet). */
  readonly message: (
    safe: Address,
    hash: SafeMessageHash,
    signal?: AbortSignal,
  ) => Promise<MessageDetails | null>
}

/**
 * The safeTxHash in the id of a multisig transaction, `multisig_<safe>_<safeTxHash>`; null for any other id.
 */
export function safeTxHashOf(id: string): SafeTxHash | null {
  const [kind, safe, hash, ...more] = id.split('_')
  if (kind !== 'multisig' || !isHexAddress(safe) || !isHash(hash) || more.length > 0) return null
  return hash.toLowerCase() as SafeTxHash
}

/**
 * The first answer in source order, and its source. A null answer is skipped: that source does not have it.
 * @throws the first source's error, when none answered
 */
export async function firstAnswer<T>(
  sources: readonly SafeSource[],
  ask: (source: SafeSource) => Promise<T | null>,
): Promise<{ readonly answer: T; readonly from: string } | null> {
  const faults: unknown[] = []
  for (const source of sources) {
    try {
      const answer = await ask(source)
      if (answer !== null) return { answer, from: source.name }
    } catch (fault) {
      // The caller has stopped waiting.
      if ((fault as Error | null)?.name === 'AbortError') throw fault
      faults.push(fault)
    }
  }
  if (faults.length > 0) throw faults[0]
  return null
}
