import type { Address } from 'viem'
import type { Multisig } from './Multisig.ts'

/** A filter for a list of a Safe's transactions. Null and missing values filter nothing. Times in ms. */
export type MultisigFilter = {
  readonly executed?: boolean | null
  readonly trusted?: boolean | null
  readonly confirmed?: boolean | null
  readonly to?: Address | null
  /** In wei. */
  readonly value?: string | null
  readonly nonce?: { readonly [bound in 'is' | 'gte' | 'lte' | 'gt' | 'lt']?: bigint | null }
  readonly executedFrom?: number | null
  readonly executedUntil?: number | null
}

/** The transactions that pass a filter, in the order given. */
export function filterMultisigs(all: readonly Multisig[], filter: MultisigFilter): readonly Multisig[] {
  const { executed = null, confirmed = null, to = null, value = null, nonce = {} } = filter
  const { is = null, gte = null, lte = null, gt = null, lt = null } = nonce
  const { executedFrom: from = null, executedUntil: until = null } = filter
  return all.filter(({ tx, execution, trusted, confirmations }) => {
    if (executed !== null && (execution !== null) !== executed) return false
    if (filter.trusted === true && !trusted) return false
    if (confirmed !== null && confirmations.length > 0 !== confirmed) return false
    if (to !== null && tx.to !== to) return false
    if (value !== null && `${tx.value}` !== value) return false
    if (is !== null && tx.nonce !== is) return false
    if (gte !== null && tx.nonce < gte) return false
    if (lte !== null && tx.nonce > lte) return false
    if (gt !== null && tx.nonce <= gt) return false
    if (lt !== null && tx.nonce >= lt) return false
    if (from !== null && (execution === null || execution.timestamp < from)) return false
    return until === null || (execution !== null && execution.timestamp <= until)
  })
}
