import * as v from 'valibot'
import type * as AddressText from '#chain/money/Address.ts'
import type { Address } from '#chain/money/Address.ts'
import { parseWrittenAddress, type WrittenAddressFault } from '#chain/money/writtenAddress.ts'
import { isAddressLike } from '#chain/names/addressLike.ts'
import { gatherLookAlikes } from '#chain/names/lookAlike.ts'
import { cleanLabel, labelLength, trimEdges } from '#chain/text/label.ts'
import { type EnteredName, payeeFault, payeeFaultText } from '#domain/payee/checkPayee.ts'
import { csvLine, marked } from '#domain/shared/csvCells.ts'
import { type FieldChanges, type Fields, fieldChanges } from '#domain/shared/fieldChanges.ts'
import { keptPeople, LONGEST_HANDLE, LONGEST_NAME, MOST_PEOPLE, MOST_TAGS, type Person } from './Person.ts'
import { networkFault, type PeopleEntry, readPeopleTable } from './peopleTable.ts'

const COLUMNS = ['address', 'name', 'chainId'] as const
const BSC = '56'

/**
 * The people as the address book of Safe{Wallet} reads them: `address,name,chainId`. It has no column for anything
 * else.
 */
export function formatSafeCsv(people: readonly Person[]): string {
  const lines = people.map(({ address, name }) => csvLine([address, marked(name), BSC]))
  return [csvLine(COLUMNS), ...lines].join('\r\n')
}

/** The content of a file. `left` are the lines or entries that are skipped, with the reason. */
export type PeopleFile = {
  readonly people: readonly Person[]
  readonly left: readonly { readonly line: number; readonly reason: string }[]
}

/** Larger files (characters) are not read. */
const LARGEST = 5_000_000

/**
 * Parses a backup of this list, an address book of Safe{Wallet}, or another table of people, as untrusted input; null if
 * it is none of these.
 * @param now ms since the epoch, for people who are new
 */
export function readPeopleFile(text: string, now: number): PeopleFile | null {
  if (text.length > LARGEST) return null
  if (text.trimStart().startsWith('{')) {
    const backup = keptPeople.parse(text)
    return (
      backup && {
        people: backup.items,
        left: Array.from({ length: backup.unreadable }, () => ({ line: 0, reason: 'can’t be read' })),
      }
    )
  }
  const entries = readPeopleTable(text)
  return entries && takeEntries(entries, now)
}

/**
 * Parses the address book that a Safe host gave, as untrusted input: `{ address, name, chainId }[]`; null if it is no
 * list.
 * @param now ms since the epoch
 */
export function readAddressBook(answer: unknown, now: number): PeopleFile | null {
  if (!Array.isArray(answer) || answer.length > MOST_ENTRIES) return null
  const entries = answer.map((raw: unknown, index): PeopleEntry => {
    const found = v.safeParse(bookEntry, raw)
    if (!found.success) return { line: index + 1, cells: { ok: false, reason: 'can’t be read' } }
    const { address, name, chainId } = found.output
    return { line: index + 1, cells: { ok: true, address, name, chain: chainId } }
  })
  return takeEntries(entries, now)
}

/** A longer address book is refused. One of many networks is still shorter. */
const MOST_ENTRIES = 50_000
/** Longer cells (characters) are not names. */
const LONGEST_CELL = 500
const cell = v.pipe(v.string(), v.maxLength(LONGEST_CELL))
const bookEntry = v.object({
  address: cell,
  name: cell,
  chainId: v.pipe(v.union([cell, v.number()]), v.transform(String)),
})

/** The people of entries, as untrusted input. @param now ms since the epoch, for people who are new */
function takeEntries(entries: readonly PeopleEntry[], now: number): PeopleFile {
  const found = new Map<AddressText.Address, Person>()
  const left: { line: number; reason: string }[] = []
  for (const { line, cells } of entries) {
    const read = cells.ok ? takeEntry(cells, now) : cells
    const reason = !read.ok
      ? read.reason
      : found.has(read.person.address)
        ? 'the address is there twice'
        : found.size >= MOST_PEOPLE
          ? `more than ${MOST_PEOPLE} people`
          : null
    if (reason !== null) left.push({ line, reason })
    else if (read.ok) found.set(read.person.address, read.person)
  }
  return { people: [...found.values()], left }
}

type TakenEntry =
  | { readonly ok: true; readonly person: Person }
  | { readonly ok: false; readonly reason: string }

/** The person of an entry, or the first reason why there is none. */
function takeEntry(cells: Extract<PeopleEntry['cells'], { ok: true }>, now: number): TakenEntry {
  const refuse = (reason: string): TakenEntry => ({ ok: false, reason })
  const elsewhere = networkFault(cells.chain)
  if (elsewhere) return refuse(elsewhere)
  const read = parseWrittenAddress(trimEdges(cells.address))
  if (!read.ok) return refuse(addressFaults[read.fault.kind] ?? 'not a valid address')
  if (!read.hasChecksum) return refuse('the address has no checksum')
  const fault = payeeFault(read.address, { payer: null, tokens: new Map() })
  if (fault) return refuse(payeeFaultText(fault).replace(/\.$/, ''))
  const name = cleanLabel(cells.name)
  if (name === '') return refuse('no name')
  if (labelLength(name) > LONGEST_NAME) return refuse(`the name is longer than ${LONGEST_NAME} characters`)
  if (isAddressLike(name)) return refuse('the name looks like an address')
  const { handle = '' } = cells
  return {
    ok: true,
    person: { ...newPerson(read.address, name, now), handle },
  }
}

