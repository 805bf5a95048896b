/** The part of the Web Storage API that the portal uses. */
export type KeyValueStore = {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** Where values are kept: in this browser, or only until the page closes. */
export type Keeping = 'browser' | 'page'

/** Storage that never throws and reports whether its contents outlive the page. */
export type GuardedStorage = KeyValueStore & {
  keeping(): Keeping
  /** Calls back when `keeping` changes; returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
}
