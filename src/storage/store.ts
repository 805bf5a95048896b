/** A value that parts of the page share, inside and outside React. */
export type Store<T> = {
  readonly get: () => T
  /** Notifies the listeners, unless the value stays the same. */
  readonly set: (next: T) => void
  /** Calls back after each change; returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void
}

/** A store for `useSyncExternalStore`. It is part of the first file, so it comes from no library. */
export function createStore<T>(value: T): Store<T> {
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
