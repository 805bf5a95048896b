import { useSyncExternalStore } from 'react'

/** A value that components can subscribe to. `set` merges, so unchanged fields keep their identity. */
export type Store<T extends object> = {
  get(): T
  set(change: Partial<T>): void
  subscribe(listener: () => void): () => void
}

export function create<T extends object>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(change) {
      value = { ...value, ...change }
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/**
 * Subscribes to one part of a store; `select` must return the same reference while that part is unchanged.
 */
export function useStore<T extends object, Part>(store: Store<T>, select: (value: T) => Part): Part {
  return useSyncExternalStore(store.subscribe, () => select(store.get()))
}
