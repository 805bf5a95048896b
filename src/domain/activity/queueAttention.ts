import type { ActivityItem } from '#account/Activity.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import { count } from '#domain/shared/format.ts'
import { itemPath } from '#domain/shared/paths.ts'
import type { Attention } from '#domain/shared/StatusText.ts'
import { differences, type ProposalReport } from '#safe/proposal/ProposalReport.ts'

/**
 * The action that a queued proposal needs from an owner, as its source reports it; null if none is needed now.
 * @param report the proposal's content, if it was read: one that differs from its review must not be signed
 * @param name of the payout of this browser that it makes; null for none
 */
export function queueAttention(
  safe: Address,
  item: ActivityItem,
  report: ProposalReport | null = null,
  name: string | null = null,
): Attention | null {
  const { id, status, nonce, conflict } = item
  const where = nonce === null ? 'In the queue of your Safe.' : `Nonce ${nonce} in the queue of your Safe.`
  const path = itemPath(safe, item) ?? '/activity/queue'
  if (report && differences(report).length > 0) {
    const title = 'Do not sign: this is not what you reviewed'
    return { id: `stop:${id}`, tone: 'bad', title, text: where, path, action: 'See why' }
  }
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
    title: `${name ?? proposalName(item)} ${needs}`,
    ...(conflict && nonce !== null
      ? { text: `Only one proposal with nonce ${nonce} can run.`, path: '/activity/queue', action: 'Compare' }
      : { text: where, path, action: 'Review' }),
  }
}

function proposalName({ what }: ActivityItem): string {
  switch (what.kind) {
    case 'transfer-out':
      // A token that is not pinned chooses its own symbol.
      return what.amount.suspect ? 'A transfer' : `A payment of ${Amount.format(what.amount.amount)}`
    case 'batch':
      if (what.count === 1) return 'A payment'
      return what.count === null ? 'A payout' : `A payout of ${what.count}`
    case 'rejection':
      return 'A rejection'
    default:
      return 'A proposal'
  }
}
