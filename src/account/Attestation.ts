import type { Hex } from 'viem'
import type { SafeMessageHash } from '#safe/SafeMessage.ts'

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
