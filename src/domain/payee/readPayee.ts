import { isHexAddress, missingDigits } from '#chain/hex.ts'
import { type Address, equal as isEqual } from '#chain/money/Address.ts'
import { parseWrittenAddress, type WrittenAddressFault } from '#chain/money/writtenAddress.ts'
import { isAddressLike, toBnbName } from '#chain/names/addressLike.ts'
import type { ResolvedName } from '#chain/names/spaceId.ts'
import { networkOf } from '#chain/networks.ts'
import { type Rpc, withDeadline } from '#chain/rpc/Rpc.ts'
import { getCode, kindOfCode } from '#chain/rpc/rpcMethods.ts'
import { clipped, LONGEST_CELL, trimEdges } from '#chain/text/label.ts'
import { count, plural, when } from '#domain/shared/format.ts'
import {
  type EnteredName,
  type Payee,
  type PayeeDoubt,
  type PayeeFault,
  type PayeeOptions,
  payeeFault,
  payeeFaultText,
} from './checkPayee.ts'

/** How many payees are read at a time, in one request. */
const AT_ONCE = 20
/** Limit per call: public nodes would refuse more, and the wait would be too long. */
export const MOST_ASKED = 2_000
/** After this many failed requests in a row, the node is considered down. */
const FAILURES = 3

/**
 * Asks the chain which payees are contracts, and adds the results to `codes`. Payees already in there are
 * skipped. Those still missing afterwards could not be read, or are beyond the limit.
 * @returns whether all that were asked about are known
 * @throws the reason of the signal once it is aborted
 */
export async function readPayeeCodes(
  rpc: Rpc,
  payees: readonly Address[],
  codes: Map<Address, boolean>,
  work: { readonly signal: AbortSignal; readonly onProgress?: (done: number, total: number) => void },
): Promise<boolean> {
  const open = payees.filter((payee) => !codes.has(payee)).slice(0, MOST_ASKED)
  let failed = 0
  for (let at = 0; at < open.length && failed < FAILURES; at += AT_ONCE) {
    const asked = open.slice(at, at + AT_ONCE)
    const answers = await Promise.allSettled(asked.map((payee) => withDeadline(getCode(rpc, payee))))
    work.signal.throwIfAborted()
    answers.forEach((answer, index) => {
      const payee = asked[index]
      if (payee && answer.status === 'fulfilled') codes.set(payee, kindOfCode(answer.value) === 'contract')
    })
    failed = answers.some(({ status }) => status === 'fulfilled') ? 0 : failed + 1
    work.onProgress?.(Math.min(at + AT_ONCE, open.length), open.length)
  }
  return open.every((payee) => codes.has(payee))
}

/** Why a text is not a payee. */
export type PayeeTextFault =
  | PayeeFault
  | WrittenAddressFault
  /** `other-token`: a payment link for a token that the form does not offer. */
  | { readonly kind: 'other-token' | 'beacon-chain' | 'no-0x' }
  /** Hex that is too short; too long if `missing` is negative. */
  | { readonly kind: 'wrong-length'; readonly missing: number }
  /** An address of a network whose addresses do not begin with 0x. */
  | { readonly kind: 'foreign-address'; readonly network: 'Tron' | 'Bitcoin' | 'Solana' | 'TON' }
  | {
      readonly kind: 'name' | 'unstoppable-name' | 'bnb-name' | 'foreign-name' | 'nobody'
      readonly name: string
    }
  | {
      readonly kind: 'several-people' | 'person-or-name'
      readonly name: string
      readonly addresses: readonly Address[]
    }

export type ReadPayee =
  | ({ readonly ok: true } & Payee)
  | { readonly ok: false; readonly fault: PayeeTextFault }

/** A link of a payment or an explorer is longer than a cell may be. */
const LINK = /ethereum:|(?:https?|trust):\/\//i

/**
 * Parses the payee that a person entered: an address as `parseWrittenAddress` reads it, a `.bnb` name that was looked up, or the name of exactly one of
 * their people. Nothing is looked up here.
 */
