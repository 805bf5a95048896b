import { useSyncExternalStore } from 'react'
import type { Address } from '#chain/money/Address.ts'

/** The verified name of an account. The header is drawn without the wallet layer, so it stands outside of that. */
export type AccountName = { readonly address: Address; readonly name: string }

/** A longer name is cut after so many characters. */
const LENGTH = 24

let current: AccountName | null = null
const listeners = new Set<() => void>()

/** Only the wallet layer calls this, with a name that the chain has confirmed, or null. */
export function setAccountName(next: AccountName | null): void {
  current = next
  for (const listener of listeners) listener()
}

/** The name of an account; null while none is known. */
export function useAccountName(address: Address): string | null {
  const known = useSyncExternalStore(subscribe, () => current)
  return known?.address === address ? known.name : null
}

/** A name as RainbowKit's dialog writes it: what is cut loses its suffix. */
export function shortName(name: string): string {
  const labels = name.slice(0, name.lastIndexOf('.'))
  return labels.length > LENGTH ? `${labels.slice(0, LENGTH)}...` : name
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
