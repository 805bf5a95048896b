import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Account } from '#account/Account.ts'
import { usePortal } from '#account/connection.ts'
import type { Address } from '#chain/money/Address.ts'
import * as AddressText from '#chain/money/Address.ts'
import { useStored } from '#components/stored/useStored.ts'
import { payerQuery } from '#queries/account.ts'
import type { KeyValueStore } from '#storage/KeyValueStore.ts'
import { accountKey } from '#storage/keys.ts'
import { writeStored } from '#storage/storedChanges.ts'

/** The Safe chosen last; null for the wallet's own account. Storage is untrusted. */
export function readPayer(storage: KeyValueStore, wallet: Address): Address | null {
  const parsed = AddressText.parse(storage.getItem(accountKey('payer', wallet)) ?? '')
  return parsed.ok ? parsed.address : null
}

export function keepPayer(storage: KeyValueStore, wallet: Address, safe: Address | null): void {
  writeStored(storage, accountKey('payer', wallet), safe)
}

/** The paying account: the connected one, or a Safe that it may propose to. */
export type Payer = {
  /** Null while nothing is connected. */
  readonly connected: Account | null
  /** The Safe that was chosen; null for the connected account itself. */
  readonly safe: Address | null
  /** Opens the chosen Safe as the payer. */
  readonly opened: UseQueryResult<Account>
  /** Null until the Safe is known to be usable as the payer. */
  readonly account: Account | null
  readonly choose: (chosen: Address | null) => void
}

/** @param connected null while nothing is connected */
export function usePayer(connected: Account | null): Payer {
  const { storage } = usePortal().page
  const open = connected?.proposeFor
  const safe = useStored(() => (connected && open ? readPayer(storage, connected.address) : null))
  const opened = useQuery(payerQuery(connected, safe, open))
  return {
    connected,
    safe,
    opened,
    account: safe === null ? connected : (opened.data ?? null),
    choose(chosen: Address | null) {
      if (connected) keepPayer(storage, connected.address, chosen)
    },
  }
}
