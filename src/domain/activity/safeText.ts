import type { AddressFault, ParsedAddress } from '#chain/money/Address.ts'
import * as AddressText from '#chain/money/Address.ts'

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
