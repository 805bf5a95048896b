import type { GuardedStorage } from '#account/Mode.ts'
import type { Address } from '#chain/money/Address.ts'

/** Storage that can list what it has. */
export type BrowserStorage = GuardedStorage & {
  /** Every key that has a value. */
  keys(): readonly string[]
}

/**
 * Lists the keys of this browser's storage. The guarded storage itself cannot, because its code is part of the first
 * screen.
 * @param account where nothing can be stored, values in memory are found for this account alone
 */
export function browserStorage(storage: GuardedStorage, account: Address | null): BrowserStorage {
  const own = account === null ? [] : ['payouts', 'journal', 'draft'].map((what) => keyOf(what, account))
  return {
    ...storage,
    keys: () => [...new Set([...storedKeys(), ...own])].filter((key) => storage.getItem(key) !== null),
  }
}

/** The key of what is kept for one account. */
export function keyOf(what: string, account: Address): string {
  return `portal.${what}.56.${account.toLowerCase()}`
}

function storedKeys(): readonly string[] {
  try {
    return Object.keys(globalThis.localStorage)
  } catch {
    // Blocked, as in some frames.
    return []
  }
}
