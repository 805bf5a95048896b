/** What stands between two cells; `none` for a text of one column. */
export type Separator = '\t' | ';' | ',' | 'none'

/**
 * An address or the name of one, whole or damaged: `0x` at the beginning of a word or before digits, a letter O in place
 * of its zero, twenty letters and digits in a row, `.eth` or `.bnb`.
 */
const ADDRESS_LIKE = /(?:^|[^0-9a-z])0[x×]|[0o][x×][0-9a-f]{4}|[0-9a-z]{20}|\.(?:eth|bnb)(?:[^0-9a-z]|$)/iu

/** True for a text with something in it that may be meant as an address, right or wrong. */
export function holdsAddress(text: string): boolean {
  return ADDRESS_LIKE.test(text)
}

/**
 * True for a quoted cell over several lines that may hold a row: an address, or a line that the separator cuts and that
 * has a digit. A closing mark may be missing then, and what looks like a note is somebody's payment.
 */
export function maySwallowRow(cell: string, separator: Separator): boolean {
  if (!/[\r\n]/.test(cell)) return false
  if (holdsAddress(cell)) return true
  return (
    separator !== 'none' &&
    cell.split(/[\r\n]/).some((line) => line.includes(separator) && /\p{Nd}/u.test(line))
  )
}
