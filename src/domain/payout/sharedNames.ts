import { hexToBytes } from 'viem'
import type { Address } from '#chain/money/Address.ts'
import { type Transfer, transferKey } from '#chain/money/Call.ts'
import { isAddressLike } from '#chain/names/addressLike.ts'
import { fingerprint } from '#domain/ledger/fingerprint.ts'
import { claimsCheck, nameFault } from '#domain/request/PaymentRequest.ts'
import { decodeLabel, encodeLabel, toBase64Url } from '#domain/shared/labelText.ts'
import { withCheck } from '#domain/shared/pastedLink.ts'

/**
 * The words of a proposer about one proposal, as the text of a link: the names of its payees, and what it is for.
 *
 *     3~<fingerprint>~<by>~<purpose>~<name>~<name>…~<check>
 *
 * One name for each payment, in the order of their addresses, tokens and amounts, and of equal payments in the order of
 * the list: an address that two names share shows both, each beside its own money. Empty for none. Older links, which
 * begin with 1 or 2, have one name for each address, and those of 1 no purpose. Fingerprint and words are base64url, the
 * check is the CRC-32 of everything before it. The fingerprint ties them to these payments alone. Nobody has checked
 * them: they are shown as the proposer's and never stored.
 */
const VERSION = '3'
const OLDER = { withoutPurpose: '1', withPurpose: '2' } as const
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
  /** The name of each payment, in their order; null for none. */
  readonly ofPayments: readonly (string | null)[]
}

export type ReadSharedNames =
  | { readonly ok: true; readonly names: SharedNames }
  /** `other`: they belong to other payments. */
  | { readonly ok: false; readonly fault: 'damaged' | 'other' }

/** The words for a link. `none`: no payee has a name, and there is no purpose. `too-long`: all of them are more than a link may hold. */
type EncodedNames = { readonly kind: 'names'; readonly text: string } | { readonly kind: 'none' | 'too-long' }

/**
 * The text of these words. Those that are too long, look like an address or call themselves verified are left out.
 * @param names one for each payment, in their order
 */
export function encodeSharedNames(
  payments: Payments,
  by: string,
  names: SharedNames['ofPayments'],
  purpose = '',
): EncodedNames {
  const said = written(purpose, LONGEST_PURPOSE)
  const words = inOrder(payments).map((at) => nameText(names[at] ?? ''))
  if (said === '' && words.every((name) => name === '')) return { kind: 'none' }
  // A proposer who says “Verified by …” would be taken for the portal.
  const giver = nameFault(by) ? '' : written(by, LONGEST_BY)
  const text = withCheck([VERSION, printOf(payments), giver, said, ...words].join('~'), '~')
  return text.length > LONGEST_TEXT ? { kind: 'too-long' } : { kind: 'names', text }
}

/** Reads names that came with a link to these payments, as untrusted input. */
export function decodeSharedNames(text: string, payments: Payments): ReadSharedNames {
  const damaged = { ok: false, fault: 'damaged' } as const
  const end = text.lastIndexOf('~')
  if (text.length > LONGEST_TEXT || end < 0 || withCheck(text.slice(0, end), '~') !== text) return damaged
  const [version = '', print, by = '', ...words] = text.slice(0, end).split('~')
  const isOlder = version === OLDER.withoutPurpose || version === OLDER.withPurpose
  if (version !== VERSION && !isOlder) return damaged
  if (print !== printOf(payments)) return { ok: false, fault: 'other' }
  const giver = readWords(by, LONGEST_BY)
  const said = version === OLDER.withoutPurpose ? '' : (words.shift() ?? '')
  const purpose = readWords(said, LONGEST_PURPOSE)
  const order = inOrder(payments)
  // Payments to one address stand together, so each place also tells which address of an older link it is.
  const addresses = [...new Set(order.map((at) => payments.transfers[at]?.to))]
  const read = words.map(readName)
  const isWhole = words.length === (isOlder ? addresses : order).length
  if (giver === null || nameFault(giver) || purpose === null || !isWhole || read.includes(null))
    return damaged
  // Each text is written in one way alone.
  if (version === OLDER.withPurpose && purpose === '') return damaged
  const ofPayments = new Array<string | null>(order.length).fill(null)
  order.forEach((at, place) => {
    ofPayments[at] = read[isOlder ? addresses.indexOf(payments.transfers[at]?.to) : place] || null
  })
  return { ok: true, names: { by: giver, purpose, ofPayments } }
}

/** The text of a name for a link; '' for none and for a name that `readName` would refuse. */
function nameText(name: string): string {
  return claimsCheck(name) ? '' : written(name, LONGEST_NAME)
}

/** A name from a link as `readWords` reads it; null also for one that says “verified” beside the money. */
function readName(text: string): string | null {
  const name = readWords(text, LONGEST_NAME)
  return name !== null && claimsCheck(name) ? null : name
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

/** The positions of the payments, by address, token and amount; equal ones stay in their order. */
function inOrder({ transfers }: Payments): readonly number[] {
  const keys = transfers.map((transfer) => `${transfer.to.toLowerCase()} ${transferKey(transfer)}`)
  return [...keys.keys()].sort((a, b) => compare(keys[a] ?? '', keys[b] ?? ''))
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

function printOf({ account, transfers }: Payments): string {
  return toBase64Url(hexToBytes(fingerprint(account, transfers)))
}
