import * as v from 'valibot'
import type { KeyValueStore } from '#account/Mode.ts'
import { parseJson, persisted } from '#account/storage/persisted.ts'

/** A list in this browser or in its backup file. Entries that cannot be read are counted. */
export type Kept<T> = { readonly items: readonly T[]; readonly unreadable: number }

/** What tells one kind of list from another. */
export type KeptListOptions<T> = {
  /** Key in storage. */
  readonly key: string
  /** Name of the entries in the document, as in `influencer-portal-<name>`. */
  readonly name: string
  /** Beyond this, new entries push out the oldest. */
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
  /** Adds entries, newest first, and returns the list. Entries that cannot be read stay where they are. */
  readonly keep: (storage: KeyValueStore, added: readonly T[]) => Kept<T>
  readonly forget: (storage: KeyValueStore, gone: T) => Kept<T>
  /** Parses a backup file, as untrusted input; null if it is something else. */
  readonly parse: (text: string) => Kept<T> | null
  /** The text of a backup file. */
  readonly format: (items: readonly T[]) => string
}

type Entries<T> = { readonly items: readonly T[]; readonly broken: readonly unknown[] }

/** Builds a kept list. */
export function keptList<T>(options: KeptListOptions<T>): KeptList<T> {
  const { key, name, max, idOf, timeOf, merge } = options
  const kind = `influencer-portal-${name}`
  const merged = (before: readonly T[], added: readonly T[]): readonly T[] => {
    const all = new Map(before.map((item) => [idOf(item), item]))
    for (const item of added) all.set(idOf(item), merge(all.get(idOf(item)), item))
    return [...all.values()].sort((a, b) => timeOf(b) - timeOf(a)).slice(0, max)
  }
  const document = v.pipe(
    v.object({ kind: v.literal(kind), version: v.literal(1), [name]: v.array(v.unknown()) }),
    v.transform((found): Entries<T> => {
      const read = (found[name] as readonly unknown[]).map((raw) => ({ raw, item: options.parse(raw) }))
      return {
        items: merged(
          [],
          read.flatMap(({ item }) => item ?? []),
        ),
        broken: read.flatMap(({ raw, item }) => (item === null ? [raw] : [])),
      }
    }),
  )
  const format = ({ items, broken }: Entries<T>): string =>
    JSON.stringify({ kind, version: 1, [name]: [...items.map(options.format), ...broken] })
  const open = (storage: KeyValueStore) => {
    const stored = persisted<Entries<T>>(storage, key, document, format)
    const { items, broken } = stored.read() ?? { items: [], broken: [] }
    const kept = (now: readonly T[]): Kept<T> => ({
      items: now,
      unreadable: broken.length + stored.unreadable(),
    })
    return {
      items,
      kept,
      write: (next: readonly T[]) => {
        stored.write({ items: next, broken })
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
      return write(merged(items, added))
    },
    forget(storage, gone) {
      const { items, write } = open(storage)
      return write(items.filter((item) => idOf(item) !== idOf(gone)))
    },
    parse(text) {
      const found = parseJson(text, document)
      return found && { items: found.items, unreadable: found.broken.length }
    },
    format: (items) => format({ items, broken: [] }),
  }
}
