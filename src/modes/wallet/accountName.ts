import { useSyncExternalStore } from 'react'
import type { Address } from '#chain/money/Address.ts'
import { createStore } from '#storage/store.ts'

/** The verified name of an account. Kept outside the wallet layer, because the header renders without it. */
type AccountName = { readonly address: Address; readonly name: string }

/** Longer names are cut after this many characters. */
const LENGTH = 24

const accountName = createStore<AccountName | null>(null)

/** Called only by the wallet layer, with a name that the chain confirmed, or null. */
export const setAccountName = accountName.set

/** The name of an account; null while unknown. */
export function useAccountName(address: Address): string | null {
  const known = useSyncExternalStore(accountName.subscribe, accountName.get)
  return known?.address === address ? known.name : null
}

/** Formats a name as RainbowKit's dialog does: a cut name loses its suffix. */
export function shortName(name: string): string {
  const labels = name.slice(0, name.lastIndexOf('.'))
  return labels.length > LENGTH ? `${labels.slice(0, LENGTH)}...` : name
}
