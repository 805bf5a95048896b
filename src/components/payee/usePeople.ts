import { useMemo } from 'react'
import type { Address } from '#chain/money/Address.ts'
import { type KeptItems, useKeptList } from '#components/stored/useKeptList.ts'
import { keptPeople, type Person } from '#domain/people/Person.ts'
import { handleText } from '#domain/proof/Handle.ts'
import { attachedProof } from '#domain/request/requestIdentity.ts'

/** The people of this browser, and how to change them. */
export type PeopleBook = Omit<KeptItems<Person>, 'items'> & {
  readonly people: readonly Person[]
  /** The name that this browser's person gave to an address. */
  readonly nameOf: (address: Address) => string | null
  /** The handle that they keep for an address, as text: of the kept proof, which is not judged here, or typed. */
  readonly handleOf: (address: Address) => string | null
  /** `Dana (@dana on X)`: name and handle in one text, for a file. */
  readonly labelOf: (address: Address) => string | null
}

/** The people of this browser; every page sees a change at once. */
export function usePeople(): PeopleBook {
  const kept = useKeptList(keptPeople)
  return useMemo(() => {
    const { items: people, ...rest } = kept
    return { ...rest, people, ...index(people) }
  }, [kept])
}

type Index = Pick<PeopleBook, 'nameOf' | 'handleOf' | 'labelOf'>

/** Every row that shows a name needs the index. */
const indexes = new WeakMap<readonly Person[], Index>()

function index(people: readonly Person[]): Index {
  const before = indexes.get(people)
  if (before) return before
  const all = new Map(people.map((person) => [person.address, person]))
  const handles = new Map<Address, string | null>()
  const made: Index = {
    nameOf: (address) => all.get(address)?.name ?? null,
    handleOf(address) {
      const person = all.get(address)
      if (!person) return null
      if (!handles.has(address)) handles.set(address, keptHandle(person))
      return handles.get(address) ?? null
    },
    labelOf(address) {
      const [name, handle] = [made.nameOf(address), made.handleOf(address)]
      return name !== null && handle !== null ? `${name} (${handle})` : name
    },
  }
  indexes.set(people, made)
  return made
}

function keptHandle({ address, handle, proof }: Person): string | null {
  const attached = attachedProof(address, proof || null)
  return attached?.kind === 'of-payee' ? handleText(attached.signed.proof.handle) : handle || null
}