const addressFaults: { readonly [kind in WrittenAddressFault['kind']]?: string } = {
  empty: 'no address',
  'wrong-checksum': 'the address has a typo: its checksum doesn’t match',
  'other-chain': 'for another network',
  'several-addresses': 'two different addresses',
}

function newPerson(address: AddressText.Address, name: string, now: number): Person {
  return { address, name, note: '', handle: '', proof: '', tags: [], addedAt: now }
}

/** The effect of importing a file. Nothing is imported before a person has seen this. */
type ImportPlan = {
  readonly added: readonly Person[]
  /** Known people with new details in the file. */
  readonly renamed: readonly { readonly before: Person; readonly after: Person }[]
  /** Known people with different details in the file, but no new ones. */
  readonly kept: readonly Person[]
  readonly unchanged: number
  /** Look like a known address or like another one in the file, so they are only added by hand. */
  readonly alike: readonly { readonly person: Person; readonly known: AddressText.Address }[]
}

/**
 * Compares the people of a file with those known here.
 * @param paid addresses that were paid before. A similar address never makes them doubtful
 * @param planned addresses that are to be paid: they are compared, and may themselves be an imitation
 */
export function planImport(
  people: readonly Person[],
  file: readonly Person[],
  paid: readonly AddressText.Address[],
  planned: readonly AddressText.Address[] = [],
): ImportPlan {
  const byAddress = new Map(people.map((one) => [one.address, one]))
  const wasPaid = new Set(paid)
  const gathered = gatherLookAlikes()
  const inFile = file.map((person) => person.address)
  for (const address of [...paid, ...byAddress.keys(), ...planned, ...inFile]) gathered.add(address)
  const added: Person[] = []
  const renamed: { before: Person; after: Person }[] = []
  const kept: Person[] = []
  const alike: { person: Person; known: AddressText.Address }[] = []
  let unchanged = 0
  for (const person of file) {
    const before = byAddress.get(person.address)
    const known = before || wasPaid.has(person.address) ? null : gathered.find(person.address)?.known
    if (known) alike.push({ person, known })
    else if (!before) added.push(person)
    else {
      const { after: added, ignored } = personChanges(before, person)
      if (added !== '') renamed.push({ before, after: mergePerson(before, person) })
      else if (ignored !== '') kept.push(before)
      else unchanged++
    }
  }
  return { added, renamed, kept, unchanged, alike }
}

/**
 * A known person with the details that a file adds for the same address. Known details are kept, and tags are added
 * as far as there is room.
 */
export function mergePerson(before: Person, file: Person): Person {
  return {
    ...before,
    note: before.note || file.note,
    handle: before.handle || file.handle,
    proof: before.proof || file.proof,
    tags: [...new Set([...before.tags, ...file.tags])].slice(0, Math.max(MOST_TAGS, before.tags.length)),
  }
}

/** The changes that a file would make to a known person, in words. */
export function personChanges(before: Person, file: Person): FieldChanges {
  return fieldChanges(personFields(before), personFields(mergePerson(before, file)), personFields(file))
}

/** The fields of a person, for a preview. */
export function personFields({ name, note, handle, proof, tags }: Person): Fields {
  return [
    ['name', [name]],
    ['note', [note]],
    ['handle', [handle]],
    ['proof', [proof]],
    ['tags', tags],
  ]
}

/** Names a person, for a preview. A name from right to left is isolated: it would pull the address to its other side. */
export function personLabel({ name, address }: Pick<Person, 'name' | 'address'>): string {
  const isRightToLeft = /[\u0590-\u08ff\ufb1d-\ufefc]/.test(name)
  return `${isRightToLeft ? `\u2068${name}\u2069` : name}: ${address}`
}

/** A row of a list of payments, as far as it is about its payee. */
type ListedPerson = {
  readonly payee: Address
  readonly name?: string
  readonly handle?: string
  readonly entered?: EnteredName
  readonly line?: number
}

/**
 * The people whom a payer's list names, as untrusted input. Nobody has checked its names and handles. An address with
 * two names is left out: one of them is wrong, and only the person can know which.
 * @param now ms since the epoch
 */
export function peopleInList(rows: readonly ListedPerson[], now: number): PeopleFile {
  // Several payments to one person are one entry.
  const byAddress = new Map<Address, Map<string, { line: number; name: string; handle: string }>>()
  rows.forEach(({ payee, name: listed = '', handle: typed = '', entered, line }, at) => {
    const known = cleanLabel(typed)
    const name = cleanLabel(listed) || (entered?.name ?? known)
    if (name === '') return
    const names = byAddress.get(payee) ?? new Map()
    byAddress.set(payee, names)
    const handle = name !== known && isHandle(known) ? known : ''
    if (!names.has(name.toLowerCase())) names.set(name.toLowerCase(), { line: line ?? at + 1, name, handle })
  })
  const entries = [...byAddress].flatMap(([address, names]) =>
    [...names.values()].map(({ line, name, handle }) => ({
      line,
      cells:
        names.size > 1
          ? ({ ok: false, reason: 'two names in this list have the same address' } as const)
          : ({ ok: true, address, name, handle, chain: '56' } as const),
    })),
  )
  return takeEntries(entries, now)
}

/** A word that can be a handle: anything else beside a name, such as `n/a`, is not kept as one. */
function isHandle(text: string): boolean {
  return (
    /^@?[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(text) &&
    labelLength(text) <= LONGEST_HANDLE &&
    !isAddressLike(text)
  )
}
