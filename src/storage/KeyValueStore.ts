import type { Address } from '#chain/money/Address.ts'
import * as AddressText from '#chain/money/Address.ts'
import { type AccountKey, accountKey } from './keys.ts'

/** The part of the Web Storage API that the portal uses. */
export type KeyValueStore = {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
  /** The browser's own value beneath one that it could not store, and which only this page has; null for none. */
  beneath?(key: string): string | null
}

/** The place where values are kept: this browser, or the page until it closes. */
export type Keeping = 'browser' | 'page'

/** Storage that never throws and reports whether its contents outlive the page. */
export type GuardedStorage = KeyValueStore & {
  keeping(): Keeping
  /** Calls back when `keeping` changes; returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
}

/** Storage that can list its keys. */
export type BrowserStorage = GuardedStorage & {
  /** Every key that has a value. */
  keys(): readonly string[]
}

/**
 * Lists the keys of this browser's storage. The guarded storage itself cannot, because its code is part of the first
 * screen.
 * @param account if nothing can be stored, values in memory are found for this account alone
 */
export function browserStorage(storage: GuardedStorage, account: Address | null): BrowserStorage {
  const own =
    account === null
      ? []
      : [accountKey('payouts', account), accountKey('draft', account), `${accountKey('ledger', account)}.0`]
  return {
    ...storage,
    keys: () => [...new Set([...storedKeys(), ...own])].filter((key) => storage.getItem(key) !== null),
  }
}

/** The accounts for which something is kept under a key of their own. */
export function accountsWith(storage: BrowserStorage, what: AccountKey): readonly Address[] {
  const prefix = accountKey(what, '')
  return storage.keys().flatMap((key) => {
    const read = key.startsWith(prefix) ? AddressText.parse(key.slice(prefix.length)) : null
    return read?.ok && accountKey(what, read.address) === key ? [read.address] : []
  })
}

function storedKeys(): readonly string[] {
  try {
    return Object.keys(globalThis.localStorage)
  } catch {
    // Blocked, as in some frames.
    return []
  }
}
