import { accountsWith, type BrowserStorage } from '#account/storage/browserStorage.ts'
import type { Address } from '#chain/money/Address.ts'
import { payoutStore } from './payoutStore.ts'

/** The payees of the payouts that were made in this browser, by any account. */
export type PayeesHere = {
  /** In a batch that a wallet or a Safe has answered. */
  readonly paid: readonly Address[]
  /** Only listed: they make nobody known. */
  readonly planned: readonly Address[]
}

/** Reads them from the stored payouts. Payouts of a file are left out, because they claim what they like. */
export function payeesHere(storage: BrowserStorage): PayeesHere {
  const paid = new Set<Address>()
  const planned = new Set<Address>()
  for (const account of accountsWith(storage, 'payouts')) {
    for (const { rows, batches, restored } of payoutStore(storage, account).list().payouts) {
      if (restored) continue
      for (const { payee } of rows) planned.add(payee)
      for (const batch of batches) {
        if (!batch.attempt?.submission) continue
        for (const place of batch.rows) {
          const row = rows[place]
          if (row) paid.add(row.payee)
        }
      }
    }
  }
  return { paid: [...paid], planned: [...planned].filter((payee) => !paid.has(payee)) }
}
