import type { ActivityItem } from '#account/Activity.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import type { Attention } from '#domain/shared/Attention.ts'
import { count } from '#domain/shared/format.ts'
import { itemPath } from '#domain/shared/paths.ts'

/** What a queued proposal needs from an owner, as its source reports it; null if it only needs time. */
export function queueAttention(safe: Address, item: ActivityItem): Attention | null {
  const { id, status, nonce } = item
  const needs =
    status.kind === 'awaiting-signatures'
      ? `needs ${count(Math.max(status.need - status.have, 1), 'more signature')}`
      : status.kind === 'ready-to-execute'
        ? 'is ready to execute'
        : null
  if (needs === null) return null
  return {
    id: `proposal:${id}:${status.kind}`,
    tone: 'sign',
    title: `${proposalName(item)} ${needs}`,
    text: nonce === null ? 'In the queue of your Safe.' : `Nonce ${nonce} in the queue of your Safe.`,
    path: itemPath(safe, item) ?? '/activity/queue',
    action: 'Review',
  }
}

function proposalName({ what }: ActivityItem): string {
  switch (what.kind) {
    case 'transfer-out':
      // A token that is not pinned chooses its own symbol.
      return what.amount.suspect ? 'A transfer' : `A payment of ${Amount.format(what.amount.amount)}`
    case 'batch':
      return what.count === null ? 'A payout' : `A payout of ${what.count}`
    case 'rejection':
      return 'A rejection'
    default:
      return 'A proposal'
  }
}
