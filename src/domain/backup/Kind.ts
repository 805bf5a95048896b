import * as AddressText from '#chain/money/Address.ts'
import type { Slices } from '#domain/draft/import/slices.ts'
import type { Fields } from '#domain/shared/fieldChanges.ts'
import type { KeptList } from '#domain/shared/keptList.ts'
import type { BrowserStorage } from '#storage/KeyValueStore.ts'

type Address = AddressText.Address

/** One kind of thing that a backup holds: how it is read and written here, and how two of the same id are joined. */
export type BackupKind<T> = {
  readonly read: (storage: BrowserStorage) => { readonly items: readonly T[]; readonly unreadable: number }
  /** Parses an entry of a file, as untrusted input. Removes claims that only this browser may make. */
  readonly parse: (raw: unknown) => T | null
  /** JSON that `parse` reads back. */
  readonly format: (item: T) => unknown
  readonly idOf: (item: T) => string
  /** Joins the entry of this browser with that of a file; null to keep the one here. */
  readonly join: (mine: T, theirs: T) => T | null
  /** Why entries of a file are skipped, by their ids. */
  readonly screen?: (
    mine: readonly T[],
    theirs: readonly T[],
    storage: BrowserStorage,
    slices: Slices,
  ) => ReadonlyMap<string, string> | Promise<ReadonlyMap<string, string>>
  /** The maximum number of entries. Further ones are not kept, and existing ones are never dropped for them. */
  readonly max: number
  /** The order in which entries are written. `perWrite` is how many are written at once; by default all. */
  readonly order?: (a: T, b: T) => number
  readonly perWrite?: number
  /** Writes new and changed entries. Returns how many could not be written. */
  readonly write: (storage: BrowserStorage, items: readonly T[]) => number
  /** The text by which a person recognizes it. */
  readonly label: (item: T) => string
  /** Its fields, for a preview; absent if the label already shows everything. */
  readonly fields?: (item: T) => Fields
  /** The account whose payments it records. */
  readonly accountOf?: (item: T) => Address
}

/** The kind of a list that is kept whole. */
export function ofList<T>(
  list: KeptList<T>,
  rest: Pick<BackupKind<T>, 'join' | 'label'> & Partial<BackupKind<T>>,
): BackupKind<T> {
  return {
    read: list.read,
    parse: list.entry.parse,
    format: list.entry.format,
    idOf: list.idOf,
    max: list.max,
    write(storage, items) {
      list.keep(storage, items)
      return 0
    },
    ...rest,
  }
}

/** Parses an address of a file. */
export function parseAddress(raw: unknown): Address | null {
  const read = typeof raw === 'string' ? AddressText.parse(raw) : null
  return read?.ok ? read.address : null
}
