import { type Address, checksumAddress, isAddressEqual, zeroAddress } from 'viem'

export type { Address }

/** Why a text is not an address on BNB Smart Chain. */
export type AddressFault = 'empty' | 'not-an-address' | 'wrong-checksum' | 'other-chain' | 'zero-address'

/** `hasChecksum` is false for an address all in lower or all in upper case: a wrong digit in it is not noticed. */
export type ParsedAddress =
  | { ok: true; address: Address; hasChecksum: boolean }
  | { ok: false; fault: AddressFault }

/** EIP-3770 short name and CAIP-10 prefix of BNB Smart Chain. */
const SHORT_NAME = 'bnb'
const CAIP_PREFIX = 'eip155:56'

/**
 * Reads an address as a person writes it: `0x…`, `bnb:0x…` (EIP-3770) or `eip155:56:0x…` (CAIP-10).
 * Mixed case must pass the EIP-55 checksum; all-lower and all-upper hex carry none and are accepted.
 */
export function parse(text: string): ParsedAddress {
  const trimmed = text.trim()
  if (trimmed === '') return { ok: false, fault: 'empty' }
  const colon = trimmed.lastIndexOf(':')
  const prefix = colon < 0 ? null : trimmed.slice(0, colon)
  const hex = trimmed.slice(colon + 1)
  if (!/^0x[0-9a-fA-F]{40}$/.test(hex)) return { ok: false, fault: 'not-an-address' }
  if (prefix !== null && prefix !== SHORT_NAME && prefix !== CAIP_PREFIX) {
    return { ok: false, fault: /^[a-z0-9:-]+$/i.test(prefix) ? 'other-chain' : 'not-an-address' }
  }
  const digits = hex.slice(2)
  const hasChecksum = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  // The one hash that all of this costs: lists have many addresses.
  const address = checksumAddress(hex.toLowerCase() as Address)
  if (hasChecksum && address !== hex) return { ok: false, fault: 'wrong-checksum' }
  if (address === zeroAddress) return { ok: false, fault: 'zero-address' }
  return { ok: true, address, hasChecksum }
}

/** True when both name the same account, whatever the case of their hex digits. */
export function equal(a: Address, b: Address): boolean {
  return isAddressEqual(a, b)
}

/** `0x` and the first four … the last four hex digits, for lists; never for review. */
export function shorten(address: Address): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}
