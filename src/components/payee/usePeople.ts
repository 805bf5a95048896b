import { useMemo } from 'react'
import type { Address } from '#chain/money/Address.ts'
import { type KeptItems, useKeptList } from '#components/stored/useKeptList.ts'
import { keptPeople, type Person } from '#domain/people/Person.ts'

/** The people of this browser, and how to change them. */
export type PeopleBook = Omit<KeptItems<Person>, 'items'> & {
  readonly people: readonly Person[]
  /** The name that this browser's person gave to an address. */
  readonly nameOf: (address: Address) => string | null
}

/** The people of this browser; every page sees a change at once. */
export function usePeople(): PeopleBook {
  const kept = useKeptList(keptPeople)
  return useMemo(() => {
    const { items: people, ...rest } = kept
    return { ...rest, people, nameOf: nameIndex(people) }
  }, [kept])
}

/** Every row that shows a name needs the index. */
const indexes = new WeakMap<readonly Person[], (address: Address) => string | null>()

function nameIndex(people: readonly Person[]): (address: Address) => string | null {
  const before = indexes.get(people)
  if (before) return before
  const names = new Map(people.map(({ address, name }) => [address, name]))
  const nameOf = (address: Address) => names.get(address) ?? null
  indexes.set(people, nameOf)
  return nameOf
}
