import type { Hash } from 'viem'
import { transferKey, transferTo } from '#chain/money/Call.ts'
import type { FoldedStatus } from '#domain/ledger/foldStatus.ts'
import type { PaidTransfer, PaidTransfers } from '#safe/proposal/paidTransfers.ts'
import type { Payment, Payout } from './Payout.ts'
import type { PayoutOrigin } from './payoutOrigins.ts'

/**
 * The transfers that paid the rows, by position. `unread` counts paid rows whose transactions have not been
 * read.
 */
export type Receipts = { readonly found: ReadonlyMap<number, PaidTransfer>; readonly unread: number }

/**
 * Each transaction costs several requests to public nodes, so limit how many are read in total and at once.
 */
const MAX_TRANSACTIONS = 300
const AT_ONCE = 4
/** Stop after this many failures. */
const MAX_FAILURES = 4

/** Reads the transactions of all paid rows. Unreadable ones are counted. Never throws. */
export async function readReceipts(
  payout: Payout,
  states: readonly FoldedStatus[],
  read: (hash: Hash) => Promise<PaidTransfers>,
): Promise<Receipts> {
  const found = new Map<number, PaidTransfer>()
  let unread = 0
  let failures = 0
  const waiting = [...paidPlaces(states)].map(([hash, places], index) => ({ hash, places, index }))
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { hash, places, index } = next
      const isAsked = index < MAX_TRANSACTIONS && failures < MAX_FAILURES
      const paid = isAsked ? await read(hash).catch(() => null) : null
      if (paid === null) {
        unread += places.length
        if (isAsked) failures++
      } else {
        for (const [place, transfer] of receiptsOf(payout, places, paid)) found.set(place, transfer)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { found, unread }
}

/** Positions of the paid rows, in order, grouped by the transaction that paid them. */
export function paidPlaces(states: readonly FoldedStatus[]): ReadonlyMap<Hash, readonly number[]> {
  const places = new Map<Hash, number[]>()
  states.forEach((state, place) => {
    const { status } = state
    if (status.kind !== 'paid') return
    const before = places.get(status.hash)
    if (before) before.push(place)
    else places.set(status.hash, [place])
  })
  return places
}

/**
 * Finds the transfer in one transaction that paid each of its rows, by row position: same token, payee and
 * amount, sent by the account. Equal rows get different transfers. If there are fewer transfers than equal
 * rows, as with BNB forwarded by a contract, none of those rows gets one, because they cannot be told apart.
 * @param places the rows that the transaction paid, see `paidPlaces`
 */
export function receiptsOf(
  payout: Payout,
  places: readonly number[],
  paid: PaidTransfers,
): ReadonlyMap<number, PaidTransfer> {
  if (!('transfers' in paid) || paid.status === 'failed') return new Map()
  const own = paid.transfers.filter(({ from }) => from.toLowerCase() === payout.account.toLowerCase())
  const transfers = byKey(own, transferKey)
  const rows = byKey(places, (place) => {
    const row = payout.rows[place]
    return row ? transferKey(transferTo(row.payee, row.amount)) : ''
  })
  return new Map(
    [...rows].flatMap(([key, equal]) => {
      const found = transfers.get(key) ?? []
      if (found.length < equal.length) return []
      return equal.flatMap((place, at) => (found[at] ? [[place, found[at]] as const] : []))
    }),
  )
}

/**
 * The row of the payer's own list that a transfer paid; null for none, and if rows of two lists in one transaction are
 * alike.
 * @param origins the payouts behind the transaction
 * @param name see `PaidTransfer`
 */
export function paidRow(origins: readonly PayoutOrigin[], paid: PaidTransfers, name: string): Payment | null {
  const rows = origins.flatMap(({ payout, attempt }) =>
    [...receiptsOf(payout, attempt.rows, paid)].flatMap(([place, transfer]) =>
      transfer.name === name ? (payout.rows[place] ?? []) : [],
    ),
  )
  return rows.length === 1 ? (rows[0] ?? null) : null
}

function byKey<T>(all: readonly T[], keyOf: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const one of all) {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return groups
}
