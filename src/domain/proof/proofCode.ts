import { hexToBytes, keccak256, stringToHex } from 'viem'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import type { Address } from '#chain/money/Address.ts'
import { type Handle, profileUrl } from './Handle.ts'

/** Crockford's base32: without I, L, O and U, which are mistaken for other characters or spell words. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * The short code in a post or profile, to be compared by eye: `XXXX-XXXX-XXXX-XXXX`. It identifies the
 * account and the handle, not a single proof: it can be posted before anything is signed, and stays valid
 * when a proof is renewed. 80 bits of a hash make it infeasible to find another account with the same code
 * for a handle.
 */
export function proofCode(address: Address, handle: Handle): string {
  // No field can contain a line break, so no two accounts or handles give the same text.
  const text = ['Influencer Portal: code of a proof, version 1', BSC_CHAIN_ID, address, profileUrl(handle)]
  const bits = [...hexToBytes(keccak256(stringToHex(text.join('\n')))).subarray(0, 10)]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('')
  const signs = bits.replace(/.{5}/g, (five) => ALPHABET.charAt(Number.parseInt(five, 2)))
  return signs.replace(/.{4}(?=.)/g, '$&-')
}

/**
 * Whether two codes are the same in any common spelling: lower case, O for 0, I and L for 1, other hyphens.
 */
export function sameCode(a: string, b: string): boolean {
  const [first, second] = [canonical(a), canonical(b)]
  return first !== null && first === second
}

function canonical(typed: string): string | null {
  // Checked before upper-casing, because some non-ASCII characters have an ASCII upper case.
  if (!/^[\x20-\x7e]{1,64}$/.test(typed)) return null
  const signs = typed.toUpperCase().replace(/[ -]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  return signs.length === 16 && [...signs].every((sign) => ALPHABET.includes(sign)) ? signs : null
}
