import type { Address } from 'viem'
import * as Multisig from '../read/Multisig.ts'
import { requireSafe, type World } from '../World.ts'
import { neighbours, readCursor } from './cursor.ts'
import { multisigSummary } from './summary.ts'

/** A page of transactions awaiting signatures or execution, with labels and conflict headers. */
export async function queuePage(world: World, safe: Address, url: URL, trusted: boolean) {
  const state = await requireSafe(world, safe)
  const all = await Multisig.queue(world, safe, state.nonce, trusted)
  const window = readCursor(url)
  const { limit, offset } = window
  const shown = all.slice(offset, offset + limit)
  const before = offset === 0 ? null : nonceOf(all[offset - 1])
  const after = nonceOf(all[offset + limit])

  const results: unknown[] = []
  let last = before ?? -1
  for (const [nonce, group] of groupByNonce(shown)) {
    if (last < state.nonce && nonce === state.nonce) results.push({ type: 'LABEL', label: 'Next' })
    else if (last <= state.nonce && nonce > state.nonce) results.push({ type: 'LABEL', label: 'Queued' })
    last = nonce
    const goesOn = nonce === after
    const conflicts = group.length > 1 || goesOn
    const cameFromBefore = nonce === before
    if (conflicts && !cameFromBefore) results.push({ type: 'CONFLICT_HEADER', nonce })
    for (const [index, entry] of group.entries()) {
      const isLast = index === group.length - 1 && !goesOn
      const alone = group.length === 1 && !goesOn
      const conflictType = alone ? (cameFromBefore ? 'End' : 'None') : isLast ? 'End' : 'HasNext'
      const transaction = await multisigSummary(world, entry, state)
      results.push({ type: 'TRANSACTION', transaction, conflictType })
    }
  }
  return { count: results.length, ...neighbours(url, window, all.length), results }
}

function groupByNonce(
  entries: readonly Multisig.Multisig[],
): ReadonlyMap<number, readonly Multisig.Multisig[]> {
  const groups = new Map<number, Multisig.Multisig[]>()
  for (const entry of entries) {
    const nonce = Number(entry.tx.nonce)
    groups.set(nonce, [...(groups.get(nonce) ?? []), entry])
  }
  return groups
}

function nonceOf(entry: Multisig.Multisig | undefined): number | null {
  return entry === undefined ? null : Number(entry.tx.nonce)
}
