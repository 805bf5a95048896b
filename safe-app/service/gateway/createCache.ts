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

/** A document's copies, one for each way in which it was requested, and the events about it that have not arrived. */
type Kept = { readonly copies: Map<string, Entry>; events: readonly number[] }

/**
 * Documents that the gateway keeps, by key and by the details of the request, such as a page's length. Times in ms.
 */
export type Cache = {
  /** The kept document, or a new one. Only documents and 404s are kept, no other errors. */
  read<T>(key: string, asked: string, load: () => Promise<T>): Promise<T>
  /** Forgets all copies of documents once an event about them has arrived, `delay` after the reported change. */
  clear(keys: readonly string[], delay: number): void
  forgetAll(): void
}

/** An empty cache with the gateway's times. */
export function createCache(now: () => number): Cache {
  const documents = new Map<string, Kept>()

  function of(key: string): Kept {
    const known = documents.get(key) ?? { copies: new Map(), events: [] }
    documents.set(key, known)
    return known
  }

  /** Drops the copies that are too old, or that an event has cleared. */
  function sweep({ copies, events }: Kept): void {
    const time = now()
    const cleared = Math.max(...events.filter((at) => at <= time))
    for (const [asked, { at, until }] of copies) if (time >= until || at <= cleared) copies.delete(asked)
  }

  return {
    async read<T>(key: string, asked: string, load: () => Promise<T>): Promise<T> {
      const kept = of(key)
      sweep(kept)
      const at = now()
      kept.events = kept.events.filter((event) => event > at)
      const known = kept.copies.get(asked)
      if (known !== undefined) return known.value as Promise<T>
      try {
        const document = await load()
        kept.copies.set(asked, { at, until: at + DOCUMENT_MS, value: Promise.resolve(document) })
        return document
      } catch (error) {
        if (error instanceof Refusal && error.status === 404) {
          const value = Promise.reject(error)
          value.catch(() => {})
          kept.copies.set(asked, { at, until: at + NOT_FOUND_MS, value })
        }
        throw error
      }
    },
    clear(keys, delay) {
      const at = now() + delay
      for (const key of keys) of(key).events = [...of(key).events, at]
    },
    forgetAll() {
      documents.clear()
    },
  }
}
