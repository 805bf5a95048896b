import type { Hex } from 'viem'
import type { SafeMessageHash } from '#safe/tx/SafeMessage.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'

/** Options for signing a text. */
export type SignMessageOptions = {
  /**
   * Signs with a Safe transaction, which the owners confirm and execute, and which the Safe's contract
   * records. It yields no signature. If omitted, the host decides, and signs off-chain if the Safe can.
   */
  readonly onChain?: boolean
  /** Stops waiting. A host never answers once its dialog for an on-chain signature has been closed. */
  readonly signal?: AbortSignal
}

/** The result of requesting a signature for a text. */
export type MessageSignature =
  /**
   * The signature was verified, by recovery or by the account's contract. A contract's signature is valid
   * only as long as the contract accepts it.
   */
  | { readonly kind: 'signed'; readonly signature: Hex }
  /** Owners of a Safe still have to sign. It can be found again from the text alone, even after a reload. */
  | {
      readonly kind: 'collecting'
      readonly messageHash: SafeMessageHash
      /** Owners with a verified signature; null if that could not be read. */
      readonly have: number | null
      /** Number of owners that the Safe requires; null if that could not be read. */
      readonly need: number | null
    }
  /** A transaction that signs on-chain is in the Safe's queue. */
  | {
      readonly kind: 'proposed'
      readonly safeTxHash: SafeTxHash
      /** False until a source reports the proposal and it has been compared with the request. */
      readonly compared: boolean
    }
  /** As of this block, the Safe's contract records that its owners have signed. */
  | { readonly kind: 'signed-on-chain'; readonly block: bigint }
