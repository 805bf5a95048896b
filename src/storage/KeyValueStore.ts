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
