import { isLowerAddress } from '#chain/hex.ts'
import * as AddressText from '#chain/money/Address.ts'
import { payeesOf } from '#domain/ledger/Attempt.ts'
import { accountsWith, type BrowserStorage } from '#storage/KeyValueStore.ts'
import { payoutStore } from './payoutStore.ts'

type Address = AddressText.Address

/** The payees of the payouts that were made in this browser, by any account. */
type PayeesHere = {
  /** Proven paid. */
  readonly paid: readonly Address[]
  /** Only listed: they make nobody known. */
  readonly planned: readonly Address[]
}

/**
 * Reads them from the ledgers and the stored payouts. Records from a file are skipped, because a file can claim
 * anything.
 */
export function payeesHere(storage: BrowserStorage): PayeesHere {
  const paid = new Set<Address>()
  const planned = new Set<Address>()
  for (const account of payingAccounts(storage)) {
    const store = payoutStore(storage, account)
    for (const { rows, restored } of store.list().payouts) {
      if (!restored) for (const { payee } of rows) planned.add(payee)
    }
    for (const payee of payeesOf(store.ledger.list().attempts)) paid.add(payee)
  }
  return { paid: [...paid], planned: [...planned].filter((payee) => !paid.has(payee)) }
}

/** The accounts that have payouts or attempts here. */
export function payingAccounts(storage: BrowserStorage): readonly Address[] {
  // Any of its keys, because the first may be gone.
  const named = storage.keys().flatMap((key) => /^portal\.ledger\.56\.(.*)\.[0-9]+$/.exec(key)?.[1] ?? [])
  const withLedger = [...new Set(named)].flatMap((account) => {
    const read = isLowerAddress(account) ? AddressText.parse(account) : null
    return read?.ok ? [read.address] : []
  })
  return [...new Set([...withLedger, ...accountsWith(storage, 'payouts')])]
}
