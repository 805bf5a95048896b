import * as v from 'valibot'
import * as AddressText from '#chain/money/Address.ts'
import { isAddressLike } from '#chain/names/addressLike.ts'
import { gatherLookAlikes } from '#chain/names/gatherLookAlikes.ts'
import { cleanLabel, labelLength } from '#chain/text/label.ts'
import { readRecords } from '#domain/draft/import/records.ts'
import { payeeFault } from '#domain/payee/checkPayee.ts'
import { payeeFaultText } from '#domain/payee/payeeWords.ts'
import { csvLine, marked, withoutMark } from '#domain/shared/csvCells.ts'
import { type FieldChanges, type Fields, fieldChanges } from '#domain/shared/fieldChanges.ts'
import { keptPeople, LONGEST_NAME, MOST_PEOPLE, MOST_TAGS, type Person } from './Person.ts'

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
 * Parses a backup of this list, or an address book of Safe{Wallet}, as untrusted input; null if it is neither.
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
  return readSafeCsv(text, now)
}

function readSafeCsv(text: string, now: number): PeopleFile | null {
  const entries: Entry[] = []
  let places: readonly number[] | null = null
  for (const record of readRecords(text.replace(/^\uFEFF/, ''), ',')) {
    if (record.kind === 'blank') continue
    if (places === null) {
      if (record.kind !== 'cells') return null
      const titles = record.cells.map((cell) => cell.trim().toLowerCase())
      places = COLUMNS.map((column) => titles.indexOf(column.toLowerCase()))
      if (places[0] === -1 || places[1] === -1) return null
      continue
    }
    const cells =
      record.kind === 'cells' ? places.map((place) => withoutMark(record.cells[place] ?? '')) : null
    entries.push({ line: record.line, cells })
  }
  return places && takeEntries(entries, now)
}

/**
 * Parses the address book that a Safe host gave, as untrusted input: `{ address, name, chainId }[]`; null if it is no
 * list.
 * @param now ms since the epoch
 */
export function readAddressBook(answer: unknown, now: number): PeopleFile | null {
  if (!Array.isArray(answer) || answer.length > MOST_ENTRIES) return null
  const entries = answer.map((raw: unknown, index): Entry => {
    const found = v.safeParse(bookEntry, raw)
    return {
      line: index + 1,
      cells: found.success ? [found.output.address, found.output.name, found.output.chainId] : null,
    }
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

/** An entry of an address book, in the order of `COLUMNS`; null if it cannot be read. `line` counts from 1. */
type Entry = { readonly line: number; readonly cells: readonly string[] | null }

function takeEntries(entries: readonly Entry[], now: number): PeopleFile {
  const found = new Map<AddressText.Address, Person>()
  const left: { line: number; reason: string }[] = []
  for (const { line, cells } of entries) {
    const [address = '', typed = '', chain = ''] = cells ?? []
    const name = cleanLabel(typed)
    const read = AddressText.parse(address.trim())
    const fault = read.ok ? payeeFault(read.address, { payer: null, tokens: new Map() }) : null
    const reason = !cells
      ? 'can’t be read'
      : chain.trim() !== '' && chain.trim() !== BSC
        ? 'for another network'
        : !read.ok
          ? 'not a valid address'
          : !read.hasChecksum
            ? 'the address has no checksum'
            : fault
              ? payeeFaultText(fault)
              : name === ''
                ? 'no name'
                : labelLength(name) > LONGEST_NAME
                  ? `the name is longer than ${LONGEST_NAME} characters`
                  : isAddressLike(name)
                    ? 'the name looks like an address'
                    : found.has(read.address)
                      ? 'the address is there twice'
                      : found.size >= MOST_PEOPLE
                        ? `more than ${MOST_PEOPLE} people`
                        : null
    if (reason !== null || !read.ok) left.push({ line, reason: reason ?? '' })
    else found.set(read.address, newPerson(read.address, name, now))
  }
  return { people: [...found.values()], left }
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

/** Names a person, for a preview. */
export function personLabel({ name, address }: Person): string {
  return `${name}: ${address}`
}
