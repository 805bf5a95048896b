import type { GuardedStorage, Keeping, KeyValueStore } from '#storage/KeyValueStore.ts'
import { probeKey } from '#storage/keys.ts'
import { createStore } from '#storage/store.ts'

/**
 * Web storage that cannot throw. In a cross-site frame with blocked storage, even reading the property throws; a full
 * disk throws on write. A value that the browser does not store is kept in memory, until it takes it; all others are
 * read from the browser, where other tabs write.
 */
export function guardStorage(open: () => KeyValueStore): GuardedStorage {
  /** Values that the browser could not store; null is a removal. */
  const memory = new Map<string, string | null>()
  const keeping = createStore<Keeping>('browser')
  let backing: KeyValueStore | null = null
  const fail = () => keeping.set('page')
  const read = (key: string): string | null => {
    try {
      return backing?.getItem(key) ?? null
    } catch {
      fail()
      return null
    }
  }
  const change = (key: string, value: string | null) => {
    try {
      if (backing === null) throw new Error('There is no storage')
      if (value === null) backing.removeItem(key)
      else backing.setItem(key, value)
      memory.delete(key)
    } catch {
      fail()
      memory.set(key, value)
    }
  }

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
      return kept === undefined ? read(key) : kept
    },
    setItem: change,
    removeItem: (key) => change(key, null),
    beneath: (key) => (memory.has(key) ? read(key) : null),
    keeping: keeping.get,
    subscribe: keeping.subscribe,
  }
}
