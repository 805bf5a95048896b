import * as v from 'valibot'
import type { Address } from '#chain/money/Address.ts'
import { PortalError } from '#chain/PortalError.ts'
import { type Attempt, withoutTaken } from '#domain/ledger/Attempt.ts'
import { type Ledger, ledger } from '#domain/ledger/ledger.ts'
import type { KeyValueStore } from '#storage/KeyValueStore.ts'
import { accountKey } from '#storage/keys.ts'
import { persisted, storedChanged } from '#storage/persisted.ts'
import type { Payout } from './Payout.ts'
import { listText, planText, readPayout } from './payoutDocument.ts'

/** One account's payouts in this browser. */
export type PayoutStore = {
  /** Newest first. Unreadable payouts are kept as they are and counted in `unreadable`. */
  readonly list: () => { readonly payouts: readonly Payout[]; readonly unreadable: number }
  readonly read: (id: string) => Payout | null
  /** True if there is a payout with this id, readable or not. */
  readonly has: (id: string) => boolean
  /**
   * Writes a payout, or only what changed, and returns the current version. Attempts and their facts are added to the
   * ledger; those that the ledger has already stay.
   * @throws PortalError `stale` when it was written since it was read, for example by another tab: the stored
   * version is newer
   */
  readonly write: (payout: Payout) => Payout
  /** Writes many at once, for a backup. @throws like `write`, and then none is written */
  readonly writeAll: (payouts: readonly Payout[]) => void
  /** Deletes the list. The ledger keeps its requests. */
  readonly remove: (id: string) => void
  /** Every attempt of the account, also of payouts that were deleted. */
  readonly ledger: Ledger
}

const index = v.array(v.pipe(v.string(), v.regex(/^[0-9a-z-]{1,64}$/)))

const stores = new WeakMap<KeyValueStore, Map<string, PayoutStore>>()

/**
 * Payouts of `account` on BSC, kept until the person deletes them. Unreadable ones are left unchanged and
 * counted. The list and the plan of a payout have separate keys, because only the plan changes.
 */
export function payoutStore(storage: KeyValueStore, account: Address): PayoutStore {
  const all = stores.get(storage) ?? new Map<string, PayoutStore>()
  stores.set(storage, all)
  const known = all.get(account)
  if (known) return known
  const store = openStore(storage, account)
  all.set(account, store)
  return store
}

function openStore(storage: KeyValueStore, account: Address): PayoutStore {
  const own = account.toLowerCase()
  const listKey = (id: string) => `${accountKey('payout', account)}.${id}`
  const planKey = (id: string) => `${listKey(id)}.parts`

  const stored = persisted(storage, accountKey('payouts', account), index)
  const ids = (): readonly string[] => stored.read() ?? []
  const book = ledger(storage, account)

  /** The attempts of the ledger by payout; computed once for each state of the ledger. */
  let grouped: { readonly of: readonly Attempt[]; readonly by: ByPayout } = { of: none, by: new Map() }
  const attemptsByPayout = (): ByPayout => {
    const { attempts } = book.list()
    if (attempts !== grouped.of) grouped = { of: attempts, by: byPayout(attempts) }
    return grouped.by
  }
  type Read = {
    readonly list: string
    readonly plan: string
    readonly attempts: readonly Attempt[]
    readonly payout: Payout | null
  }
  // Reading validates every row, so each text is parsed only once.
  const cache = new Map<string, Read>()
  const parse = (id: string, by: ByPayout): Payout | null => {
    const list = storage.getItem(listKey(id))
    const plan = storage.getItem(planKey(id))
    if (list === null || plan === null) return null
    const attempts = by.get(id) ?? none
    const last = cache.get(id)
    if (last?.list === list && last.plan === plan && isSameList(last.attempts, attempts)) return last.payout
    const found = readPayout(list, plan, attempts)
    const payout = found?.id === id && found.account.toLowerCase() === own ? found : null
    cache.set(id, { list, plan, attempts, payout })
    return payout
  }
  const writeAll = (payouts: readonly Payout[]): void => {
    const kept = new Set(ids())
    const isStale = ({ id, revision }: Payout) =>
      kept.has(id) && parse(id, attemptsByPayout())?.revision !== revision
    if (payouts.some(isStale)) throw stale()
    const fresh = payouts.filter(({ id }) => !kept.has(id))
    // Written in this order, so that a page that closes in between loses no attempt and leaves nothing half written.
    for (const payout of fresh) storage.setItem(listKey(payout.id), listText(payout))
    const added = payouts.flatMap(({ attempts }) => attempts)
    if (added.length > 0) book.append(added)
    for (const payout of payouts) {
      storage.setItem(planKey(payout.id), planText({ ...payout, revision: payout.revision + 1 }))
    }
    if (fresh.length > 0) stored.write([...fresh.map(({ id }) => id).reverse(), ...kept])
  }
  return {
    ledger: book,
    read: (id) => parse(id, attemptsByPayout()),
    has: (id) => storage.getItem(listKey(id)) !== null,
    list() {
      const by = attemptsByPayout()
      const found = ids().map((id) => parse(id, by))
      const payouts = found.filter((payout) => payout !== null)
      return { payouts, unreadable: found.length - payouts.length + stored.unreadable() }
    },
    writeAll,
    write(payout) {
      try {
        writeAll([payout])
      } finally {
        // A write is rejected if a newer version is stored, so read again.
        storedChanged()
      }
      const attempts = attemptsByPayout().get(payout.id) ?? none
      return { ...payout, revision: payout.revision + 1, attempts }
    },
    remove(id) {
      stored.write(ids().filter((kept) => kept !== id))
      storage.removeItem(listKey(id))
      storage.removeItem(planKey(id))
      storedChanged()
    },
  }
}

const none: readonly Attempt[] = []

type ByPayout = ReadonlyMap<string, readonly Attempt[]>

function byPayout(attempts: readonly Attempt[]): ByPayout {
  const by = new Map<string, Attempt[]>()
  for (const attempt of withoutTaken(attempts)) {
    if (attempt.payout === null) continue
    const its = by.get(attempt.payout)
    if (its) its.push(attempt)
    else by.set(attempt.payout, [attempt])
  }
  return by
}

function stale(): PortalError {
  return new PortalError('stale', 'This payout was just changed, here or in another tab. Nothing was saved.')
}

function isSameList(a: readonly Attempt[], b: readonly Attempt[]): boolean {
  return a === b || (a.length === b.length && a.every((attempt, at) => attempt === b[at]))
}
