import type { Hash } from 'viem'
import type { Address } from '#chain/Address.ts'
import type { SafeTxHash } from '#safe/SafeTx.ts'
import type { ActivityItem } from './Activity.ts'

/** Page of any Safe, to be looked at. Paths stand behind the `#`, so no server learns them. */
export function safePath(safe: Address): string {
  return `/activity/safe/${safe}`
}

/** Page of one proposal of a Safe. */
export function proposalPath(safe: Address, safeTxHash: SafeTxHash): string {
  return `${safePath(safe)}/${safeTxHash}`
}

/** Page of one transaction, read from the chain. */
export function paymentPath(hash: Hash): string {
  return `/activity/payment/${hash}`
}

/** Where an item of an account's list is shown in full; null where there is nothing more to show. */
export function itemPath(account: Address, { safeTxHash, hash }: ActivityItem): string | null {
  if (safeTxHash) return proposalPath(account, safeTxHash)
  return hash && paymentPath(hash)
}