export function readPayee(cell: string, options: PayeeOptions): ReadPayee {
  if (cell.length > LONGEST_CELL && !LINK.test(cell)) return { ok: false, fault: { kind: 'too-long' } }
  const text = trimEdges(cell)
  const read = parseOrFind(text, options)
  if (!read.ok) return read
  const fault = payeeFault(read.address, options)
  if (fault) return { ok: false, fault }
  const { address, hasChecksum, entered } = read
  return { ok: true, payee: address, hasChecksum, ...(entered && { entered }) }
}

function parseOrFind(
  text: string,
  { named, lookedUp }: PayeeOptions,
):
  | {
      readonly ok: true
      readonly address: Address
      readonly hasChecksum: boolean
      readonly entered?: EnteredName
    }
  | { readonly ok: false; readonly fault: PayeeTextFault } {
  const read = parseWrittenAddress(text)
  if (read.ok) return { ok: true, address: read.address, hasChecksum: read.hasChecksum }
  const fault = read.fault.kind === 'not-an-address' ? faultOf(text) : read.fault
  // The text was meant as an address, so it is not looked up as a name.
  if (mayBePerson.has(fault.kind) && isAddressLike(text))
    return { ok: false, fault: { kind: 'not-an-address' } }
  const found = fault.kind === 'bnb-name' && lookedUp?.find(({ name }) => name === fault.name)
  if (found) {
    const { name, at, address } = found
    return { ok: true, address, hasChecksum: true, entered: { name, at } }
  }
  if (!mayBePerson.has(fault.kind)) return { ok: false, fault }
  const [only, ...others] = named?.(text) ?? []
  // The person and the holder of the registered name need not be the same.
  if (only && fault.kind === 'bnb-name')
    return { ok: false, fault: { kind: 'person-or-name', name: fault.name, addresses: [only, ...others] } }
  if (!only)
    return { ok: false, fault: named && isWord(text, fault) ? { kind: 'nobody', name: text } : fault }
  if (others.length === 0) return { ok: true, address: only, hasChecksum: true }
  return { ok: false, fault: { kind: 'several-people', name: text, addresses: [only, ...others] } }
}

/** The faults of a text without an address that may still be a person's name. */
const mayBePerson: ReadonlySet<PayeeTextFault['kind']> = new Set([
  ...(['not-an-address', 'unknown-link', 'name', 'unstoppable-name', 'bnb-name', 'foreign-name'] as const),
])

/** True for a text that can only be meant as a person's name. */
function isWord(text: string, { kind }: PayeeTextFault): boolean {
  return kind === 'not-an-address' && /^\p{L}/u.test(text)
}

/** Why a text without an address is no payee. */
function faultOf(text: string): PayeeTextFault {
  if (/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text)) return { kind: 'foreign-address', network: 'Tron' }
  if (/^t?bnb1[a-z0-9]{20,}$/i.test(text)) return { kind: 'beacon-chain' }
  if (/^bc1[a-z0-9]{20,}$/i.test(text)) return { kind: 'foreign-address', network: 'Bitcoin' }
  // A user-friendly address: 36 bytes in base64, of which the first says what it is.
  if (/^[EUk0]Q[\w+/-]{46}$/.test(text)) return { kind: 'foreign-address', network: 'TON' }
  if (isHexAddress(`0x${text}`)) return { kind: 'no-0x' }
  const missing = missingDigits(text)
  if (missing !== null) return { kind: 'wrong-length', missing }
  if (isSolana(text)) return { kind: 'foreign-address', network: 'Solana' }
  const name = toBnbName(text)
  if (name !== null) return { kind: 'bnb-name', name }
  if (/^[^\s@/]+\.bnb$/i.test(text)) return { kind: 'foreign-name', name: text }
  if (/^[^\s@/]+\.eth$/i.test(text)) return { kind: 'name', name: text }
  if (UNSTOPPABLE.test(text)) return { kind: 'unstoppable-name', name: text }
  return { kind: 'not-an-address' }
}

/** Endings of Unstoppable Domains alone. */
const UNSTOPPABLE =
  /^[^\s@/]+\.(?:crypto|x|nft|wallet|blockchain|bitcoin|dao|888|zil|polygon|unstoppable|klever|kresus)$/i

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** True for 32 bytes in base58, as Solana writes its addresses. Digits of an address without their 0x are none. */
function isSolana(text: string): boolean {
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text) || /^[0-9a-f]+$/i.test(text)) return false
  const value = [...text].reduce((sum, digit) => sum * 58n + BigInt(BASE58.indexOf(digit)), 0n)
  const zeros = text.length - text.replace(/^1+/, '').length
  return zeros + Math.ceil(value.toString(16).length / 2) === 32
}

