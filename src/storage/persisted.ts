import * as v from 'valibot'
import { uint } from '#chain/schemas.ts'
import type { KeyValueStore } from './KeyValueStore.ts'
import { damagedKey } from './keys.ts'
import { createStore } from './store.ts'

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

/**
 * How new a list must be: as it is stored `now`, for everything that decides about a payment, or `as-heard`, as of the
 * last change that this page has heard of (`storedRevision`), for what it shows. To read thousands of entries for every
 * row of a list would take seconds.
 */
export type Freshness = 'now' | 'as-heard'

/** A list of entries in this browser's storage that only grows: no entry is ever removed or replaced by less. */
type AppendLog<T> = {
  /** Oldest first; the same arrays until something changes. Unreadable entries are kept unchanged and counted. */
  readonly list: (as?: Freshness) => { readonly entries: readonly T[]; readonly unreadable: number }
  /** Adds entries at the end. An entry with a known id is joined with the known one. */
  readonly append: (entries: readonly T[]) => void
  /**
   * Replaces an entry with the result of `change` for its current version, which may be newer than the caller's.
   * @returns the stored version; null if there is no entry with this id
   */
  readonly update: (id: string, change: (entry: T) => T) => T | null
}

/** How an entry is written and read. */
type LogEntry<T> = {
  readonly idOf: (entry: T) => string
  /** JSON that `parse` reads back; bigints become decimal strings. */
  readonly format: (entry: T) => unknown
  /** Parses untrusted input; null if it cannot be read. */
  readonly parse: (raw: unknown) => T | null
  /** Joins two records of one entry; returns `known` itself if the other adds nothing. */
  readonly join: (known: T, other: T) => T
}

const document = v.object({ version: v.literal(1), entries: v.array(v.unknown()) })

/** An unreadable entry has no parsed form; an unreadable key has one such entry. */
type Slot<T> = { readonly raw: unknown; readonly entry: T | null }
type Segment<T> = { readonly text: string; readonly slots: readonly Slot<T>[] }

/** A log ends where this many keys in a row are missing. */
const LONGEST_GAP = 50

/**
 * The log under `<prefix>.0`, `<prefix>.1` and so on. Each entry has a key of its own, because a browser shows what
 * another tab has written a little late: a key with several entries would lose the other tab's. Storage is untrusted:
 * every entry is parsed.
 */
