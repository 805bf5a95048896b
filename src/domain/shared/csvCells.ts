/**
 * A text that a spreadsheet may run as a formula: it starts with a trigger of OWASP's list, or with a form of one that
 * compatibility (NFKC) makes the same, after whatever spaces, invisible characters and quotes. Quoting a cell does not
 * help against that.
 */
const FORMULA = /^[\p{Z}\p{Cc}\p{Cf}"'`´‘’‚“”„«»‹›＂＇]*[=+\-@|%\t\r\n\0＝＋－＠｜％﹦﹢﹣﹫﹪⁺⁼₊₌⩵⩶﬩⁻₋−]/u

/** The text of a cell as a file holds it: with one leading apostrophe where it could be run as a formula. */
export function marked(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

/** What `marked` was given; null when a file holds a text that should carry a mark and does not. */
export function unmarked(cell: string): string | null {
  if (!FORMULA.test(cell)) return cell
  // An apostrophe counts as a quote, so whatever carries a mark is found by the same test.
  return cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : null
}

/** Cells as one line of a CSV file (RFC 4180), all of them quoted, without the end of the line. */
export function csvLine(cells: readonly string[]): string {
  return cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
}

/** The text of a cell of any file: without the one apostrophe that `marked` put there; every other text as it is. */
export function withoutMark(cell: string): string {
  return cell.startsWith("'") ? (unmarked(cell) ?? cell) : cell
}
