import { useSyncExternalStore } from 'react'
import { usePortal } from '#account/connection.ts'
import type { KeyValueStore } from '#account/Mode.ts'

/**
 * Early checks show an RPC endpoint whom a person is about to pay, before anything is sent: whether payees are contracts,
 * what a payment would cost or do, whether a request was paid already, and the names of payees. A person can turn them
 * off for this browser. The pages then say what was not checked.
 */
const KEY = 'portal.early-checks'
const OFF = 'off'

/** What the `storage` event does not tell: changes of this tab. */
const listeners = new Set<() => void>()

/** Whether early checks are made in this browser. Anything unknown in the storage leaves them on. */
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