export function appendLog<T>(storage: KeyValueStore, prefix: string, kind: LogEntry<T>): AppendLog<T> {
  const keyOf = (index: number) => `${prefix}.${index}`
  /** Whether there is anything behind a missing key. */
  const isGap = (index: number) =>
    Array.from({ length: LONGEST_GAP }, (_, more) => keyOf(index + 1 + more)).some(
      (key) => storage.getItem(key) !== null,
    )
  const cache: (Segment<T> | undefined)[] = []
  let places = new Map<string, number>()
  /** The entries that this page itself has written, by id, with the numbers of their keys. */
  const own = new Map<string, { readonly entry: T; readonly index: number }>()
  /** The list as it was read last; undefined once it has changed. */
  let listed: ReturnType<AppendLog<T>['list']> | undefined
  /** The revision of stored data at which it was read. */
  let listedAt = -1

  const parse = (text: string): Segment<T> => {
    const found = parseJson(text, document)
    if (found === null) return { text, slots: [{ raw: null, entry: null }] }
    return { text, slots: found.entries.map((raw) => ({ raw, entry: kind.parse(raw) })) }
  }
  /** With what another tab wrote beneath an entry that the browser could not store. */
  const withBeneath = (segment: Segment<T>, key: string): Segment<T> => {
    const below = storage.beneath?.(key) ?? null
    if (below === null) return segment
    const ids = new Set(segment.slots.map(({ entry }) => entry && kind.idOf(entry)))
    const others = parse(below).slots.filter(({ entry }) => entry === null || !ids.has(kind.idOf(entry)))
    return { ...segment, slots: [...segment.slots, ...others] }
  }
  /** The entries of this page in whose place another tab has written its own, because it saw them late. */
  const overwritten = (all: readonly Segment<T>[]): readonly T[] =>
    [...own].flatMap(([id, { entry, index }]) =>
      !places.has(id) && all[index]?.slots.some((slot) => slot.entry !== null) ? [entry] : [],
    )
  /** Every segment, parsed again only if its text has changed. */
  const segments = (): readonly Segment<T>[] => {
    const all = readSegments()
    const lost = overwritten(all)
    if (lost.length === 0) return all
    for (const [at, entry] of lost.entries()) write(all.length + at, [slotOf(entry)])
    return readSegments()
  }
  const readSegments = (): readonly Segment<T>[] => {
    const all: Segment<T>[] = []
    let isNew = false
    for (let index = 0; ; index++) {
      // A removed key counts as unreadable, and the entries behind it are still read.
      const text = storage.getItem(keyOf(index)) ?? (isGap(index) ? '' : null)
      if (text === null) break
      const known = cache[index]
      const segment = known?.text === text ? known : parse(text)
      const whole = withBeneath(segment, keyOf(index))
      isNew ||= whole !== known
      cache[index] = segment
      all.push(whole)
    }
    isNew ||= cache.length !== all.length
    cache.length = all.length
    if (isNew) {
      listed = undefined
      places = new Map(
        all.flatMap(({ slots }, index) =>
          slots.flatMap(({ entry }) => (entry === null ? [] : [[kind.idOf(entry), index] as const])),
        ),
      )
    }
    return all
  }
  const write = (index: number, slots: readonly Slot<T>[]) => {
    const text = toJson({ version: 1, entries: slots.map(({ raw }) => raw) })
    storage.setItem(keyOf(index), text)
    cache[index] = { text, slots }
    listed = undefined
    for (const { entry } of slots) {
      if (entry === null) continue
      places.set(kind.idOf(entry), index)
      own.set(kind.idOf(entry), { entry, index })
    }
  }
  const add = (slots: readonly Slot<T>[]) => {
    const from = segments().length
    for (const [at, slot] of slots.entries()) write(from + at, [slot])
  }
  const slotOf = (entry: T): Slot<T> => ({ raw: kind.format(entry), entry })

  return {
    list(as = 'now') {
      if (as === 'as-heard' && listed && listedAt === revision.get()) return listed
      listedAt = revision.get()
      const all = segments()
      if (listed) return listed
      const slots = all.flatMap((segment) => segment.slots)
      const entries = slots.flatMap(({ entry }) => (entry === null ? [] : [entry]))
      listed = { entries, unreadable: slots.length - entries.length }
      return listed
    },
    append(added) {
      const all = segments()
      const fresh = new Map<string, T>()
      const known = new Map<number, T[]>()
      for (const entry of added) {
        const id = kind.idOf(entry)
        const index = places.get(id)
        const before = fresh.get(id)
        if (index !== undefined) known.set(index, [...(known.get(index) ?? []), entry])
        else fresh.set(id, before === undefined ? entry : kind.join(before, entry))
      }
      for (const [index, entries] of known) {
        const before = all[index]?.slots ?? []
        const byId = groupBy(entries, kind.idOf)
        const after = before.map((slot) => {
          const { entry } = slot
          const grown = entry && (byId.get(kind.idOf(entry)) ?? []).reduce(kind.join, entry)
          return grown === null || grown === entry ? slot : slotOf(grown)
        })
        if (after.some((slot, at) => slot !== before[at])) write(index, after)
      }
      add([...fresh.values()].map(slotOf))
    },
    update(id, change) {
      const all = segments()
      const index = places.get(id)
      const slots = index === undefined ? [] : (all[index]?.slots ?? [])
      const at = slots.findIndex(({ entry }) => entry !== null && kind.idOf(entry) === id)
      const entry = slots[at]?.entry
      if (index === undefined || entry === undefined || entry === null) {
        // Storage was cleared. What this page did must not be lost.
        const lost = own.get(id)?.entry
        if (lost === undefined) return null
        const again = change(lost)
        add([slotOf(again)])
        return again
      }
      const grown = change(entry)
      if (grown !== entry) write(index, slots.with(at, slotOf(grown)))
      return grown
    },
  }
}

/** The entries by their key, in their order. */
export function groupBy<T, K>(all: readonly T[], keyOf: (one: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>()
  for (const one of all) {
    const group = groups.get(keyOf(one))
    if (group) group.push(one)
    else groups.set(keyOf(one), [one])
  }
  return groups
}

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
    // A page that the browser kept aside, and shows again after "back", has missed it.
    globalThis.addEventListener?.('pageshow', storedChanged)
    return revision.subscribe(listener)
  },
}

/** Writes a value, or removes it if it is null, and makes everything that shows it read it again. */
export function writeStored(storage: KeyValueStore, key: string, value: string | null): void {
  if (value === null) storage.removeItem(key)
  else storage.setItem(key, value)
  storedChanged()
}

// Values in stored documents and files, as untrusted input.

/** JSON can hold -0, which would be written back as 0. */
export const number = v.pipe(
  v.number(),
  v.transform((value) => value + 0),
)

/** The nonce of an account, a uint64 (EIP-2681). */
export const accountNonce = v.pipe(uint, v.maxValue(2n ** 64n - 1n))

/** ms since the epoch, in the range of Date; a later value cannot be formatted. */
export const time = v.pipe(number, v.minValue(0), v.maxValue(8.64e15))

/** Longer lists of payments are never requested: a Safe would need more than a thousand requests for one. */
export const MOST_ROWS = 100_000

/** The position of a row in a list of payments. */
export const place = v.pipe(number, v.safeInteger(), v.minValue(0), v.maxValue(MOST_ROWS))
