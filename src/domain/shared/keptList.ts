import * as v from 'valibot'
import { PortalError } from '#chain/PortalError.ts'
import type { KeyValueStore } from '#storage/KeyValueStore.ts'
import { type Persisted, parseJson, persisted, storedChanged } from '#storage/persisted.ts'

/** A list in this browser or in its backup file. Entries that cannot be read are counted. */
export type Kept<T> = {
  readonly items: readonly T[]
  readonly unreadable: number
  /** After a write: new entries for which there was no room. */
  readonly left?: readonly T[]
}

/** The options of one kind of list. */
type KeptListOptions<T> = {
  /** Key in storage. */
  readonly key: string
  /** Name of the entries in the document, as in `influencer-portal-<name>`. */
  readonly name: string
  /** Beyond this number, no new entries are added. */
  readonly max: number
  readonly idOf: (item: T) => string
  /** Newest first; the unit does not matter. */
  readonly timeOf: (item: T) => number
  /** Parses one entry, as untrusted input; null if it cannot be read. */
  readonly parse: (raw: unknown) => T | null
  /** Writes an entry as JSON that `parse` reads back. */
  readonly format: (item: T) => unknown
  /** Combines an entry with an older one of the same id. */
  readonly merge: (known: T | undefined, added: T) => T
}

/** A list that this browser keeps under one key, and that a person can save as a file and read back. */
export type KeptList<T> = Pick<KeptListOptions<T>, 'key' | 'max' | 'idOf'> & {
  /** How a backup of everything reads and writes one entry. */
  readonly entry: Pick<KeptListOptions<T>, 'parse' | 'format'>
  readonly read: (storage: KeyValueStore) => Kept<T>
  /**
   * Adds entries to the stored list, and returns the list, newest first. Existing entries stay, and so do entries
   * that cannot be read. If there is no room for all, the newest are added.
   * @throws PortalError `malformed` for an entry that could not be read back; nothing is written then
   */
  readonly keep: (storage: KeyValueStore, added: readonly T[]) => Kept<T>
  /**
   * Replaces the entry that a person has changed, and returns the list.
   * @param before the entry as it was when the change began
   * @throws PortalError `stale` if it was changed or removed since then, for example in another tab, and `malformed`
   */
  readonly replace: (storage: KeyValueStore, before: T, after: T) => Kept<T>
  readonly forget: (storage: KeyValueStore, gone: T) => Kept<T>
  /** Parses a backup file, as untrusted input; null if it is something else. */
  readonly parse: (text: string) => Kept<T> | null
  /** The entries of a backup file, unparsed; null if it is something else. */
  readonly parseRaw: (text: string) => readonly unknown[] | null
  /** The text of a backup file. */
  readonly format: (items: readonly T[]) => string
}

type Entries<T> = { readonly items: readonly T[]; readonly broken: readonly unknown[] }

/** Builds a kept list. */
export function keptList<T>(options: KeptListOptions<T>): KeptList<T> {
  const { key, name, max, idOf, timeOf, merge } = options
  const kind = `influencer-portal-${name}`
  const sorted = (items: Iterable<T>): readonly T[] => [...items].sort((a, b) => timeOf(b) - timeOf(a))
  /** Entries by id, each joined with the earlier ones of its id. */
  const joined = (before: readonly T[], added: readonly T[]): ReadonlyMap<string, T> => {
    const all = new Map(before.map((item) => [idOf(item), item]))
    for (const item of added) all.set(idOf(item), merge(all.get(idOf(item)), item))
    return all
  }
  const raws = v.pipe(
    v.object({ kind: v.literal(kind), version: v.literal(1), [name]: v.array(v.unknown()) }),
    v.transform((found) => found[name] as readonly unknown[]),
  )
  const document = v.pipe(
    raws,
    v.transform((found): Entries<T> => {
      const read = found.map((raw) => ({ raw, item: options.parse(raw) }))
      const items = read.flatMap(({ item }) => item ?? [])
      return {
        items: sorted(joined([], items).values()),
        broken: read.flatMap(({ raw, item }) => (item === null ? [raw] : [])),
      }
    }),
  )
  const checkWritten = (item: T) => {
    if (options.parse(JSON.parse(JSON.stringify(options.format(item)))) === null)
      throw new PortalError(
        'malformed',
        'An entry is longer than this browser can read back. Nothing was saved.',
      )
  }
  const format = ({ items, broken }: Entries<T>): string =>
    JSON.stringify({ kind, version: 1, [name]: [...items.map(options.format), ...broken] })
  /** So that a text is parsed only once, however many parts of a page show the list. */
  const opened = new WeakMap<KeyValueStore, Persisted<Entries<T>>>()
  const open = (storage: KeyValueStore) => {
    const stored = opened.get(storage) ?? persisted(storage, key, document, format)
    opened.set(storage, stored)
    const { items, broken } = stored.read() ?? { items: [], broken: [] }
    const kept = (now: readonly T[]): Kept<T> => ({
      items: now,
      unreadable: broken.length + stored.unreadable(),
    })
    return {
      items,
      kept,
      write: (next: readonly T[]) => {
        // The stored text is parsed again, like everything else in the storage.
        opened.delete(storage)
        stored.write({ items: next, broken })
        storedChanged()
        return kept(next)
      },
    }
  }
  return {
    key,
    max,
    idOf,
    entry: options,
    read(storage) {
      const { items, kept } = open(storage)
      return kept(items)
    },
    keep(storage, added) {
      const { items, write } = open(storage)
      const all = joined(items, added)
      const here = new Set(items.map(idOf))
      for (const id of new Set(added.map(idOf))) {
        const item = all.get(id)
        if (item) checkWritten(item)
      }
      const fresh = sorted([...all].flatMap(([id, item]) => (here.has(id) ? [] : [item])))
      const room = Math.max(0, max - items.length)
      const stay = [...all].flatMap(([id, item]) => (here.has(id) ? [item] : []))
      const left = fresh.slice(room)
      return { ...write(sorted([...stay, ...fresh.slice(0, room)])), ...(left.length > 0 && { left }) }
    },
    replace(storage, before, after) {
      const { items, write } = open(storage)
      const text = (item: T) => JSON.stringify(options.format(item))
      const current = items.find((item) => idOf(item) === idOf(before))
      if (!current || text(current) !== text(before) || idOf(after) !== idOf(before))
        throw new PortalError(
          'stale',
          'This was changed in the meantime, here or in another tab. Nothing was saved.',
        )
      checkWritten(after)
      return write(sorted(items.map((item) => (item === current ? after : item))))
    },
    forget(storage, gone) {
      const { items, write } = open(storage)
      return write(items.filter((item) => idOf(item) !== idOf(gone)))
    },
    parse(text) {
      const found = parseJson(text, document)
      return found && { items: found.items, unreadable: found.broken.length }
    },
    parseRaw: (text) => parseJson(text, raws),
    format: (items) => format({ items, broken: [] }),
  }
}
