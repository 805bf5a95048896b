import { useSyncExternalStore } from 'react'
import { usePortal } from '#account/connection.ts'
import type { KeyValueStore } from '#account/Mode.ts'

const OFF = 'off'

/** Covers changes in this tab, for which no `storage` event fires. */
const listeners = new Set<() => void>()

/** What a person can turn off in this browser, in every tab. An unknown stored value leaves it on. */
function browserSwitch(key: string) {
  return {
    useIsOn(): boolean {
      const { storage } = usePortal().page
      return useSyncExternalStore(subscribe, () => storage.getItem(key) !== OFF)
    },
    set(storage: KeyValueStore, isOn: boolean): void {
      if (isOn) storage.removeItem(key)
      else storage.setItem(key, OFF)
      for (const listener of listeners) listener()
    },
  }
}

/**
 * Early checks reveal to an RPC endpoint whom a person is about to pay, before anything is sent: whether
 * payees are contracts, what a payment would cost or do, whether a request was already paid, and the names of
 * payees. The pages say what was not checked.
 */
export const { useIsOn: useEarlyChecks, set: setEarlyChecks } = browserSwitch('portal.early-checks')

/** Amounts in US dollars beside those in tokens. While it is off, no price is read. */
export const { useIsOn: useDollars, set: setDollars } = browserSwitch('portal.dollars')

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
