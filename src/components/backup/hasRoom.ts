import type { GuardedStorage } from '#storage/KeyValueStore.ts'
import { browserKey } from '#storage/keys.ts'

const KEY = browserKey('room')

/**
 * Whether this many more characters fit into this browser's storage, found out by trying: limits differ, and the
 * guarded storage would keep everything in memory after the first write that fails.
 */
export function hasRoom(storage: GuardedStorage, characters: number): boolean {
  if (storage.keeping() === 'page') return true
  try {
    localStorage.setItem(KEY, 'x'.repeat(characters))
    return true
  } catch {
    return false
  } finally {
    storage.removeItem(KEY)
  }
}
