import type { ActivityItem, Listed } from '#account/Activity.ts'
import type { Address } from '#chain/money/Address.ts'
import type { ProposalContent } from '#safe/tx/decodeProposal.ts'

/** Whether the account itself did it, by signatures or its own module. */
export function isOwn({ safeTxHash, module }: ActivityItem): boolean {
  return safeTxHash !== null || module !== null
}

/**
 * Every payee that the account itself paid, in the loaded part of its history. Anyone can write into the
 * history of a Safe. A wallet's history is what this browser sent, so all of it counts.
 */
export function paidBy(
  kind: Listed['kind'],
  items: readonly ActivityItem[],
  contents: ReadonlyMap<string, ProposalContent>,
): readonly Address[] {
  return items
    .filter((item) => kind === 'eoa' || isOwn(item))
    .flatMap(({ id, what }) => {
      if (what.kind === 'transfer-out') return [what.to]
      const rows = contents.get(id)?.rows ?? []
      return rows.flatMap(({ meaning }) => (meaning.kind === 'transfer' ? [meaning.to] : []))
    })
}
