import { useSyncExternalStore } from 'react'
import { usePortal } from '#account/connection.ts'
import type { KeyValueStore } from '#account/Mode.ts'

/**
 * Early checks reveal to an RPC endpoint whom a person is about to pay, before anything is sent: whether
 * payees are contracts, what a payment would cost or do, whether a request was already paid, and the names of
 * payees. They can be turned off for this browser. The pages then say what was not checked.
 */
const KEY = 'portal.early-checks'
const OFF = 'off'

/** Covers changes in this tab, for which no `storage` event fires. */
const listeners = new Set<() => void>()

/** Whether early checks are on in this browser. An unknown stored value leaves them on. */
export function useEarlyChecks(): boolean {
  const { storage } = usePortal().page
  return useSyncExternalStore(subscribe, () => storage.getItem(KEY) !== OFF)
}

/** Turns early checks on or off for this browser, in every tab. */
export function setEarlyChecks(storage: KeyValueStore, isOn: boolean): void {
  if (isOn) storage.removeItem(KEY)
  else storage.setItem(KEY, OFF)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
