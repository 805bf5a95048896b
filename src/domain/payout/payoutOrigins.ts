import { type Transfer, transferKey, transferTo } from '#chain/money/Call.ts'
import { isAddressLike } from '#chain/names/addressLike.ts'
import { type Attempt, attemptIds, withoutTaken } from '#domain/ledger/Attempt.ts'
import type { Payment, Payout } from './Payout.ts'

/** An attempt behind an item of an account's lists, and the payout of this browser that it requested. */
export type PayoutOrigin = { readonly payout: Payout; readonly attempt: Attempt }

/**
 * Finds the origins of an item, by the id of an attempt, a transaction or a proposal. Several if a person put payments
 * of several lists into one proposal.
 */
export type FindOrigins = (id: string | null) => readonly PayoutOrigin[]

/** The ledger gives the same attempts until they change. */
const known = new WeakMap<readonly Attempt[], ReadonlyMap<string, readonly Attempt[]>>()

/**
 * The origins of the items of one account.
 * @param attempts all of its ledger
 * @param read the payout with this id; null if it is not in this browser
 */
export function payoutOrigins(
  attempts: readonly Attempt[],
  read: (id: string) => Payout | null,
): FindOrigins {
  const found = known.get(attempts) ?? byId(attempts)
  known.set(attempts, found)
  return (id) =>
    (found.get(id?.toLowerCase() ?? '') ?? []).flatMap((attempt) => {
      const payout = attempt.payout === null ? null : read(attempt.payout)
      return payout ? [{ payout, attempt }] : []
    })
}

function byId(attempts: readonly Attempt[]): ReadonlyMap<string, readonly Attempt[]> {
  const found = new Map<string, Attempt[]>()
  for (const attempt of withoutTaken(attempts)) {
    for (const id of new Set([attempt.id, ...attemptIds(attempt)])) {
      const same = found.get(id)
      if (same) same.push(attempt)
      else found.set(id, [attempt])
    }
  }
  return found
}

/**
 * The name that the payer's own list gave the payee of a payment; null for none. Nobody has checked it. Rows that only
 * their names tell apart may each be the one, so all of those are named: `Hiro Tanaka or Emre Berg`.
 */
export function listedName(origins: readonly PayoutOrigin[], paid: Transfer): string | null {
  const rows = origins.flatMap(({ payout, attempt }) =>
    attempt.rows.flatMap((place) => payout.rows[place] ?? []).filter(({ payee }) => payee === paid.to),
  )
  const equal = rows.filter((row) => isPaidBy(row, paid))
  const names = (equal.length > 0 ? equal : rows).map(nameInRow).filter((name) => name !== null)
  return [...new Set(names)].join(' or ') || null
}

/** The names that the payer's own list gave the payees of payments, each of its own row; null for none. */
export function listedNames(
  origins: readonly PayoutOrigin[],
  paid: readonly Transfer[],
): readonly (string | null)[] {
  const rowOf = rowsInTurn()
  return paid.map((transfer) => {
    const row = rowOf(origins, transfer)
    return row ? nameInRow(row) : listedName(origins, transfer)
  })
}

/** The name in a row of a list; null for none, and for one that looks like an address. */
export function nameInRow({ name }: Payment): string | null {
  return name && !isAddressLike(name) ? name : null
}

/** Who a payee is to this browser's person, with the name in the list if it is another: nobody has compared the two. */
export function nameBeside(known: string | null, listed: string | null): string | null {
  const isOther = known !== null && listed !== null && known.toLowerCase() !== listed.toLowerCase()
  return isOther ? `${known}, listed as ${listed}` : (known ?? listed)
}

/** Finds the rows that transfers paid, asked in the order of the list: equal rows are taken one after the other. */
export function rowsInTurn(): (origins: readonly PayoutOrigin[], paid: Transfer) => Payment | null {
  const taken = new Set<string>()
  return (origins, paid) => {
    for (const { payout, attempt } of origins) {
      for (const place of attempt.rows) {
        const row = payout.rows[place]
        const id = `${attempt.id} ${place}`
        if (!row || !isPaidBy(row, paid) || taken.has(id)) continue
        taken.add(id)
        return row
      }
    }
    return null
  }
}

function isPaidBy({ payee, amount }: Payment, paid: Transfer): boolean {
  return payee === paid.to && transferKey(transferTo(payee, amount)) === transferKey(paid)
}
