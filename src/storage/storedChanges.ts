import type { KeyValueStore } from './KeyValueStore.ts'
import { createStore } from './store.ts'

const revision = createStore(0)

/** Makes everything that shows stored data read it again. */
export function storedChanged(): void {
  revision.set(revision.get() + 1)
}

/** Grows when stored data was written, here or in another tab. */
export const storedRevision = {
  get: revision.get,
  subscribe(listener: () => void): () => void {
    // This event is the only notice of writes in another tab. Adding the same listener again does nothing.
    globalThis.addEventListener?.('storage', storedChanged)
    return revision.subscribe(listener)
  },
}

/** Writes a value, or removes it if it is null, and makes everything that shows it read it again. */
export function writeStored(storage: KeyValueStore, key: string, value: string | null): void {
  if (value === null) storage.removeItem(key)
  else storage.setItem(key, value)
  storedChanged()
}
