import type { KeyValueStore } from '#account/Mode.ts'
import type { Address } from '#chain/money/Address.ts'
import * as AddressText from '#chain/money/Address.ts'

/** Which Safe a wallet's account pays from; kept in this browser, so that a payout is found again after a reload. */
const key = (wallet: Address) => `portal.payer.56.${wallet.toLowerCase()}`

/** The Safe that was chosen last; null for the wallet's own account. Storage is read as untrusted. */
export function readPayer(storage: KeyValueStore, wallet: Address): Address | null {
  const parsed = AddressText.parse(storage.getItem(key(wallet)) ?? '')
  return parsed.ok ? parsed.address : null
}

export function keepPayer(storage: KeyValueStore, wallet: Address, safe: Address | null): void {
  if (safe === null) storage.removeItem(key(wallet))
  else storage.setItem(key(wallet), safe)
}
