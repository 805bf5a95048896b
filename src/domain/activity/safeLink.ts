import type { AddressFault, ParsedAddress } from '#chain/money/Address.ts'
import * as AddressText from '#chain/money/Address.ts'

/**
 * Reads a Safe as a person has it at hand: its address (`0x…`, `bnb:0x…`), a page of it in Safe{Wallet}
 * (`…?safe=bnb:0x…`), or a page of it in this portal.
 */
export function parseSafeText(text: string): ParsedAddress {
  const trimmed = text.trim()
  if (!/^https?:\/\//i.test(trimmed)) return AddressText.parse(trimmed)
  if (!URL.canParse(trimmed)) return { ok: false, fault: 'not-an-address' }
  const url = new URL(trimmed)
  const inPortal = /\/activity\/safe\/([^/?#]+)/.exec(url.hash)?.[1]
  return AddressText.parse(url.searchParams.get('safe') ?? inPortal ?? url.href)
}

/** Why a text names no Safe here, for people. */
export const safeTextFaults: Record<AddressFault, string> = {
  empty: 'Enter the address of a Safe, or a link to it.',
  'not-an-address': 'This is neither an address nor a link to a Safe.',
  'wrong-checksum': 'A character of this address is wrong: its checksum does not fit.',
  'other-chain': 'This is a Safe on another network. The portal shows BNB Smart Chain only.',
  'zero-address': 'The zero address is nobody’s Safe.',
}
