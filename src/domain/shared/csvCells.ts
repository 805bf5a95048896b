/**
 * A text that a spreadsheet may run as a formula: it starts with a trigger from OWASP's list, or a
 * compatibility form (NFKC) of one, after any spaces, invisible characters and quotes. Quoting a cell does
 * not prevent that.
 */
const FORMULA = /^[\p{Z}\p{Cc}\p{Cf}"'`´‘’‚“”„«»‹›＂＇]*[=+\-@|%\t\r\n\0＝＋－＠｜％﹦﹢﹣﹫﹪⁺⁼₊₌⩵⩶﬩⁻₋−]/u

/** The text of a cell as stored in a file: with one leading apostrophe if it could run as a formula. */
export function marked(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

/** Reverses `marked`; null if a text in a file should carry a mark and does not. */
export function unmarked(cell: string): string | null {
  if (!FORMULA.test(cell)) return cell
  // An apostrophe counts as a quote, so the same test finds marked text.
  return cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : null
}

/** Cells as one line of a CSV file (RFC 4180), all quoted, without the line end. */
export function csvLine(cells: readonly string[]): string {
  return cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
}

/** The text of a cell of any file, without the apostrophe added by `marked`; other texts are unchanged. */
export function withoutMark(cell: string): string {
  return cell.startsWith("'") ? (unmarked(cell) ?? cell) : cell
}

/**
 * Reads one line that `csvLine` wrote, from a position on. `end` is the position behind its last quote; null
 * if the text is anything else there.
 */
export function readCsvLine(
  text: string,
  start: number,
): { readonly cells: readonly string[]; readonly end: number } | null {
  const cells: string[] = []
  for (let at = start; text[at] === '"'; ) {
    let close = text.indexOf('"', at + 1)
    while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
    if (close < 0) return null
    cells.push(text.slice(at + 1, close).replaceAll('""', '"'))
    if (text[close + 1] !== ',') return { cells, end: close + 1 }
    at = close + 2
  }
  return null
}

/** Longer names are cut: some systems and zip tools refuse them. */
const MAX_LENGTH = 100

/**
 * A file name of lower-case letters, digits and hyphens with one extension, whatever its parts contain: no
 * path, no hidden file, no second extension, no disguise by other scripts.
 */
export function fileName(
  parts: readonly string[],
  extension: 'csv' | 'json' | 'xlsx' | 'png' | 'svg',
): string {
  const name = parts
    .join('-')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-+|-+$/g, '')
  return `${name || 'file'}.${extension}`
}
