import type { GuardedStorage, Keeping, KeyValueStore } from '#storage/KeyValueStore.ts'
import { probeKey } from '#storage/keys.ts'
import { createStore } from '#storage/store.ts'

/**
 * Web storage that cannot throw. In a cross-site frame with blocked storage, even reading the property
 * throws; a full disk throws on write. From then on values are kept in memory; earlier values can still be
 * read.
 */
export function guardStorage(open: () => KeyValueStore): GuardedStorage {
  /** Values that the browser could not store; null is a removal. */
  const memory = new Map<string, string | null>()
  const keeping = createStore<Keeping>('browser')
  const fail = () => keeping.set('page')
  let backing: KeyValueStore | null = null

  try {
    backing = open()
    backing.setItem(probeKey, '')
    backing.removeItem(probeKey)
  } catch {
    fail()
  }

  return {
    getItem(key) {
      const kept = memory.get(key)
      if (kept !== undefined) return kept
      try {
        return backing?.getItem(key) ?? null
      } catch {
        fail()
        return null
      }
    },
    setItem(key, value) {
      try {
        if (keeping.get() === 'browser') {
          backing?.setItem(key, value)
          memory.delete(key)
          return
        }
      } catch {
        fail()
      }
      memory.set(key, value)
    },
    removeItem(key) {
      try {
        backing?.removeItem(key)
        memory.delete(key)
      } catch {
        fail()
        memory.set(key, null)
      }
    },
    keeping: keeping.get,
    subscribe: keeping.subscribe,
  }
}
