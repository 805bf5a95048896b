import { isBlank, trimEdges } from '#chain/text/label.ts'

/**
 * The separator between two cells; `none` for a text with one column, `text` for lines as people write them in a chat.
 * Quotes mean nothing in those.
 */
export type Separator = '\t' | ';' | ',' | '|' | 'none' | 'text'

/**
 * An address or a name for one, intact or damaged: `0x` at the start of a word or before digits, a letter O
 * in place of its zero, twenty letters and digits in a row, `.eth` or `.bnb`.
 */
const ADDRESS_LIKE = /(?:^|[^0-9a-z])0[x×]|[0o][x×][0-9a-f]{4}|[0-9a-z]{20}|\.(?:eth|bnb)(?:[^0-9a-z]|$)/iu

/** True for a text that contains something meant as an address, valid or not. */
export function holdsAddress(text: string): boolean {
  return ADDRESS_LIKE.test(text)
}

/**
 * True for a quoted cell over several lines that may contain a row: an address, or a line with a digit that the
 * separator splits. The closing quote may be missing, so that an apparent note is really a payment.
 */
export function maySwallowRow(cell: string, separator: Separator): boolean {
  if (!/[\r\n]/.test(cell)) return false
  if (holdsAddress(cell)) return true
  return (
    separator !== 'none' &&
    separator !== 'text' &&
    cell.split(/[\r\n]/).some((line) => line.includes(separator) && /\p{Nd}/u.test(line))
  )
}

/** The first line with which Excel names the separator. */
export const SEPARATOR_LINE = /^\ufeff?"?sep=(.)"?\s*$/i

/** Why lines are not a record. */
export type RecordFault = 'misplaced-quote' | 'unclosed-quote' | 'quote-over-rows' | 'too-long'

/**
 * A line of a second table, whose titles are others: what its columns mean, only its author knows. Or a line of words
 * below the last row, such as `Thanks!`.
 */
export type TableFault = 'other-table' | 'only-words'

/** Why a line of free text is not a payment. */
export type FreeLineFault = 'several-addresses' | 'several-amounts' | 'several-tokens'

/**
 * Maximum characters of a record. Longer ones are rejected unread, which bounds the time of each reader step.
 */
export const LONGEST_RECORD = 10_000
/** Maximum lines of one error. If a quote spans the rest of a long text, the text becomes several errors. */
export const MOST_LINES = 100_000

/**
 * One or more physical lines of a text. `line` is the first, counted from 1 as in editors; `lines` is their
 * number, more than one if a quoted cell contains line ends.
 */
type TextRecord =
  | (Lines & { readonly kind: 'blank' })
  | (Lines & { readonly kind: 'comment'; readonly text: string })
  | RowRecord

/** A record that is a row, a header or an error. */
export type RowRecord =
  | (Lines & {
      readonly kind: 'cells'
      readonly cells: readonly string[]
      /** The whole line of a free text; the first cell of a table with its mark. */
      readonly start?: string
      /** Every cell is in quotes, so no separator can have cut one in two. */
      readonly isQuoted?: true
    })
  | (Lines & {
      readonly kind: 'error'
      readonly fault: RecordFault | FreeLineFault | TableFault
      readonly raw: string
    })

type Lines = { readonly line: number; readonly lines: number }

/**
 * The records of a text, in order; every physical line belongs to exactly one. Line ends may be CRLF, CR, LF
 * or mixed. Quotes follow RFC 4180 strictly: a more lenient reader, such as papaparse, joins and splits cells
 * invisibly and reports no line numbers. If quotes are wrong, all lines that they may span are one error.
 */
export function* readRecords(text: string, separator: Separator): Generator<TextRecord> {
  const lineEnd = lineEndFinder(text)
  let at = text.startsWith('\ufeff') ? 1 : 0
  let line = 1
  let quote = -1
  while (at < text.length) {
    if (quote < at) quote = indexOrEnd(text, '"', at)
    const end = lineEnd(at)
    const raw = text.slice(at, end)
    const read =
      quote < end && separator !== 'text' && !isComment(raw)
        ? quotedRecord(text, at, separator, lineEnd)
        : plainRecord(raw, separator, end)
    if (typeof read === 'string') return yield* restAsErrors(text, at, line, read)
    const { cells, fault, lines, stop, isQuoted } = read
    if (fault) yield { line, lines, kind: 'error', fault, raw: text.slice(at, stop) }
    else if (cells === null) yield { line, lines, kind: 'comment', text: raw }
    else if (cells.every(isBlank)) yield { line, lines, kind: 'blank' }
    else yield { line, lines, kind: 'cells', cells, ...(isQuoted && { isQuoted: true as const }) }
    at = behind(text, stop)
    line += lines
  }
}

/** `stop` is the end of the last line; `cells` is null for a comment. */
type ReadLines = {
  readonly cells: readonly string[] | null
  readonly fault: RecordFault | null
  readonly lines: number
  readonly stop: number
  readonly isQuoted: boolean
}

