import type { Address } from '#chain/money/Address.ts'
import { isAddressLike } from '#chain/names/addressLike.ts'
import { cleanLabel, labelLength } from '#chain/text/label.ts'
import type { EnteredName } from '#domain/payee/enteredName.ts'
import { LONGEST_HANDLE } from './Person.ts'
import { type PeopleFile, takeEntries } from './peopleFile.ts'

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