/** Why what was typed can’t be paid, and what to do. */
export function payeeTextFaultText(fault: PayeeTextFault): string {
  switch (fault.kind) {
    case 'empty':
      return 'Enter the recipient’s address.'
    case 'not-an-address':
      return 'That’s not an address. It should start with 0x and have 42 characters.'
    case 'wrong-length':
      return fault.missing > 0
        ? `This address is too short: ${count(fault.missing, 'character')} ${plural(fault.missing, 'is', 'are')} missing. Copy it again.`
        : `This address is too long, by ${count(-fault.missing, 'character')}. Copy it again.`
    case 'too-long':
      return `This is longer than ${LONGEST_CELL} characters. Enter only the address.`
    case 'no-0x':
      return 'An address starts with 0x. Copy it again.'
    case 'wrong-checksum':
      return 'This address has a typo (its checksum doesn’t match). Copy it again from the source.'
    case 'other-chain':
      return `This address is for ${elsewhere(fault.prefix)}. Ask the recipient for one on BNB Smart Chain.`
    case 'several-addresses':
      return 'There are two different addresses here. Enter only the right one.'
    case 'words-around':
      return 'There’s more here than an address. Enter only the address.'
    case 'icap':
      return 'That’s an ICAP address (XE…). Ask the recipient for the one that starts with 0x.'
    case 'token-page':
      return 'This link opens a token’s page. Ask the recipient for their own address.'
    case 'unknown-link':
      return 'We can’t read an address from this link. Enter only the address.'
    case 'other-token':
      return 'This payment link is for a token that isn’t offered here. Pay it from a list, with the token’s contract.'
    case 'payment-link':
      return 'We can’t read this payment link exactly. Enter the address and the amount.'
    case 'beacon-chain':
      return 'That’s an address of the BNB Beacon Chain, which has ended. Ask for one that starts with 0x.'
    case 'foreign-address':
      return `That’s a ${fault.network} address. Ask the recipient for one that starts with 0x.`
    case 'unstoppable-name':
      return `That’s a name of Unstoppable Domains. We look up .bnb names only. Ask whoever uses ${clipped(fault.name)} for the 0x address.`
    case 'name':
      return `We look up .bnb names only. Ask whoever uses ${clipped(fault.name)} for the 0x address.`
    case 'bnb-name':
      return `Look up ${clipped(fault.name)}, or enter the 0x address.`
    case 'foreign-name':
      return `A name has only a–z, 0–9 and hyphens. ${clipped(fault.name)} may imitate another one. Enter the 0x address.`
    case 'person-or-name':
      return `${clipped(fault.name)} is someone in People and also a .bnb name. Choose the person, or look up the name.`
    case 'nobody':
      return `You have no one called ${clipped(fault.name)} in People. Enter their address.`
    case 'several-people':
      return `You have ${fault.addresses.length} people called ${clipped(fault.name)}. Choose one, or enter the address.`
    case 'zero-address':
      return payeeFaultText({ kind: 'zero-address' })
    default:
      return payeeFaultText(fault)
  }
}

/** The other network that a prefix stands for. */
function elsewhere(prefix: string): string {
  const name = networkOf(prefix)
  return name === null ? `another network (${clipped(prefix)})` : `${name}, another network`
}

/** Why a name that was looked up isn’t a recipient, and what to do. */
export function nameFaultText(name: string, answer: Exclude<ResolvedName, { kind: 'found' }>): string {
  switch (answer.kind) {
    case 'nowhere':
      return `${clipped(name)} has no address. Check the spelling, or ask for the 0x address.`
    case 'unclaimed':
      return `${clipped(name)} points to ${answer.address}, but that address hasn’t named itself ${clipped(name)}. Ask for the 0x address.`
    case 'unknown':
      return unknownNameText(clipped(name), answer.why)
  }
}

