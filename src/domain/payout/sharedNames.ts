import { hexToBytes } from 'viem'
import type { Address } from '#chain/money/Address.ts'
import type { Transfer } from '#chain/money/Call.ts'
import { isAddressLike } from '#chain/names/addressLike.ts'
import { fingerprint } from '#domain/ledger/fingerprint.ts'
import { decodeLabel, encodeLabel, toBase64Url } from '#domain/shared/labelText.ts'
import { withCheck } from '#domain/shared/withCheck.ts'

/**
 * The names that a proposer gave to the payees of one proposal, as the text of a link, version 1:
 *
 *     1~<fingerprint>~<by>~<name>~<name>…~<check>
 *
 * One name for each payee, in the order of their addresses; empty for none. Fingerprint and names are base64url, the
 * check is the CRC-32 of everything before it. The fingerprint ties the names to these payments alone. Nobody has
 * checked them: they are shown as the proposer's and never stored.
 */
const VERSION = '1'
/** Longer texts are not read: more than a hundred of the longest names. */
const LONGEST_TEXT = 40_000
/** Limits in characters, see `labelLength`. */
const LONGEST_NAME = 60
export const LONGEST_BY = 40

/** The payments that the names belong to, by content. */
type Payments = { readonly account: Address; readonly transfers: readonly Transfer[] }

type SharedNames = {
  /** The name that the proposer gave for themselves; empty if none. */
  readonly by: string
  readonly nameOf: (payee: Address) => string | null
}

export type ReadSharedNames =
  | { readonly ok: true; readonly names: SharedNames }
  /** `other`: they belong to other payments. */
  | { readonly ok: false; readonly fault: 'damaged' | 'other' }

/** The names of payees for a link. `none`: no payee has one. `too-long`: all of them are more than a link may hold. */
type EncodedNames = { readonly kind: 'names'; readonly text: string } | { readonly kind: 'none' | 'too-long' }

/** The text of these names. Names that are too long or look like an address are skipped. */
export function encodeSharedNames(
  payments: Payments,
  by: string,
  nameOf: SharedNames['nameOf'],
): EncodedNames {
  const names = payeesOf(payments).map((payee) => {
    const text = encodeLabel(nameOf(payee) ?? '')
    return text !== '' && decodeName(text, LONGEST_NAME) === null ? '' : text
  })
  if (names.every((name) => name === '')) return { kind: 'none' }
  const signed = encodeLabel(by)
  const giver = signed !== '' && decodeName(signed, LONGEST_BY) === null ? '' : signed
  const text = withCheck([VERSION, printOf(payments), giver, ...names].join('~'), '~')
  return text.length > LONGEST_TEXT ? { kind: 'too-long' } : { kind: 'names', text }
}

/** Reads names that came with a link to these payments, as untrusted input. */
export function decodeSharedNames(text: string, payments: Payments): ReadSharedNames {
  const damaged = { ok: false, fault: 'damaged' } as const
  const end = text.lastIndexOf('~')
  if (text.length > LONGEST_TEXT || end < 0 || withCheck(text.slice(0, end), '~') !== text) return damaged
  const [version, print, by = '', ...names] = text.slice(0, end).split('~')
  if (version !== VERSION) return damaged
  if (print !== printOf(payments)) return { ok: false, fault: 'other' }
  const payees = payeesOf(payments)
  const giver = by === '' ? '' : decodeName(by, LONGEST_BY)
  const read = names.map((name) => (name === '' ? '' : decodeName(name, LONGEST_NAME)))
  if (giver === null || names.length !== payees.length || read.includes(null)) return damaged
  const found = new Map(payees.map((payee, index) => [payee, read[index] || null]))
  return { ok: true, names: { by: giver, nameOf: (payee) => found.get(payee) ?? null } }
}

/** A name from a link; null for any other text, and for one that could be taken for an address. */
function decodeName(text: string, longest: number): string | null {
  const name = decodeLabel(text, longest)
  return name === null || isAddressLike(name) ? null : name
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
