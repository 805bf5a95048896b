import { isBlank, trimEdges } from '#chain/names/edges.ts'

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

/** Why lines are no record. */
export type RecordFault = 'misplaced-quote' | 'unclosed-quote' | 'quote-over-rows' | 'too-long'

/** Characters of a record; a longer one is refused unread. A step of the reader takes no longer than this allows. */
export const LONGEST_RECORD = 10_000
/** Lines of one error. Where a quote takes all of a long text with it, the text becomes several errors. */
export const MOST_LINES = 100_000

/**
 * One or more physical lines of a text. `line` is the first of them, counted from 1 as editors do; `lines` is how many
 * they are, more than one where a quoted cell holds line ends.
 */
export type TextRecord =
  | (Lines & { readonly kind: 'blank' })
  /** A comment may be a row that somebody set aside, or one that begins with a number sign by chance. */
  | (Lines & { readonly kind: 'comment'; readonly hasAddress: boolean })
  | RowRecord

/** A record that is a row, a header or an error. */
export type RowRecord =
  | (Lines & { readonly kind: 'cells'; readonly cells: readonly string[] })
  | (Lines & { readonly kind: 'error'; readonly fault: RecordFault; readonly raw: string })

type Lines = { readonly line: number; readonly lines: number }

/**
 * The records of a text, in order, so that every physical line belongs to exactly one. Line ends may be CRLF, CR, LF or
 * mixed. Quotes are those of RFC 4180 and nothing else: a reader that is kinder, as papaparse is, joins and cuts cells in
 * ways nobody sees, and it tells no line numbers. Where quotes are wrong, all lines that they may reach over are one error.
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
    const read = isComment(raw)
      ? comment(end)
      : quote < end
        ? quotedRecord(text, at, separator, lineEnd)
        : plainRecord(raw, separator, end)
    if (read.isOpen) return yield* restAsErrors(text, at, line, read.fault)
    const { cells, fault, lines, stop } = read
    if (fault) yield { line, lines, kind: 'error', fault, raw: text.slice(at, stop) }
    else if (cells === null)
      yield { line, lines, kind: 'comment', hasAddress: holdsAddress(raw.slice(0, LONGEST_RECORD)) }
    else if (cells.every(isBlank)) yield { line, lines, kind: 'blank' }
    else yield { line, lines, kind: 'cells', cells }
    at = behind(text, stop)
    line += lines
  }
}

/** `stop` is where the last line ends; `cells` is null for a comment. */
type ReadLines =
  | {
      readonly isOpen: false
      readonly cells: readonly string[] | null
      readonly fault: RecordFault | null
      readonly lines: number
      readonly stop: number
    }
  /** A quote is not closed, or not soon enough: nothing behind it can be told apart. */
  | { readonly isOpen: true; readonly fault: RecordFault }

const tooLong: ReadLines = { isOpen: true, fault: 'too-long' }

function isComment(raw: string): boolean {
  return trimEdges(raw.slice(0, LONGEST_RECORD)).startsWith('#')
}

function comment(stop: number): ReadLines {
  return { isOpen: false, cells: null, fault: null, lines: 1, stop }
}

function plainRecord(raw: string, separator: Separator, stop: number): ReadLines {
  const isShort = raw.length <= LONGEST_RECORD
  const cells = separator === 'none' || !isShort ? [raw] : raw.split(separator)
  return { isOpen: false, cells, fault: isShort ? null : 'too-long', lines: 1, stop }
}

/** All lines from a place to the end of the text, as errors. */
function* restAsErrors(
  text: string,
  start: number,
  firstLine: number,
  fault: RecordFault,
): Generator<TextRecord> {
  // Its own finder: the one of the reader is past these lines already.
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
    // The last line end belongs to the error, as it always did where the text ends with one.
    yield { line, lines, kind: 'error', fault, raw: text.slice(at, next < text.length ? stop : text.length) }
    line += lines
    at = next
  }
}

/** Reads a record that has a quote in its first line. */
function quotedRecord(
  text: string,
  start: number,
  separator: Separator,
  lineEnd: (at: number) => number,
): ReadLines {
  const cells: string[] = []
  let fault: RecordFault | null = null
  let end = lineEnd(start)
  let lines = 1
  let at = start
  for (;;) {
    if (end - start > LONGEST_RECORD) return tooLong
    const plain = untilSeparator(text.slice(at, end), separator)
    const open = plain.indexOf('"')
    if (open >= 0 && isBlank(plain.slice(0, open))) {
      // A blank in front makes it a quote for some readers and a part of the cell for others.
      if (open > 0) fault ??= 'misplaced-quote'
      const close = closingQuote(text, at + open + 1, start + LONGEST_RECORD)
      if (close === text.length) return { isOpen: true, fault: 'unclosed-quote' }
      if (close > start + LONGEST_RECORD) return tooLong
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
      cells.push(plain)
      at += plain.length
    }
    if (at >= end) return { isOpen: false, cells, fault, lines, stop: end }
    at++
  }
}

function untilSeparator(rest: string, separator: Separator): string {
  const next = separator === 'none' ? -1 : rest.indexOf(separator)
  return next < 0 ? rest : rest.slice(0, next)
}

/** Where the quoted cell ends that begins at `at`, some place behind `last` if that is later; the end of the text if never. */
function closingQuote(text: string, at: number, last: number): number {
  let close = indexOrEnd(text, '"', at)
  while (text[close + 1] === '"' && close <= last) close = indexOrEnd(text, '"', close + 2)
  return close
}

function indexOrEnd(text: string, what: string, at: number): number {
  const found = text.indexOf(what, at)
  return found < 0 ? text.length : found
}

/** Where the line of a place ends. Asked for growing places only, so that each character is looked at once. */
function lineEndFinder(text: string): (at: number) => number {
  let lf = -1
  let cr = -1
  return (at) => {
    if (lf < at) lf = indexOrEnd(text, '\n', at)
    if (cr < at) cr = indexOrEnd(text, '\r', at)
    return Math.min(lf, cr)
  }
}

/** The place behind a line end. */
function behind(text: string, end: number): number {
  return text[end] === '\r' && text[end + 1] === '\n' ? end + 2 : end + 1
}
