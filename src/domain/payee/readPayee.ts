import { kindOfCode } from '#chain/accountCode.ts'
import { isHexAddress, missingDigits } from '#chain/hex.ts'
import type { Address } from '#chain/money/Address.ts'
import { parseWrittenAddress, type WrittenAddressFault } from '#chain/money/writtenAddress.ts'
import { isAddressLike } from '#chain/names/addressLike.ts'
import { toBnbName } from '#chain/names/bnbName.ts'
import { LONGEST_CELL, trimEdges } from '#chain/names/trimEdges.ts'
import { type Rpc, withDeadline } from '#chain/rpc/Rpc.ts'
import { getCode } from '#chain/rpc/rpcMethods.ts'
import { type EnteredName, type Payee, type PayeeFault, type PayeeOptions, payeeFault } from './checkPayee.ts'

/** How many payees are read at a time, in one request. */
const AT_ONCE = 20
/** Limit per list: public nodes would refuse more, and the wait would be too long. */
export const MOST_ASKED = 2_000
/** After this many failed requests in a row, the node is considered down. */
const FAILURES = 3

/**
 * Asks the chain which payees are contracts, and adds the results to `codes`. Payees already in there are
 * skipped. Those still missing afterwards could not be read. @throws the reason of the signal once it is
 * aborted
 */
export async function readPayeeCodes(
  rpc: Rpc,
  payees: readonly Address[],
  codes: Map<Address, boolean>,
  work: { readonly signal: AbortSignal; readonly onProgress?: (done: number, total: number) => void },
): Promise<void> {
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