/**
 * `# ` in front of words. `#` is also the title of row numbers, and `#N/A` an error of a spreadsheet. A line with an
 * address is never a comment: somebody set a payment aside, or its first cell begins with the sign. Long lines are
 * rejected as they are.
 */
function isComment(raw: string): boolean {
  if (raw.length > LONGEST_RECORD) return false
  if (SEPARATOR_LINE.test(raw)) return true
  if (!raw.includes('#')) return false
  const text = trimEdges(raw)
  return (text === '#' || text.startsWith('# ')) && !holdsAddress(text)
}

function plainRecord(raw: string, separator: Separator, stop: number): ReadLines {
  const isShort = raw.length <= LONGEST_RECORD
  const cut = separator === 'none' || separator === 'text' || !isShort ? [raw] : raw.split(separator)
  const cells = isComment(raw) ? null : cut
  return { cells, fault: isShort ? null : 'too-long', lines: 1, stop, isQuoted: false }
}

/** All lines from a position to the end of the text, as errors. */
function* restAsErrors(
  text: string,
  start: number,
  firstLine: number,
  fault: RecordFault,
): Generator<TextRecord> {
  // Needs its own finder, because the reader's is already past these lines.
  const lineEnd = lineEndFinder(text)
  let line = firstLine
  let at = start
  while (at < text.length) {
    let lines = 0
    let next = at
    let stop = at
    while (next < text.length && lines < MOST_LINES) {
      stop = lineEnd(next)
      next = behind(text, stop)
      lines++
    }
    // The last line end belongs to the error, as it does when the text ends with one.
    yield { line, lines, kind: 'error', fault, raw: text.slice(at, next < text.length ? stop : text.length) }
    line += lines
    at = next
  }
}

/**
 * Reads a record with a quote in its first line. Returns only the fault if a quote is not closed, or not soon enough, so
 * that nothing after it can be split.
 */
function quotedRecord(
  text: string,
  start: number,
  separator: Separator,
  lineEnd: (at: number) => number,
): ReadLines | RecordFault {
  const cells: string[] = []
  let fault: RecordFault | null = null
  let isQuoted = true
  let end = lineEnd(start)
  let lines = 1
  let at = start
  for (;;) {
    if (end - start > LONGEST_RECORD) return 'too-long'
    const plain = untilSeparator(text.slice(at, end), separator)
    const open = plain.indexOf('"')
    if (open >= 0 && isBlank(plain.slice(0, open))) {
      // With a blank in front, some readers treat it as a quote and others as part of the cell.
      if (open > 0) fault ??= 'misplaced-quote'
      const close = closingQuote(text, at + open + 1, start + LONGEST_RECORD)
      if (close === text.length) return 'unclosed-quote'
      if (close > start + LONGEST_RECORD) return 'too-long'
      while (end < close) {
        end = lineEnd(behind(text, end))
        lines++
      }
      const cell = text.slice(at + open + 1, close)
      if (maySwallowRow(cell, separator)) fault ??= 'quote-over-rows'
      cells.push(cell.replaceAll('""', '"').replace(/\r\n?/g, '\n'))
      const rest = untilSeparator(text.slice(close + 1, end), separator)
      if (rest !== '') fault ??= 'misplaced-quote'
      at = close + 1 + rest.length
    } else {
      if (open >= 0) fault ??= 'misplaced-quote'
      isQuoted = false
      cells.push(plain)
      at += plain.length
    }
    if (at >= end) return { cells, fault, lines, stop: end, isQuoted }
    at++
  }
}

function untilSeparator(rest: string, separator: Separator): string {
  const next = separator === 'none' || separator === 'text' ? -1 : rest.indexOf(separator)
  return next < 0 ? rest : rest.slice(0, next)
}

/**
 * The end of the quoted cell that begins at `at`, searched after `last` if that is later; the end of the text
 * if unclosed.
 */
function closingQuote(text: string, at: number, last: number): number {
  let close = indexOrEnd(text, '"', at)
  while (text[close + 1] === '"' && close <= last) close = indexOrEnd(text, '"', close + 2)
  return close
}

/** The next place of a text in another one; the end of that one if there is none. */
function indexOrEnd(text: string, what: string, at: number): number {
  const found = text.indexOf(what, at)
  return found < 0 ? text.length : found
}

/**
 * Finds the end of the line at a position. Positions must increase, so that each character is scanned once.
 */
function lineEndFinder(text: string): (at: number) => number {
  let lf = -1
  let cr = -1
  return (at) => {
    if (lf < at) lf = indexOrEnd(text, '\n', at)
    if (cr < at) cr = indexOrEnd(text, '\r', at)
    return Math.min(lf, cr)
  }
}

/** The position after a line end. */
function behind(text: string, end: number): number {
  return text[end] === '\r' && text[end + 1] === '\n' ? end + 2 : end + 1
}
