import type { Hash } from 'viem'
import type { Address } from '#chain/Address.ts'
import type { Call } from '#chain/Call.ts'
import type { CallFate } from '#chain/callFates.ts'
import type { SafeTxHash } from '#safe/SafeTx.ts'

/**
 * What became of `submit`. A safeTxHash is not a transaction hash: one names what owners sign, the other what the
 * chain executed.
 */
export type Submission =
  | {
      readonly kind: 'sent'
      readonly from: Address
      readonly calls: readonly Call[]
      /** One per call that was sent, in order; fewer than `calls` when the person stopped in between. */
      readonly hashes: readonly Hash[]
      /** Account nonce of each hash, to notice a transaction that another one replaced. */
      readonly nonces: readonly (number | null)[]
      /** The newest block before it was asked for, where that is known: what pays it stands in a later one. */
      readonly since?: bigint
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
    }
  | {
      readonly kind: 'proposed'
      readonly safe: Address
      readonly calls: readonly Call[]
      readonly safeTxHash: SafeTxHash
    }

/** Where a payment stands. Only `done` may be shown as paid: its transfer is in a finalised block. */
export type Outcome =
  | { readonly kind: 'waiting'; readonly hash: Hash | null }
  | { readonly kind: 'needs-signatures'; readonly have: number; readonly need: number }
  | { readonly kind: 'ready-to-execute'; readonly have: number; readonly need: number }
  | { readonly kind: 'confirming'; readonly hash: Hash }
  | { readonly kind: 'done'; readonly hash: Hash }
  | {
      readonly kind: 'failed'
      readonly hash: Hash | null
      readonly reason: string
      /** True when that cannot be undone: its block is final. */
      readonly final: boolean
      /** What became of each call, where they differ; absent: none of them moved any money. */
      readonly fates?: readonly CallFate[]
    }
  | { readonly kind: 'replaced'; readonly reason: string }
  /** What is queued under our hash is not what was reviewed: a full-screen stop. */
  | { readonly kind: 'mismatch'; readonly differences: readonly string[] }
  | { readonly kind: 'unknown'; readonly reason: string; readonly fates?: readonly CallFate[] }

/** True when nothing more will change: polling ends. */
export function isFinal(outcome: Outcome): boolean {
  if (outcome.kind === 'failed') return outcome.final
  return ['done', 'replaced', 'mismatch'].includes(outcome.kind)
}
