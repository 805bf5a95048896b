import * as v from 'valibot'
import type { KeyValueStore } from '#account/Mode.ts'
import type { Address } from '#chain/money/Address.ts'
import { PortalError } from '#chain/PortalError.ts'
import type { Payout } from './Payout.ts'
import { listText, partsText, readPayout } from './payoutDocument.ts'

/** The payouts of one account in this browser. */
export type PayoutStore = {
  /** Newest first; `unreadable` are kept as they are and counted. */
  readonly list: () => { readonly payouts: readonly Payout[]; readonly unreadable: number }
  readonly read: (id: string) => Payout | null
  /**
   * Writes a payout, or what has changed of it, and gives it as it is now. @throws PortalError `stale` when it was written
   * since it was read, as by another tab: what is there is newer
   */
  readonly write: (payout: Payout) => Payout
  readonly remove: (id: string) => void
}

const index = v.array(v.pipe(v.string(), v.regex(/^[0-9a-z-]{1,64}$/)))

/**
 * Payouts of `account` on BSC, kept until the person deletes them. What cannot be read stays as it is and is counted. Each
 * has its list and its parts under keys of their own: only the parts ever change.
 */
export function payoutStore(storage: KeyValueStore, account: Address): PayoutStore {
  const own = account.toLowerCase()
  const indexKey = `portal.payouts.56.${own}`
  const listKey = (id: string) => `portal.payout.56.${own}.${id}`
  const partsKey = (id: string) => `${listKey(id)}.parts`

  const damagedKey = `${indexKey}.damaged`
  const ids = (): readonly string[] => {
    const text = storage.getItem(indexKey)
    if (text === null) return []
    try {
      return v.parse(index, JSON.parse(text))
    } catch {
      // Written over, the payouts that it names would never be found again.
      storage.setItem(damagedKey, text)
      storage.removeItem(indexKey)
      return []
    }
  }
  // Reading is checking every row: it is done once for each text.
  const known = new Map<
    string,
    { readonly list: string; readonly parts: string; readonly payout: Payout | null }
  >()
  const read = (id: string): Payout | null => {
    const list = storage.getItem(listKey(id))
    const parts = storage.getItem(partsKey(id))
    if (list === null || parts === null) return null
    const last = known.get(id)
    if (last?.list === list && last.parts === parts) return last.payout
    const found = readPayout(list, parts)
    const payout = found?.id === id && found.account.toLowerCase() === own ? found : null
    known.set(id, { list, parts, payout })
    return payout
  }
  return {
    read,
    list() {
      const found = ids().map(read)
      const payouts = found.filter((payout) => payout !== null)
      const damaged = storage.getItem(damagedKey) === null ? 0 : 1
      return { payouts, unreadable: found.length - payouts.length + damaged }
    },
    write(payout) {
      const kept = ids()
      const last = kept.includes(payout.id) ? read(payout.id) : null
      if (kept.includes(payout.id) && last?.revision !== payout.revision) {
        throw new PortalError(
          'stale',
          'This payout was changed in another tab, or at this moment. Nothing was written.',
        )
      }
      const written = { ...payout, revision: payout.revision + 1 }
      // The list before the parts, and both before the index, so that a page that dies in between leaves nothing half written.
      if (!kept.includes(payout.id)) storage.setItem(listKey(payout.id), listText(payout))
      storage.setItem(partsKey(payout.id), partsText(written))
      if (!kept.includes(payout.id)) storage.setItem(indexKey, JSON.stringify([payout.id, ...kept]))
      return written
    },
    remove(id) {
      storage.setItem(indexKey, JSON.stringify(ids().filter((kept) => kept !== id)))
      storage.removeItem(listKey(id))
      storage.removeItem(partsKey(id))
    },
  }
}
