import { Refusal } from '../http/Reply.ts'

/** A document that is not found is kept for a shorter time. */
const DOCUMENT_MS = 60_000
const NOT_FOUND_MS = 30_000

type Entry = {
  readonly at: number
  readonly until: number
  /** Rejects with the service's 404. */
  readonly value: Promise<unknown>
}

/** Documents that the gateway keeps, by key. Times in ms. */
export type Cache = {
  /** The kept document, or a new one. Only documents and 404s are kept, no other errors. */
  read<T>(key: string, load: () => Promise<T>): Promise<T>
  /** Forgets documents once an event about them has arrived, `delay` after what it reports. */
  clear(keys: readonly string[], delay: number): void
  forgetAll(): void
}

/** An empty cache with the gateway's times. */
export function createCache(now: () => number): Cache {
  const entries = new Map<string, Entry>()
  const events = new Map<string, number[]>()

  function kept(key: string): Entry | null {
    const entry = entries.get(key)
    const time = now()
    const isCleared = (events.get(key) ?? []).some(
      (at) => at <= time && entry !== undefined && entry.at <= at,
    )
    return entry === undefined || time >= entry.until || isCleared ? null : entry
  }

  return {
    async read<T>(key: string, load: () => Promise<T>): Promise<T> {
      const known = kept(key)
      if (known !== null) return known.value as Promise<T>
      const at = now()
      events.set(
        key,
        (events.get(key) ?? []).filter((event) => event > at),
      )
      entries.delete(key)
      try {
        const document = await load()
        entries.set(key, { at, until: at + DOCUMENT_MS, value: Promise.resolve(document) })
        return document
      } catch (error) {
        if (error instanceof Refusal && error.status === 404) {
          const value = Promise.reject(error)
          value.catch(() => {})
          entries.set(key, { at, until: at + NOT_FOUND_MS, value })
        }
        throw error
      }
    },
    clear(keys, delay) {
      const at = now() + delay
      for (const key of keys) events.set(key, [...(events.get(key) ?? []), at])
    },
    forgetAll() {
      entries.clear()
      events.clear()
    },
  }
}
