import { LONGEST_CELL, trimEdges } from '#chain/names/trimEdges.ts'
import { isSpreadsheetError } from './lineKinds.ts'

/** `1.`, `(2)`, `#3`, `-`, `•`, `[ ]` in front of a line. A number alone is never taken away: it may be the amount. */
const BULLET =
  /^(?:[-–—*•·▪◦‣>](?:\s+|(?![0-9\s-]))|\[ ?\]\s*|\(?[0-9]{1,4}[.)](?=\s)\s*|#[0-9]{1,4}(?:[.):]?\s+|$))/u
/** A ticked box in front of a line: `[x]`. */
const BOX = /^\s*\[[^\s\]]\]/u

/** A line without the bullet, the number, the mark or the quote in front of it. */
export function withoutBullet(text: string): string {
  return text
    .replace(/^["“‘]/u, '')
    .replace(BOX, '')
    .trimStart()
    .replace(BULLET, '')
}

/** A marked cell without its mark, which the payee or the name in it would not be read with. */
export function stripMark(text: string): string {
  return text.replace(BOX, '').replace(/^[^\p{L}\p{N}]+/u, '')
}

/**
 * The signs by which the author of a list may have set a row aside: `#` or `//` in front of it, `~~` around it, a ticked
 * box. What they mean, a person decides; '' for none.
 * @param first the first cell of the row, or the whole line of a free text
 * @param payee the cell of the payee; null for a free text, whose other signs are among its words
 */
export function markOf(first: string, payee: string | null): string {
  // A cell of signs alone is a value of its column.
  if (!/[\p{L}\p{N}]/u.test(first)) return ''
  // Most rows begin with a letter, and most payees are an address alone.
  if (isPlain(first) && (payee === null || payee === first || isPlain(payee))) return ''
  const [box] = BOX.exec(first) ?? []
  const marks = [box?.trim() ?? before(first)]
  if (payee !== null) marks.push(behind(first), behind(payee), before(payee))
  return [...new Set(marks.filter((mark) => mark !== ''))].join(' ')
}

function isPlain(text: string): boolean {
  return /^[\p{L}\p{N}].*[\p{L}\p{N}]$/u.test(text)
}

function before(text: string): string {
  const seen = trimEdges(text.slice(0, LONGEST_CELL))
  if (isSpreadsheetError(/^\S*/.exec(seen)?.[0] ?? '')) return ''
  const [signs = ''] = /^[^\p{L}\p{N}]+/u.exec(withoutBullet(seen)) ?? []
  // Two hyphens begin a comment of SQL. A handle and the sign of a currency or of a number are no marks.
  if (signs.startsWith('--')) return '--'
  if (/^[@+\p{Sc}-]/u.test(signs)) return ''
  return signs.replace(/[\s\p{Cf}([{<"“”„‘’‚«*`|:.,>=→–—•·-]/gu, '')
}

function behind(text: string): string {
  const [signs = ''] = /[^\p{L}\p{N}]+$/u.exec(trimEdges(text.slice(-LONGEST_CELL))) ?? []
  return signs.replace(/[\s\p{Cf})\]}>"“”‘’»*|:.,;!?%=–—-]/gu, '').replace(/^[\p{Sc}'#$]+$/u, '')
}
