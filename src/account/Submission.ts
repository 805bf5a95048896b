import type { Hash } from 'viem'
import type { Address } from '#chain/money/Address.ts'
import type { Call } from '#chain/money/Call.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'

/**
 * What became of `submit`. A safeTxHash is not a transaction hash: one names what owners sign, the other what the
 * chain executed.
 */
export type Submission =
  | {
      /** One transaction of a wallet, which makes one call. */
      readonly kind: 'sent'
      readonly from: Address
      readonly calls: readonly Call[]
      readonly hash: Hash
      /** Account nonce of the transaction, to notice that another one replaced it; null where no node told it. */
      readonly nonce: bigint | null
      /** A final block before it was asked for; null where that could not be read. What pays it stands in a later one. */
      readonly since: bigint | null
    }
  | {
      /** All calls at once, by a wallet that can (EIP-5792). */
      readonly kind: 'batched'
      readonly from: Address
      readonly calls: readonly Call[]
      /** The wallet's name for the batch: no hash, and nothing that the chain knows. */
      readonly id: string
      /** The transaction that carried it; null until the wallet has named it. */
      readonly hash: Hash | null
      readonly since: bigint | null
    }
  | {
      readonly kind: 'proposed'
      readonly safe: Address
      readonly calls: readonly Call[]
      readonly safeTxHash: SafeTxHash
      /** True where the calls stand inside a larger transaction that a person has put together in the host. */
      readonly among: boolean
    }
