import type { Hex } from 'viem'
import type { SafeMessageHash } from '#safe/tx/SafeMessage.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'

/** How a text is asked to be signed. */
export type AttestHow = {
  /**
   * A Safe signs by a transaction, which its owners confirm and execute, and remembers that in its contract. No signature
   * comes of it. Left out, a host decides, which is off the chain wherever the Safe can.
   */
  readonly onChain?: boolean
  /** Ends the waiting: a host never answers when its dialog for an on-chain signature was closed. */
  readonly signal?: AbortSignal
}

/** What became of asking an account to sign a text. */
export type Attestation =
  /** The signature was checked: by recovery, or by the account's contract. It holds while that says so. */
  | { readonly kind: 'signed'; readonly signature: Hex }
  /** Owners of a Safe still have to sign. Found again by the text alone, after a reload too. */
  | {
      readonly kind: 'collecting'
      readonly messageHash: SafeMessageHash
      /** Owners whose signatures were checked; null when that could not be read. */
      readonly have: number | null
      /** Owners that the Safe asks for; null when that could not be read. */
      readonly need: number | null
    }
  /** A transaction that signs on the chain waits in the queue of the Safe. */
  | {
      readonly kind: 'proposed'
      readonly safeTxHash: SafeTxHash
      /** False while nobody has told what was proposed, so that it could not be compared with what was asked. */
      readonly compared: boolean
    }
  /** The contract of the Safe remembers, after this block, that its owners have signed. */
  | { readonly kind: 'signed-on-chain'; readonly block: bigint }
