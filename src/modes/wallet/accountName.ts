import { useSyncExternalStore } from 'react'
import type { Address } from '#chain/money/Address.ts'

/** The verified name of an account. Kept outside the wallet layer, because the header renders without it. */
type AccountName = { readonly address: Address; readonly name: string }

/** Longer names are cut after this many characters. */
const LENGTH = 24

let current: AccountName | null = null
const listeners = new Set<() => void>()

/** Called only by the wallet layer, with a name that the chain confirmed, or null. */
export function setAccountName(next: AccountName | null): void {
  current = next
  for (const listener of listeners) listener()
}

/** The name of an account; null while unknown. */
export function useAccountName(address: Address): string | null {
  const known = useSyncExternalStore(subscribe, () => current)
  return known?.address === address ? known.name : null
}

/** Formats a name as RainbowKit's dialog does: a cut name loses its suffix. */
export function shortName(name: string): string {
  const labels = name.slice(0, name.lastIndexOf('.'))
  return labels.length > LENGTH ? `${labels.slice(0, LENGTH)}...` : name
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
