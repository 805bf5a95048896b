import type { ActivityItem } from '#account/Activity.ts'
import type { Address } from '#chain/money/Address.ts'
import { lookAlikeIndex } from '#chain/names/lookAlike.ts'
import type { ProposalContent } from '#safe/tx/decodeProposal.ts'
import { isOwn, paidBy } from './paidBy.ts'

/** Why an item is kept out of the list: what thieves plant so that somebody copies an address from it. */
export type Suspicion = 'zero-value' | 'unverified-token' | 'imitation' | 'look-alike'

/**
 * The suspicious items of a history, by id. An address counts as known when this account itself paid it, alone or in a
 * batch, which the filter of the Safe service does not look into.
 * @param contents what executed batches did, by item id
 */
export function suspicions(
  account: Address,
  items: readonly ActivityItem[],
  contents: ReadonlyMap<string, ProposalContent>,
): ReadonlyMap<string, Suspicion> {
  const isTaken = lookAlikeIndex([account, ...paidBy('safe', items, contents)])
  const found = new Map<string, Suspicion>()
  for (const item of items) {
    const { what, id } = item
    if (what.kind !== 'transfer-in' && what.kind !== 'transfer-out') continue
    // What the owners signed or a module did is not planted by a stranger.
    if (isOwn(item)) continue
    if (what.amount.suspect) found.set(id, what.amount.suspect)
    else if (isTaken(what.kind === 'transfer-in' ? what.from : what.to)?.kind === 'look-alike') {
      found.set(id, 'look-alike')
    }
  }
  return found
}
