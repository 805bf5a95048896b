import * as v from 'valibot'
import type { Address } from '#chain/Address.ts'
import type { KeyValueStore } from '../Page.ts'
import type { Payout } from './Payout.ts'
import { listText, partsText, readPayout } from './payoutDocument.ts'

/** The payouts of one account in this browser. */
export type PayoutStore = {
  /** Newest first; `unreadable` are kept as they are and counted. */
  readonly list: () => { readonly payouts: readonly Payout[]; readonly unreadable: number }
  readonly read: (id: string) => Payout | null
  /** Writes a payout, or what has changed of it. The oldest that is settled for a month or more makes room. */
  readonly write: (payout: Payout) => void
  readonly remove: (id: string) => void
}

/** More payouts of one account than this are exported, not kept. */
export const MAX_KEPT = 100

const index = v.pipe(v.array(v.pipe(v.string(), v.regex(/^[0-9a-z-]{1,64}$/))), v.maxLength(10_000))

/** Payouts of `account` on BSC. Each has its list and its parts under keys of their own: only the parts ever change. */
export function payoutStore(storage: KeyValueStore, account: Address): PayoutStore {
  const own = account.toLowerCase()
  const indexKey = `portal.payouts.56.${own}`
  const listKey = (id: string) => `portal.payout.56.${own}.${id}`
  const partsKey = (id: string) => `${listKey(id)}.parts`

  const ids = (): readonly string[] => {
    try {
      return v.parse(index, JSON.parse(storage.getItem(indexKey) ?? '[]'))
    } catch {
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
      return { payouts, unreadable: found.length - payouts.length }
    },
    write(payout) {
      const kept = ids()
      // The list before the parts, and both before the index: whoever stops in between leaves nothing half said.
      if (!kept.includes(payout.id)) storage.setItem(listKey(payout.id), listText(payout))
      storage.setItem(partsKey(payout.id), partsText(payout))
      if (!kept.includes(payout.id)) storage.setItem(indexKey, JSON.stringify([payout.id, ...kept]))
    },
    remove(id) {
      storage.setItem(indexKey, JSON.stringify(ids().filter((kept) => kept !== id)))
      storage.removeItem(listKey(id))
      storage.removeItem(partsKey(id))
    },
  }
}
