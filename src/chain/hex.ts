// Addresses, hashes and bytes as text. Without imports, because code that loads before any library needs it as well;
// `schemas.ts` builds the schemas of documents on the same patterns.

type Hex = `0x${string}`

/** An address, whatever the case of its digits. */
export const ADDRESS = /^0x[0-9a-fA-F]{40}$/
/** 32 bytes, such as a hash. */
export const WORD = /^0x[0-9a-fA-F]{64}$/
/** Whole bytes, also none. */
export const BYTES = /^0x([0-9a-fA-F]{2})*$/

/** Half an address or more, which is clearly meant as one. */
const CUT = /^0x[0-9a-f]{20,60}$/i
/** Digits of an address. */
const DIGITS = 40

/** How many digits an address lacks, negative if it has too many; null for a text that is not meant as one. */
export function missingDigits(text: string): number | null {
  return CUT.test(text) ? DIGITS - (text.length - 2) : null
}

const isLower = (text: string) => text === text.toLowerCase()

/** True for `0x` and 40 digits in any case. Checksums are the concern of `Address.parse`. */
export function isHexAddress(value: unknown): value is Hex {
  return typeof value === 'string' && ADDRESS.test(value)
}

/** True for an address in lower case, as in storage keys. */
export function isLowerAddress(value: unknown): value is Hex {
  return isHexAddress(value) && isLower(value)
}

/** True for `0x` and 64 digits in any case: a transaction hash or a safeTxHash. */
export function isHash(value: unknown): value is Hex {
  return typeof value === 'string' && WORD.test(value)
}

/** True for a hash in lower case, as the portal writes it. */
export function isLowerHash(value: unknown): value is Hex {
  return isHash(value) && isLower(value)
}

/** True for whole bytes in any case, also none. */
export function isBytes(value: unknown): value is Hex {
  return typeof value === 'string' && BYTES.test(value)
}

/** True for `0x` and any number of lower-case digits, also none: browsers read a host like that as a number. */
export function isHexNumber(text: string): boolean {
  return /^0x[0-9a-f]*$/.test(text)
}

/**
 * Replaces addresses by a placeholder; transaction hashes too, because they lead to addresses. Slow for a long text,
 * which the caller has to cut.
 */
export function hideHex(text: string): string {
  return text.replace(/0x[0-9a-f]{9,}|[0-9a-f]{20,}/gi, '0x…')
}

/** Removes digits at the end of a text that was cut there, because they may be most of an address. Slow for a long text. */
export function withoutHexAtEnd(text: string): string {
  return text.replace(/(0x)?[0-9a-f]{8,}$/i, '')
}

/** The parts of a text that are written like an address, whole or not: ten digits or more. Hashes are none. */
export function addressesIn(text: string): readonly string[] {
  return text.match(/0x[0-9a-f]{10,}/gi)?.filter((found) => !isHash(found)) ?? []
}
