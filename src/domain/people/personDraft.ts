import type * as AddressText from '#chain/money/Address.ts'
import { isAddressLike } from '#chain/names/addressLike.ts'
import { findLookAlike } from '#chain/names/lookAlike.ts'
import { cleanLabel, labelLength } from '#chain/text/label.ts'
import { confirmsPayee, payeeTextFaultText, readPayee } from '#domain/payee/readPayee.ts'
import { LONGEST_TAG, tagsOf } from '#domain/shared/tags.ts'
import { LONGEST_HANDLE, LONGEST_NAME, LONGEST_PERSON_NOTE, MOST_TAGS, type Person } from './Person.ts'

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
    ...(!read.ok && draft.address.trim() !== '' && { address: payeeTextFaultText(read.fault) }),
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
