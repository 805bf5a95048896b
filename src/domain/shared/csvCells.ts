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
