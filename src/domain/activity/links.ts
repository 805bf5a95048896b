import type { Hash } from 'viem'
import { isHash } from '#chain/hex.ts'
import type { AddressFault, ParsedAddress } from '#chain/money/Address.ts'
import * as AddressText from '#chain/money/Address.ts'
import { unwrapLinks } from '#domain/shared/pastedLink.ts'

/** Before the hash in the link of a page of BscScan, and in that of a receipt. */
const IN_LINK = /(?:\/tx|\/receipt\/56)(?=\/([0-9a-zA-Z]*))/g

/**
 * Parses a transaction hash, or the link of its page on an explorer or of a receipt, with what chats and mails put around
 * it; null if there is none, or more than one.
 */
export function parseHashText(text: string): Hash | null {
  const pasted = unwrapLinks(text)
  const parts = pasted.includes('://')
    ? [...pasted.matchAll(IN_LINK)].map(([, part]) => part)
    : pasted.split(/[^0-9a-zA-Z]+/).filter((part) => part !== '')
  const hashes = new Set(parts.filter(isHash).map((hash) => hash.toLowerCase() as Hash))
  const [hash, ...others] = hashes
  const isAlone = pasted.includes('://') || parts.every(isHash)
  return hash && others.length === 0 && isAlone ? hash : null
}

/** Why a text does not contain a transaction hash, for people. */
export const NO_HASH = 'That’s not a transaction hash. Paste 0x and 64 digits, or a BscScan link.'

/**
 * Parses the text for a Safe in any common form: its address (`0x…`, `bnb:0x…`), its page in Safe{Wallet}
 * (`…?safe=bnb:0x…`), or its page in this portal.
 */
export function parseSafeText(text: string): ParsedAddress {
  const trimmed = text.trim()
  if (!/^https?:\/\//i.test(trimmed)) return AddressText.parse(trimmed)
  if (!URL.canParse(trimmed)) return { ok: false, fault: 'not-an-address' }
  const url = new URL(trimmed)
  const inPortal = /\/activity\/safe\/([^/?#]+)/.exec(url.hash)?.[1]
  return AddressText.parse(url.searchParams.get('safe') ?? inPortal ?? url.href)
}

/** Why a text does not name a Safe here, for people. */
export const safeTextFaults: Record<AddressFault, string> = {
  empty: 'Enter the address of a Safe, or a link to it.',
  'not-an-address': 'This is neither an address nor a link to a Safe.',
  'wrong-checksum': 'A character of this address is wrong: its checksum does not fit.',
  'other-chain': 'This is a Safe on another network. We only show BNB Smart Chain.',
  'zero-address': 'The zero address isn’t a Safe.',
}
