import * as v from 'valibot'
import * as AddressText from '#chain/money/Address.ts'
import { isAddressLike } from '#chain/names/addressLike.ts'
import { cleanLabel, labelLength } from '#chain/text/label.ts'
import { keptList } from '#domain/shared/keptList.ts'
import { isTag } from '#domain/shared/tags.ts'
import { browserKey } from '#storage/keys.ts'

/**
 * Somebody whom the person at this browser knows. The name is the person's own, proves nothing, and never replaces
 * the address in a decision about money.
 */
export type Person = {
  readonly address: AddressText.Address
  readonly name: string
  readonly note: string
  /** Their handle elsewhere, as the person at this browser typed it; empty for none. A proof is better evidence. */
  readonly handle: string
  /**
   * Unparsed text of a proof of account, as `encodeProof` writes it; empty for none. It is judged anew each time it
   * is shown, because it expires and a Safe's owners change.
   */
  readonly proof: string
  /** Such as campaigns: lower case, each once. */
  readonly tags: readonly string[]
  /** ms since the epoch. */
  readonly addedAt: number
}

/** Limits in characters, see `labelLength`. */
export const LONGEST_NAME = 60
export const LONGEST_PERSON_NOTE = 280
export const LONGEST_HANDLE = 60
/** No proof of account is longer. */
const LONGEST_PROOF = 3_072
export const MOST_TAGS = 10
/** More people than any agency pays; everything else here is fast enough for them. */
export const MOST_PEOPLE = 10_000

const label = (longest: number) =>
  v.pipe(
    v.string(),
    v.check((text) => cleanLabel(text) === text && labelLength(text) <= longest),
  )

const called = (longest: number) =>
  v.pipe(
    label(longest),
    v.check((text) => !isAddressLike(text)),
  )

const entry = v.object({
  address: v.pipe(
    v.string(),
    v.transform((text) => AddressText.parse(text)),
    v.check((read) => read.ok && read.hasChecksum),
  ),
  name: v.pipe(called(LONGEST_NAME), v.minLength(1)),
  note: label(LONGEST_PERSON_NOTE),
  handle: v.optional(called(LONGEST_HANDLE), ''),
  proof: v.optional(v.pipe(v.string(), v.maxLength(LONGEST_PROOF), v.regex(/^[A-Za-z0-9~.:_-]*$/)), ''),
  tags: v.pipe(v.array(v.pipe(v.string(), v.check(isTag))), v.maxLength(MOST_TAGS)),
  addedAt: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
})

/** The people of this browser, by address. Saving an address again replaces its entry. */
export const keptPeople = keptList<Person>({
  key: browserKey('people.56'),
  name: 'people',
  max: MOST_PEOPLE,
  idOf: ({ address }) => address,
  timeOf: ({ addedAt }) => addedAt,
  parse(raw) {
    const found = v.safeParse(entry, raw)
    if (!found.success || !found.output.address.ok) return null
    const { address, tags, ...rest } = found.output
    return { ...rest, address: address.address, tags: [...new Set(tags)] }
  },
  format: (person) => person,
  merge: (_, added) => added,
})

/** The people whose name, handle, note, tag or address contains the typed text, in any case. */
export function searchPeople(people: readonly Person[], typed: string): readonly Person[] {
  const text = typed.trim().toLowerCase()
  if (text === '') return people
  return people.filter(
    ({ name, address, note, handle, tags }) =>
      [name, handle, note, ...tags].some((one) => one.toLowerCase().includes(text)) ||
      isPartOf(address, text),
  )
}

/**
 * Finds the addresses of the people whose whole name is this text, in any case. Two people of the same name are both
 * found, and a person decides which one is meant.
 */
export function findByName(people: readonly Person[]): (name: string) => readonly AddressText.Address[] {
  const found = new Map<string, AddressText.Address[]>()
  for (const { name, address } of people) {
    const key = name.toLowerCase()
    const namesakes = found.get(key)
    if (namesakes) namesakes.push(address)
    else found.set(key, [address])
  }
  return (name) => found.get(cleanLabel(name).toLowerCase()) ?? []
}

/** The names that would belong to several addresses, in any case, with all of those. */
export function namesakesOf(
  people: readonly Person[],
  added: readonly Person[],
): readonly { readonly name: string; readonly addresses: readonly AddressText.Address[] }[] {
  const find = findByName([...people, ...added])
  const names = new Map(added.map(({ name }) => [name.toLowerCase(), name]))
  return [...names.values()].flatMap((name) => {
    const addresses = find(name)
    return addresses.length > 1 ? [{ name, addresses }] : []
  })
}

/** Shorter digit sequences occur in addresses by chance. */
const FEWEST_DIGITS = 4

/** True for a text, in lower case, that is meant as a part of an address and occurs in this one, not at its `x`. */
export function isPartOf(address: AddressText.Address, text: string): boolean {
  return text.length >= FEWEST_DIGITS && !text.startsWith('x') && address.toLowerCase().includes(text)
}
