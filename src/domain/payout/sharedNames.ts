import { hexToBytes } from 'viem'
import type { Address } from '#chain/money/Address.ts'
import type { Transfer } from '#chain/money/Call.ts'
import { isAddressLike } from '#chain/names/addressLike.ts'
import { fingerprint } from '#domain/ledger/fingerprint.ts'
import { decodeLabel, encodeLabel, toBase64Url } from '#domain/shared/labelText.ts'
import { withCheck } from '#domain/shared/withCheck.ts'

/**
 * The words of a proposer about one proposal, as the text of a link: the names of its payees, and in version 2 what it is
 * for.
 *
 *     1~<fingerprint>~<by>~<name>~<name>…~<check>
 *     2~<fingerprint>~<by>~<purpose>~<name>~<name>…~<check>
 *
 * One name for each payee, in the order of their addresses; empty for none. Fingerprint and words are base64url, the
 * check is the CRC-32 of everything before it. The fingerprint ties them to these payments alone. Nobody has checked
 * them: they are shown as the proposer's and never stored.
 */
const [WITHOUT_PURPOSE, WITH_PURPOSE] = ['1', '2']
/** Longer texts are not read: more than a hundred of the longest names. */
const LONGEST_TEXT = 40_000
/** Limits in characters, see `labelLength`. */
const LONGEST_NAME = 60
export const LONGEST_BY = 40
/** As long as a payout's title may be. */
const LONGEST_PURPOSE = 80

/** The payments that the names belong to, by content. */
type Payments = { readonly account: Address; readonly transfers: readonly Transfer[] }

type SharedNames = {
  /** The name that the proposer gave for themselves; empty if none. */
  readonly by: string
  /** The purpose of the payments; empty if the proposer gave none. */
  readonly purpose: string
  /** Some payee has a name. */
  readonly isNaming: boolean
  readonly nameOf: (payee: Address) => string | null
}

export type ReadSharedNames =
  | { readonly ok: true; readonly names: SharedNames }
  /** `other`: they belong to other payments. */
  | { readonly ok: false; readonly fault: 'damaged' | 'other' }

/** The words for a link. `none`: no payee has a name, and there is no purpose. `too-long`: all of them are more than a link may hold. */
type EncodedNames = { readonly kind: 'names'; readonly text: string } | { readonly kind: 'none' | 'too-long' }

/** The text of these words. Those that are too long or look like an address are skipped. */
export function encodeSharedNames(
  payments: Payments,
  by: string,
  nameOf: SharedNames['nameOf'],
  purpose = '',
): EncodedNames {
  const said = written(purpose, LONGEST_PURPOSE)
  const names = payeesOf(payments).map((payee) => written(nameOf(payee) ?? '', LONGEST_NAME))
  if (said === '' && names.every((name) => name === '')) return { kind: 'none' }
  const head = said === '' ? [WITHOUT_PURPOSE] : [WITH_PURPOSE]
  const tail = said === '' ? names : [said, ...names]
  const text = withCheck([...head, printOf(payments), written(by, LONGEST_BY), ...tail].join('~'), '~')
  return text.length > LONGEST_TEXT ? { kind: 'too-long' } : { kind: 'names', text }
}

/** Reads names that came with a link to these payments, as untrusted input. */
export function decodeSharedNames(text: string, payments: Payments): ReadSharedNames {
  const damaged = { ok: false, fault: 'damaged' } as const
  const end = text.lastIndexOf('~')
  if (text.length > LONGEST_TEXT || end < 0 || withCheck(text.slice(0, end), '~') !== text) return damaged
  const [version, print, by = '', ...words] = text.slice(0, end).split('~')
  if (version !== WITHOUT_PURPOSE && version !== WITH_PURPOSE) return damaged
  if (print !== printOf(payments)) return { ok: false, fault: 'other' }
  const payees = payeesOf(payments)
  const giver = readWords(by, LONGEST_BY)
  const purpose = version === WITH_PURPOSE ? readWords(words.shift() ?? '', LONGEST_PURPOSE) : ''
  // Words without a purpose have one text, that of version 1.
  if (version === WITH_PURPOSE && purpose === '') return damaged
  const read = words.map((name) => readWords(name, LONGEST_NAME))
  if (giver === null || purpose === null || words.length !== payees.length || read.includes(null))
    return damaged
  const found = new Map(payees.map((payee, index) => [payee, read[index] || null]))
  const isNaming = read.some((name) => name !== '')
  return { ok: true, names: { by: giver, purpose, isNaming, nameOf: (payee) => found.get(payee) ?? null } }
}

/** The words for a link; '' for none and for words that `readWords` would refuse. */
function written(words: string, longest: number): string {
  const text = encodeLabel(words)
  return readWords(text, longest) === null ? '' : text
}

/** Words from a link, '' for none; null for any other text, and for words that could be taken for an address. */
function readWords(text: string, longest: number): string | null {
  if (text === '') return ''
  const words = decodeLabel(text, longest)
  return words === null || isAddressLike(words) ? null : words
}

/** Each payee once, in the order of their addresses. */
function payeesOf({ transfers }: Payments): readonly Address[] {
  return [...new Set(transfers.map(({ to }) => to))].sort((a, b) =>
    a.toLowerCase() < b.toLowerCase() ? -1 : 1,
  )
}

function printOf({ account, transfers }: Payments): string {
  return toBase64Url(hexToBytes(fingerprint(account, transfers)))
}
