import type { Address } from '#chain/Address.ts'
import type { ProposalContent } from '#safe/decodeProposal.ts'
import type { ActivityItem } from './Activity.ts'

/** Whether the account itself did it: with signatures, or through a module of its own. */
export function isOwn({ safeTxHash, module }: ActivityItem): boolean {
  return safeTxHash !== null || module !== null
}

/** Everybody whom the account has paid itself, as far as its history is loaded. */
export function paidBy(
  items: readonly ActivityItem[],
  contents: ReadonlyMap<string, ProposalContent>,
): readonly Address[] {
  return items.filter(isOwn).flatMap(({ id, what }) => {
    if (what.kind === 'transfer-out') return [what.to]
    const rows = contents.get(id)?.rows ?? []
    return rows.flatMap(({ meaning }) => (meaning.kind === 'transfer' ? [meaning.to] : []))
  })
}
