import { describe, expect, test, vi } from 'vitest'
import type { KeyValueStore } from '#storage/KeyValueStore.ts'
import { guardStorage } from './storage.ts'

type Faults = { get?: boolean; set?: boolean; remove?: boolean }

/** A browser storage that can be made to throw. */
function browserStorage(initial: Readonly<Record<string, string>> = {}) {
  const kept = new Map(Object.entries(initial))
  const faults: Faults = {}
  const quota = () => new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  const store: KeyValueStore = {
    getItem(key) {
      if (faults.get) throw new DOMException('Access is denied.', 'SecurityError')
      return kept.get(key) ?? null
    },
    setItem(key, value) {
      if (faults.set) throw quota()
      kept.set(key, value)
    },
    removeItem(key) {
      if (faults.remove) throw quota()
      kept.delete(key)
    },
  }
  return { store, kept, faults }
}

describe('working storage', () => {
  test('behavior: keeps values in the browser, and leaves nothing else there', () => {
    const { store, kept } = browserStorage({ old: '1' })
    const storage = guardStorage(() => store)
    storage.setItem('a', 'x')
    expect(storage.getItem('a')).toBe('x')
    expect(storage.getItem('old')).toBe('1')
    expect(storage.getItem('nothing')).toBeNull()
    expect([...kept.keys()]).toEqual(['old', 'a'])
    storage.removeItem('a')
    expect(storage.getItem('a')).toBeNull()
    expect(kept.has('a')).toBe(false)
    expect(storage.keeping()).toBe('browser')
  })
})

describe('blocked storage', () => {
  test.each<[string, () => KeyValueStore]>([
    [
      'reading the property throws',
      () => {
        throw new DOMException('Access is denied.', 'SecurityError')
      },
    ],
    ['there is none', () => null as unknown as KeyValueStore],
    [
      'every use throws',
      () => {
        const { store, faults } = browserStorage()
        Object.assign(faults, { get: true, set: true, remove: true })
        return store
      },
    ],
  ])('error: when %s, values last as long as the page', (_, open) => {
    const storage = guardStorage(open)
    expect(storage.keeping()).toBe('page')
    expect(storage.getItem('a')).toBeNull()
    storage.setItem('a', 'x')
    expect(storage.getItem('a')).toBe('x')
    storage.setItem('a', '')
    expect(storage.getItem('a')).toBe('')
    storage.removeItem('a')
    expect(storage.getItem('a')).toBeNull()
  })
})

describe('storage that stops working', () => {
  test('error: reports a full disk once; reads return the new value and all earlier ones', () => {
    const { store, faults } = browserStorage({ journal: 'of last year' })
    const storage = guardStorage(() => store)
    const reported = vi.fn()
    storage.subscribe(reported)
    storage.setItem('a', 'before')
    faults.set = true
    storage.setItem('a', 'after')
    storage.setItem('b', 'new')
    expect(storage.keeping()).toBe('page')
    expect(reported).toHaveBeenCalledOnce()
    expect(storage.getItem('a')).toBe('after')
    expect(storage.getItem('b')).toBe('new')
    expect(storage.getItem('journal')).toBe('of last year')
  })

  test('behavior: what other tabs write is read after a full disk, and what was kept here is stored once there is room', () => {
    const { store, kept, faults } = browserStorage({ a: 'old' })
    const storage = guardStorage(() => store)
    faults.set = true
    storage.setItem('b', 'mine')
    kept.set('a', 'theirs')
    expect(storage.getItem('a')).toBe('theirs')
    expect(storage.getItem('b')).toBe('mine')
    faults.set = false
    storage.setItem('b', 'mine too')
    expect(kept.get('b')).toBe('mine too')
  })

  test('error: can still read a disk that is full from the start', () => {
    const { store, faults } = browserStorage({ journal: 'of last year' })
    faults.set = true
    const storage = guardStorage(() => store)
    expect(storage.keeping()).toBe('page')
    expect(storage.getItem('journal')).toBe('of last year')
    storage.setItem('journal', 'longer')
    expect(storage.getItem('journal')).toBe('longer')
  })

  test('error: a removed value stays removed, even if that cannot be written', () => {
    const { store, faults } = browserStorage({ a: 'x', b: 'y' })
    const storage = guardStorage(() => store)
    faults.set = true
    storage.setItem('a', 'z')
    storage.removeItem('a')
    expect(storage.getItem('a')).toBeNull()
    faults.remove = true
    storage.removeItem('b')
    expect(storage.getItem('b')).toBeNull()
    storage.setItem('b', 'again')
    expect(storage.getItem('b')).toBe('again')
  })

  test('error: reads that start to throw do not break the page', () => {
    const { store, faults } = browserStorage({ a: 'x' })
    const storage = guardStorage(() => store)
    const reported = vi.fn()
    const leave = storage.subscribe(reported)
    faults.get = true
    expect(storage.getItem('a')).toBeNull()
    expect(storage.keeping()).toBe('page')
    expect(reported).toHaveBeenCalledOnce()
    leave()
  })
})
