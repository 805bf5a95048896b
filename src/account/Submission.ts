import { type Hash, isHex } from 'viem'
import type { Address } from '#chain/money/Address.ts'
import type { Call } from '#chain/money/Call.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'

/**
 * The result of `submit`. A safeTxHash is not a transaction hash: the first identifies what owners sign, the
 * second what the chain executed.
 */
export type Submission =
  | {
      /** One transaction of a wallet, with one call. */
      readonly kind: 'sent'
      readonly from: Address
      readonly calls: readonly Call[]
      readonly hash: Hash
      /** Account nonce of the transaction, to detect a replacement; null if no node reported it. */
      readonly nonce: bigint | null
      /**
       * A final block from before the request; null if it could not be read. The payment is in a later block.
       */
      readonly since: bigint | null
    }
  | {
      /** All calls at once, by a wallet that supports it (EIP-5792). */
      readonly kind: 'batched'
      readonly from: Address
      readonly calls: readonly Call[]
      /** The wallet's id of the batch. It is not a hash, and the chain does not know it. */
      readonly id: string
      /** The transactions that carried it, in the wallet's order; empty until it reports them. */
      readonly hashes: readonly Hash[]
      readonly since: bigint | null
    }
  | {
      readonly kind: 'proposed'
      readonly safe: Address
      readonly calls: readonly Call[]
      readonly safeTxHash: SafeTxHash
      /** True if the calls are part of a larger transaction that a person assembled in the host. */
      readonly inLargerBatch: boolean
      /** As above: an execution that is older than the request does not answer it. */
      readonly since?: bigint | null
    }

/** A batch id for comparisons, which a wallet may repeat in another case if it is hex; any other text is exact. */
export function batchIdKey(id: string): string {
  return isHex(id) ? id.toLowerCase() : id
}
