import { type AmountFault, LONGEST_AMOUNT } from '#chain/money/Amount.ts'
import type { Token } from '#chain/money/Token.ts'
import { cleanLabel, labelLength } from '#chain/text/label.ts'

/** Base64 for links (RFC 4648, 5), without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/**
 * Decodes the output of `toBase64Url`; null for any other text, including one with non-zero trailing bits.
 */
export function fromBase64Url(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) return null
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
  return toBase64Url(bytes) === text ? bytes : null
}

/** A label for use in a link: base64url of its UTF-8. */
export function encodeLabel(label: string): string {
  return toBase64Url(new TextEncoder().encode(label))
}

/**
 * Decodes a label from a link; null for any other text, so that each label has exactly one text.
 * @param longest in characters, see `labelLength`
 */
export function decodeLabel(text: string, longest: number): string | null {
  const bytes = fromBase64Url(text)
  const label = bytes && readUtf8(bytes)
  if (!label || cleanLabel(label) !== label || labelLength(label) > longest) return null
  return label
}

function readUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Marks that end a quotation. */
const QUOTES = /["“”„‟«»″‶〝〞〟❝❞＂]/gu

/**
 * Someone else's text, to be shown in quotation marks: its own become single ones, so that it can't end the quotation
 * and go on as the portal.
 */
export function withoutQuotes(text: string): string {
  return text.replace(QUOTES, '’')
}

/** Explains what is wrong with a typed amount. @param token null if unknown */
export function amountFaultText(fault: AmountFault, token: Token | null): string {
  switch (fault) {
    case 'empty':
      return 'Enter an amount.'
    case 'too-long':
      return `That’s too long for an amount. Use at most ${LONGEST_AMOUNT} characters.`
    case 'not-a-number':
      return 'Enter digits with a decimal point, like 250 or 0.5.'
    case 'negative':
      return 'An amount can’t be negative.'
    case 'zero':
      return 'Enter an amount above zero.'
    case 'ambiguous-separator':
      return 'Use a decimal point and no separators, like 1000.50.'
    case 'too-many-decimals':
      return token ? `Too many decimals (${token.symbol} allows ${token.decimals}).` : 'Too many decimals.'
    case 'too-large':
      return 'This amount is larger than any token can hold.'
  }
}