function unknownNameText(name: string, why: Extract<ResolvedName, { kind: 'unknown' }>['why']): string {
  switch (why) {
    case 'one-source':
      return `${name} needs two sources that agree, and only one is set up here. Enter the 0x address.`
    case 'alone':
      return `Only one source answered for ${name}. We need two that agree.`
    case 'split':
      return `Our sources disagree about ${name}. Ask for the 0x address.`
    case 'silent':
      return `We couldn’t look up ${name}. Try again, or ask for the 0x address.`
  }
}

/** Explains that a name of a reviewed payment no longer means the address that it meant when it was entered. */
export function movedNameText(
  name: string,
  payee: Address,
  now: Exclude<ResolvedName, { kind: 'unknown' }>,
): string {
  const paid = `This payment goes to ${payee}, as entered.`
  switch (now.kind) {
    case 'found':
      return `${clipped(name)} now points to ${now.address}. ${paid}`
    case 'unclaimed':
      return `${clipped(name)} points to ${now.address}, which hasn’t named itself ${clipped(name)}. ${paid}`
    case 'nowhere':
      return `${clipped(name)} no longer has an address. ${paid}`
  }
}

/** The line beside the address of a recipient that was entered as a name. */
export function enteredText({ name, at }: EnteredName): string {
  return `${name}, looked up ${when(at)}`
}

/** Explains in a sentence why a payee is doubtful. Look-alikes are shown digit by digit instead. */
export function payeeDoubtText(doubt: PayeeDoubt): string {
  switch (doubt.kind) {
    case 'look-alike':
      return `${doubt.payee} looks like ${doubt.like}, ${whereKnown(doubt.isKnown)}, but it isn’t the same.`
    case 'similar':
      return `${doubt.payee} is similar to ${doubt.like}, ${whereKnown(doubt.isKnown)}. Compare every character.`
    case 'contract':
      return `${doubt.payee} is a contract. A Safe is one too; other contracts may keep the money for good.`
    case 'no-checksum':
      return `${doubt.payee} has no checksum, so a typo goes unnoticed. Compare every character with the source.`
  }
}

function whereKnown(isKnown: boolean): string {
  return isKnown ? 'which you’ve paid or saved' : 'also in this list'
}

/** The label of the tick for a doubt. */
export const payeeTicks: Readonly<Record<Exclude<PayeeDoubt['kind'], 'look-alike'>, string>> = {
  similar: 'The address is correct',
  contract: 'This contract can receive it',
  'no-checksum': 'Every character is correct',
}

/** Data about payees that could not be read, by the id of the tick to continue without it. */
export type UnreadPayees = {
  readonly id: string
  readonly words: string
  readonly onAgain: (() => void) | null
  /** What `onAgain` does, on its button. */
  readonly again: string
}

/** Ids of the ticks for unreadable data. */
const UNREAD_HISTORY = 'unread/history'
const UNREAD_CODE = 'unread/code'

const uncheckedTexts = {
  off: 'Checks before you pay are off, so we didn’t check',
  failed: 'Can’t reach the network, so we couldn’t check',
  limit: 'We check a long list in parts, and haven’t checked yet',
} as const

/**
 * Explains which data was not read. @param codes how many payees were not checked, why, and a retry
 */
export function unreadPayees(
  history: 'reading' | 'read' | 'not-read',
  codes: {
    readonly unread: number
    readonly why: keyof typeof uncheckedTexts
    readonly again: (() => void) | null
  },
): readonly UnreadPayees[] {
  const { unread, why, again } = codes
  return [
    ...(history === 'not-read'
      ? [
          {
            id: UNREAD_HISTORY,
            words: 'We couldn’t load who you paid before, so look-alike addresses may go unnoticed.',
            onAgain: null,
            again: '',
          },
        ]
      : []),
    ...(unread > 0
      ? [
          {
            id: UNREAD_CODE,
            words: `${uncheckedTexts[why]} whether ${count(unread, 'recipient is a contract', 'recipients are contracts')}.`,
            onAgain: again,
            again: why === 'limit' ? 'Check more' : 'Try again',
          },
        ]
      : []),
  ]
}

/** True if the person entered the whole address of a look-alike again. */
export function confirmsPayee(text: string, payee: Address): boolean {
  const read = parseWrittenAddress(text)
  return read.ok && isEqual(read.address, payee)
}
