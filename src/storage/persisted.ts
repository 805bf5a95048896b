import * as v from 'valibot'
import type { KeyValueStore } from './KeyValueStore.ts'
import { damagedKey } from './keys.ts'

/** One document in this browser's storage. Storage is untrusted, so its text is parsed by a schema. */
export type Persisted<T> = {
  /** The document; null if there is none or its text cannot be read. Each text is parsed only once. */
  readonly read: () => T | null
  /** Replaces the document. A text that cannot be read is first set aside under `<key>.damaged`. */
  readonly write: (value: T) => void
  /** How many texts cannot be read: the current one, and one that was set aside. */
  readonly unreadable: () => number
}

/**
 * The document under `key`.
 * @param format writes text that `schema` reads back; by default JSON with bigints as decimal strings
 */
export function persisted<T>(
  storage: KeyValueStore,
  key: string,
  schema: v.GenericSchema<unknown, T>,
  format: (value: T) => string = toJson,
): Persisted<T> {
  const aside = damagedKey(key)
  let last: { readonly text: string; readonly value: T | null } | null = null
  const parse = (text: string): T | null => {
    if (last?.text !== text) last = { text, value: parseJson(text, schema) }
    return last.value
  }
  const isDamaged = (text: string | null): text is string => text !== null && parse(text) === null
  return {
    read() {
      const text = storage.getItem(key)
      return text === null ? null : parse(text)
    },
    write(value) {
      const before = storage.getItem(key)
      if (isDamaged(before)) storage.setItem(aside, before)
      const text = format(value)
      storage.setItem(key, text)
      last = { text, value }
    },
    unreadable: () => (isDamaged(storage.getItem(key)) ? 1 : 0) + (storage.getItem(aside) === null ? 0 : 1),
  }
}

/** Parses JSON by a schema; null if it is anything else. */
export function parseJson<T>(text: string, schema: v.GenericSchema<unknown, T>): T | null {
  try {
    return v.parse(schema, JSON.parse(text))
  } catch {
    return null
  }
}

/** JSON with bigints as decimal strings. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? `${one}` : one))
}
