import type { Address } from '#chain/money/Address.ts'
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

/** The name that the payer's own list gave a payee of these payments; null for none. Nobody has checked it. */
export function listedName(origins: readonly PayoutOrigin[], payee: Address): string | null {
  for (const { payout, attempt } of origins) {
    for (const place of attempt.rows) {
      const row = payout.rows[place]
      if (row?.payee === payee && row.name && !isAddressLike(row.name)) return row.name
    }
  }
  return null
}

/** Finds the rows that transfers paid, asked in the order of the list: equal rows are taken one after the other. */
export function rowsInTurn(): (origins: readonly PayoutOrigin[], paid: Transfer) => Payment | null {
  const taken = new Set<string>()
  return (origins, paid) => {
    for (const { payout, attempt } of origins) {
      for (const place of attempt.rows) {
        const row = payout.rows[place]
        const id = `${attempt.id} ${place}`
        const isPaid = row && transferKey(transferTo(row.payee, row.amount)) === transferKey(paid)
        if (!isPaid || taken.has(id)) continue
        taken.add(id)
        return row
      }
    }
    return null
  }
}
