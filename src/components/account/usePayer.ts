import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Account } from '#account/Account.ts'
import { usePortal } from '#account/connection.ts'
import type { Address } from '#chain/money/Address.ts'
import * as AddressText from '#chain/money/Address.ts'
import { payerQuery } from '#queries/account.ts'
import type { KeyValueStore } from '#storage/KeyValueStore.ts'

/**
 * The Safe that a wallet's account pays from, stored in this browser so that a payout is found again after a
 * reload.
 */
const key = (wallet: Address) => `portal.payer.56.${wallet.toLowerCase()}`

/** The Safe chosen last; null for the wallet's own account. Storage is untrusted. */
export function readPayer(storage: KeyValueStore, wallet: Address): Address | null {
  const parsed = AddressText.parse(storage.getItem(key(wallet)) ?? '')
  return parsed.ok ? parsed.address : null
}

export function keepPayer(storage: KeyValueStore, wallet: Address, safe: Address | null): void {
  if (safe === null) storage.removeItem(key(wallet))
  else storage.setItem(key(wallet), safe)
}

/** Called when another payer was chosen on this page. */
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
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
  const safe = useSyncExternalStore(subscribe, () =>
    connected && open ? readPayer(storage, connected.address) : null,
  )
  const opened = useQuery(payerQuery(connected, safe, open))
  return {
    connected,
    safe,
    opened,
    account: safe === null ? connected : (opened.data ?? null),
    choose(chosen: Address | null) {
      if (connected) keepPayer(storage, connected.address, chosen)
      for (const listener of listeners) listener()
    },
  }
}
