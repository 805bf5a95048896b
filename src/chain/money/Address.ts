import { type Address, checksumAddress, isAddressEqual, zeroAddress } from 'viem'
import { isHexAddress } from '#chain/hex.ts'

export type { Address }

/** Why a text is not an address on BNB Smart Chain. */
export type AddressFault = 'empty' | 'not-an-address' | 'wrong-checksum' | 'other-chain' | 'zero-address'

/**
 * `hasChecksum` is false for an all-lower or all-upper case address, in which a mistyped digit goes
 * undetected.
 */
export type ParsedAddress =
  | { ok: true; address: Address; hasChecksum: boolean }
  | { ok: false; fault: AddressFault }

/** EIP-3770 short name and CAIP-10 prefix of BNB Smart Chain. */
const SHORT_NAME = 'bnb'
const CAIP_PREFIX = 'eip155:56'

/**
 * Parses an address as people write it: `0x…`, `bnb:0x…` (EIP-3770) or `eip155:56:0x…` (CAIP-10). Mixed case
 * must pass the EIP-55 checksum. All-lower and all-upper hex have no checksum and are accepted.
 */
export function parse(text: string): ParsedAddress {
  const trimmed = text.trim()
  if (trimmed === '') return { ok: false, fault: 'empty' }
  const colon = trimmed.lastIndexOf(':')
  const prefix = colon < 0 ? null : trimmed.slice(0, colon)
  const hex = trimmed.slice(colon + 1)
  if (!isHexAddress(hex)) return { ok: false, fault: 'not-an-address' }
  if (prefix !== null && prefix !== SHORT_NAME && prefix !== CAIP_PREFIX) {
    return { ok: false, fault: /^[a-z0-9:-]+$/i.test(prefix) ? 'other-chain' : 'not-an-address' }
  }
  const digits = hex.slice(2)
  const hasChecksum = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  // Hash only once per address, because lists have many of them.
  const address = checksumAddress(hex.toLowerCase() as Address)
  if (hasChecksum && address !== hex) return { ok: false, fault: 'wrong-checksum' }
  if (address === zeroAddress) return { ok: false, fault: 'zero-address' }
  return { ok: true, address, hasChecksum }
}

/** True if both are the same account, ignoring the case of the hex digits. */
export function equal(a: Address, b: Address): boolean {
  return isAddressEqual(a, b)
}

/** `0x` plus the first four and last four hex digits. For lists only, never for review. */
export function shorten(address: Address): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}
