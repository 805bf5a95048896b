import { useMemo, useSyncExternalStore } from 'react'
import { usePortal } from '#account/connection.ts'
import type { Address } from '#chain/money/Address.ts'
import { keptChanged, subscribeKept, writeKept } from '#components/stored/keptChanges.ts'
import { keptPeople, type Person } from '#domain/people/Person.ts'
import type { Kept } from '#domain/shared/keptList.ts'
import type { KeyValueStore } from '#storage/KeyValueStore.ts'

/** The people of this browser, and how to change them. */
export type PeopleBook = {
  readonly people: readonly Person[]
  /** Stored entries that cannot be read. */
  readonly unreadable: number
  /** The name that this browser's person gave to an address. */
  readonly nameOf: (address: Address) => string | null
  /**
   * Adds people, or changes one. Returns why nothing was saved, for people; null if it was.
   * @param before the person as they were when the change began
   */
  readonly keep: (added: readonly Person[], before?: Person | null) => string | null
  readonly forget: (gone: Person) => void
}

/** The people of this browser; every page sees a change at once. */
export function usePeople(): PeopleBook {
  const { storage } = usePortal().page
  const { items, unreadable } = useSyncExternalStore(subscribeKept, () => read(storage))
  return useMemo(
    () => ({
      people: items,
      unreadable,
      nameOf: nameIndex(items),
      keep(added: readonly Person[], before: Person | null = null): string | null {
        const [after] = added
        const fault = writeKept(() =>
          before && after ? keptPeople.replace(storage, before, after) : keptPeople.keep(storage, added),
        )
        keptChanged()
        return fault
      },
      forget(gone: Person) {
        keptPeople.forget(storage, gone)
        keptChanged()
      },
    }),
    [items, unreadable, storage],
  )
}

/** Parsed once for each text, because every row that shows a name reads the list. */
const parsed = new WeakMap<KeyValueStore, { readonly text: string | null; readonly kept: Kept<Person> }>()

function read(storage: KeyValueStore): Kept<Person> {
  const text = storage.getItem(keptPeople.key)
  const before = parsed.get(storage)
  if (before?.text === text) return before.kept
  const kept = keptPeople.read(storage)
  parsed.set(storage, { text, kept })
  return kept
}

const indexes = new WeakMap<readonly Person[], (address: Address) => string | null>()

function nameIndex(people: readonly Person[]): (address: Address) => string | null {
  const before = indexes.get(people)
  if (before) return before
  const names = new Map(people.map(({ address, name }) => [address, name]))
  const nameOf = (address: Address) => names.get(address) ?? null
  indexes.set(people, nameOf)
  return nameOf
}
