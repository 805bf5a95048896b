import * as v from 'valibot'
import * as AddressText from '#chain/money/Address.ts'
import { isAddressLike } from '#chain/names/addressLike.ts'
import { findLookAlike } from '#chain/names/lookAlike.ts'
import { cleanLabel, labelLength } from '#chain/text/label.ts'
import { confirmsPayee } from '#domain/payee/checkPayee.ts'
import { payeeFaultText, readPayee } from '#domain/payee/readPayee.ts'
import { keptList } from '#domain/shared/keptList.ts'
import { isTag, LONGEST_TAG, tagsOf } from '#domain/shared/tags.ts'
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

/** The fields that a person types about somebody. */
export type PersonDraft = {
  readonly name: string
  readonly address: string
  /** The address once more, required if it looks like a known one. */
  readonly again: string
  readonly note: string
  readonly handle: string
  /** Attached from a link, and only ever removed by hand. */
  readonly proof: string
  /** Separated by commas. */
  readonly tags: string
}

export const emptyPersonDraft: PersonDraft = {
  name: '',
  address: '',
  again: '',
  note: '',
  handle: '',
  proof: '',
  tags: '',
}

export type PersonFaults = { readonly [field in keyof PersonDraft]?: string }

type ParsedPerson =
  | { readonly ok: true; readonly person: Person; readonly hint: string | null }
  | {
      readonly ok: false
      readonly faults: PersonFaults
      /** The known address that the typed one could be mistaken for. */
      readonly alike: AddressText.Address | null
    }

/**
 * Parses the typed fields.
 * @param known addresses that were paid or saved, to find look-alikes
 * @param editing the person who is being changed; null for a new one
 */
export function parsePerson(
  draft: PersonDraft,
  people: readonly Person[],
  known: readonly AddressText.Address[],
  editing: Person | null,
  now: number,
): ParsedPerson {
  const name = cleanLabel(draft.name)
  const note = cleanLabel(draft.note)
  const handle = cleanLabel(draft.handle)
  const tags = tagsOf(draft.tags)
  const read = readPayee(draft.address, { payer: null, tokens: new Map() })
  const address = read.ok ? read.payee : null
  const other = people.find((one) => one.address === address && one.address !== editing?.address)
  const found = address && !other && address !== editing?.address ? findLookAlike(address, known) : null
  const alike = found?.known ?? null
  const faults: PersonFaults = {
    ...(name === '' && { name: 'Enter a name.' }),
    ...(labelLength(name) > LONGEST_NAME && { name: `Use at most ${LONGEST_NAME} characters.` }),
    ...(isAddressLike(name) && { name: NAME_IS_ADDRESS }),
    ...(isAddressLike(handle) && { handle: NAME_IS_ADDRESS }),
    ...(labelLength(note) > LONGEST_PERSON_NOTE && {
      note: `Use at most ${LONGEST_PERSON_NOTE} characters.`,
    }),
    ...(labelLength(handle) > LONGEST_HANDLE && { handle: `Use at most ${LONGEST_HANDLE} characters.` }),
    ...(draft.address.trim() === '' && { address: 'Enter their address.' }),
    ...(!read.ok && draft.address.trim() !== '' && { address: payeeFaultText(read.fault) }),
    ...(other && { address: `Already saved as ${other.name}.` }),
    ...(read.ok && !read.hasChecksum && { address: NO_CHECKSUM }),
    ...(address &&
      alike &&
      !confirmsPayee(draft.again, address) && {
        again: 'Paste the whole address again from where you got it.',
      }),
    ...(tags.length > MOST_TAGS && { tags: `Use at most ${MOST_TAGS} tags.` }),
    ...(tags.some((tag) => labelLength(tag) > LONGEST_TAG) && {
      tags: `Use at most ${LONGEST_TAG} characters a tag.`,
    }),
  }
  if (address === null || Object.keys(faults).length > 0) return { ok: false, faults, alike }
  const namesake = people.find(
    (one) => one.address !== address && one.name.toLowerCase() === name.toLowerCase(),
  )
  return {
    ok: true,
    person: { address, name, note, handle, proof: draft.proof, tags, addedAt: editing?.addedAt ?? now },
    hint: namesake ? `You have another ${namesake.name}. Tell them apart by the address.` : null,
  }
}

const NAME_IS_ADDRESS = 'This looks like an address. Enter a name that no one can take for one.'
const NO_CHECKSUM =
  'This address has no checksum, so a typo would go unnoticed. Copy it with its upper and lower case.'

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
