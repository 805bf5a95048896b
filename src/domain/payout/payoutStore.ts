import * as v from 'valibot'
import type { KeyValueStore } from '#account/Mode.ts'
import { persisted } from '#account/storage/persisted.ts'
import type { Address } from '#chain/money/Address.ts'
import { PortalError } from '#chain/PortalError.ts'
import type { Payout } from './Payout.ts'
import { batchesText, listText, readPayout } from './payoutDocument.ts'

/** One account's payouts in this browser. */
export type PayoutStore = {
  /** Newest first. Unreadable payouts are kept as they are and counted in `unreadable`. */
  readonly list: () => { readonly payouts: readonly Payout[]; readonly unreadable: number }
  readonly read: (id: string) => Payout | null
  /**
   * Writes a payout, or only what changed, and returns the current version.
   * @throws PortalError `stale` when it was written since it was read, for example by another tab: the stored
   * version is newer
   */
  readonly write: (payout: Payout) => Payout
  readonly remove: (id: string) => void
}

const index = v.array(v.pipe(v.string(), v.regex(/^[0-9a-z-]{1,64}$/)))

/**
 * Payouts of `account` on BSC, kept until the person deletes them. Unreadable ones are left unchanged and
 * counted. The list and the batches of a payout have separate keys, because only the batches change.
 */
export function payoutStore(storage: KeyValueStore, account: Address): PayoutStore {
  const own = account.toLowerCase()
  const indexKey = `portal.payouts.56.${own}`
  const listKey = (id: string) => `portal.payout.56.${own}.${id}`
  const batchesKey = (id: string) => `${listKey(id)}.parts`

  const stored = persisted(storage, indexKey, index)
  const ids = (): readonly string[] => stored.read() ?? []
  // Reading validates every row, so each text is parsed only once.
  const known = new Map<
    string,
    { readonly list: string; readonly batches: string; readonly payout: Payout | null }
  >()
  const read = (id: string): Payout | null => {
    const list = storage.getItem(listKey(id))
    const batches = storage.getItem(batchesKey(id))
    if (list === null || batches === null) return null
    const last = known.get(id)
    if (last?.list === list && last.batches === batches) return last.payout
    const found = readPayout(list, batches)
    const payout = found?.id === id && found.account.toLowerCase() === own ? found : null
    known.set(id, { list, batches, payout })
    return payout
  }
  return {
    read,
    list() {
      const found = ids().map(read)
      const payouts = found.filter((payout) => payout !== null)
      return { payouts, unreadable: found.length - payouts.length + stored.unreadable() }
    },
    write(payout) {
      const kept = ids()
      const last = kept.includes(payout.id) ? read(payout.id) : null
      if (kept.includes(payout.id) && last?.revision !== payout.revision) {
        throw new PortalError(
          'stale',
          'This payout was just changed, here or in another tab. Nothing was saved.',
        )
      }
      const written = { ...payout, revision: payout.revision + 1 }
      // Write the list, then the batches, then the index, so that a page that closes in between leaves nothing
      // half written.
      if (!kept.includes(payout.id)) storage.setItem(listKey(payout.id), listText(payout))
      storage.setItem(batchesKey(payout.id), batchesText(written))
      if (!kept.includes(payout.id)) stored.write([payout.id, ...kept])
      return written
    },
    remove(id) {
      stored.write(ids().filter((kept) => kept !== id))
      storage.removeItem(listKey(id))
      storage.removeItem(batchesKey(id))
    },
  }
}
