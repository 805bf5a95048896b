import type { Address } from 'viem'
import * as Multisig from '../read/Multisig.ts'
import { neighbours, readCursor, type Window } from './cursor.ts'
import type { Gateway } from './Gateway.ts'
import { multisigSummary } from './summary.ts'

/** A page of transactions awaiting signatures or execution, with labels and conflict headers. */
export async function queuePage(world: Gateway, safe: Address, url: URL, trusted: boolean) {
  const state = await world.documents.safe(safe)
  const window = readCursor(url)
  const asked = `queue ${trusted} ${state.nonce} ${window.limit} ${window.offset}`
  const all = Multisig.waiting(await world.documents.multisigs(safe, asked), state.nonce, trusted)
  const { shown, before, after } = rowsOf(all, window)

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

/** The rows of a page, and the nonces of the rows before and after it. */
type Shown = {
  readonly shown: readonly Multisig.Multisig[]
  readonly before: number | null
  readonly after: number | null
}

/**
 * The real gateway reads one row more on either side to see conflicts. It removes the one after the page, unless
 * that is the last of all, and never the one before.
 */
function rowsOf(all: readonly Multisig.Multisig[], { limit, offset }: Window): Shown {
  const read = offset === 0 ? all.slice(0, limit + 1) : all.slice(offset - 1, offset - 1 + limit + 2)
  const isEnd = Math.max(0, offset - 1) + read.length >= all.length
  return {
    shown: isEnd ? read : read.slice(0, -1),
    before: offset === 0 ? null : nonceOf(read[0]),
    after: isEnd ? null : nonceOf(read.at(-1)),
  }
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
