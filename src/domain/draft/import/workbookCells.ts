import { plainDigits } from '#domain/shared/format.ts'
import { unitOf } from './amountUnit.ts'

/** Rows and columns of a sheet that are read. */
export const MOST_SHEET_ROWS = 100_000
const MOST_COLUMNS = 100
/** Characters of a cell: those that Excel allows, and more than a row of a list may have. */
const LONGEST_TEXT = 32_767
/** Characters of a number format, as Excel allows them, and of a number, which has at most 30. */
const LONGEST_FORMAT = 255
const LONGEST_NUMBER = 100

/** Rows with content that are alike; `at` is the first of them, counted from 0. */
export type SheetRows = {
  readonly at: number
  readonly count: number
  readonly cells: readonly string[]
  readonly isHidden: boolean
  readonly isStruck: boolean
  /** The comments on its cells; '' for none. */
  readonly comment: string
}

/** A visible sheet. It has rows beyond `MOST_SHEET_ROWS` only to say that it is too long. */
export type Sheet = { readonly name: string; readonly rows: readonly SheetRows[] }

/** @param isText the cell is no number, date or truth value */
type PutCell = (column: number, count: number, text: string, isText: boolean, isStruck: boolean) => void

/** Collects the rows of a sheet, cell by cell. */
export function collectRows() {
  const rows: SheetRows[] = []
  const hidden = new Set<number>()
  /** Hidden columns whose title was read. */
  const titled = new Set<number>()
  let [cells, isFilled, isStruck, comment] = [[] as string[], false, false, '']
  const hide = (from: number, count: number) => {
    for (let at = from; at < Math.min(from + count, MOST_COLUMNS); at++) hidden.add(at)
  }
  const put: PutCell = (column, count, text, isText, isCellStruck) => {
    const line = oneLine(text)
    if (line === '') return
    const shown = isText ? textCell(line) : line
    isFilled = true
    // One struck cell is enough: a struck name, address or amount can mean that the row is off.
    isStruck ||= isCellStruck
    for (let at = column; at < Math.min(column + count, MOST_COLUMNS); at++) {
      // A hidden column's first text is its title, whatever stands above the titles.
      const isTitle = isText && hidden.has(at) && !titled.has(at)
      if (isTitle) titled.add(at)
      cells[at] = isTitle ? `${shown} (hidden)` : shown
    }
    // Cells beyond the last column are kept inside it, because one may say why a row is not to be paid.
    const last = cells[MOST_COLUMNS - 1] ?? ''
    if (column + count <= MOST_COLUMNS) return
    if (last.length < LONGEST_TEXT) cells[MOST_COLUMNS - 1] = `${last} ${shown}`.trim()
  }
  /** Adds a comment to the row. */
  const note = (text: string) => {
    comment = oneLine(`${comment} ${text}`).trim()
  }
  const end = (at: number, count: number, isHidden: boolean) => {
    const isTooLong = (rows.at(-1)?.at ?? 0) >= MOST_SHEET_ROWS
    if (isFilled && !isTooLong)
      rows.push({ at, count, cells: Array.from(cells, (cell) => cell ?? ''), isHidden, isStruck, comment })
    ;[cells, isFilled, isStruck, comment] = [[], false, false, '']
  }
  return { rows, hide, put, note, end }
}

/** A part of the text of a cell, and whether it is struck through. */
export type TextRun = readonly [text: string, isStruck: boolean]

/** The text of a cell. Struck words beside others keep a sign: `250` struck before `300` is not the number 250300. */
export function richText(runs: readonly TextRun[]): { readonly text: string; readonly isStruck: boolean } {
  const filled = runs.filter(([text]) => text.trim() !== '')
  const isStruck = filled.some(([, struck]) => struck)
  const isWhole = filled.every(([, struck]) => struck)
  const texts = runs.map(([text, struck]) =>
    struck && !isWhole && text.trim() !== '' ? `~~${text}~~` : text,
  )
  return { text: texts.join(''), isStruck }
}

/** The text of a cell on one line. */
function oneLine(text: string): string {
  const cut = text.slice(0, LONGEST_TEXT)
  if (!/[\r\n]/.test(cut)) return cut
  const lines = cut.split(/[\r\n]+/).map((line) => line.trim())
  return lines.filter((line) => line !== '').join(' ')
}

/** A text that begins like a number of the workbook gets two apostrophes, because readers of lists take one off. */
function textCell(text: string): string {
  return text.trimStart().startsWith('=') ? `''${text}` : text
}

/**
 * A number of a workbook: whole ones with all of their digits, others with 15 significant ones, because the rest is what
 * binary fractions leave. A leading `=` says that the point is a decimal one, however the list writes its numbers.
 */
export function numberCell(raw: string, unit: string | null): string {
  const [, whole] = (raw.length <= LONGEST_NUMBER && /^(-?[0-9]+)(?:\.0*)?$/.exec(raw)) || []
  const digits = whole === undefined ? fractionText(toNumber(raw)) : String(BigInt(whole))
  if (digits === WRONG) return WRONG
  const number = digits.includes('.') ? `=${digits}` : digits
  return unit === null ? number : `${number} ${unit}`
}

/** A number with the unit of a percentage: `12.5%`. */
export function percentCell(raw: string): string {
  return `${fractionText(toNumber(raw) * 100)}%`
}

/** An error of a spreadsheet, which no reader of lists takes for an amount. */
const WRONG = '#NUM!'

function fractionText(value: number): string {
  return Number.isFinite(value) ? plainDigits(value) : WRONG
}

/** NaN for anything but digits, with a point or an exponent: `Number` also reads `0x10`, and nothing as 0. */
function toNumber(raw: string): number {
  return raw.length <= LONGEST_NUMBER && /^[-+.0-9eE]+$/.test(raw) ? Number(raw) : Number.NaN
}

/** Writes a stored number as its format shows it. */
export type WriteNumber = (raw: string) => string

/** How a number format shows numbers: as a date, as a percentage, or with the unit of `0.00 "USDT"`. Source: ECMA-376 18.8.31 */
export function numberWriter(format: string, is1904: boolean): WriteNumber {
  const unpadded = format.slice(0, LONGEST_FORMAT).replace(/[_*]./g, '')
  const codes = unpadded.replace(/"[^"]*"|\[[^\]]*\]|\\./g, '')
  if (/[ymdhs]/i.test(codes) && !/[#?0]/.test(codes.replace(/s\.0+/gi, '')))
    return (raw) => dayText(raw, is1904)
  if (codes.includes('%')) return percentCell
  const [first = '', ...others] = unpadded.split(';')
  if (others.length > 0 && first.trim() === '') return (raw) => numberCell(raw, '(not shown in the sheet)')
  // A comma behind the last digit: the sheet shows 1.5 for 1500.
  if (/[#?0],+(?![#?0,])/.test(first.replace(/"[^"]*"|\[[^\]]*\]|\\./g, '')))
    return (raw) => numberCell(raw, '(shown in thousands)')
  const texts = [...first.matchAll(/"([^"]*)"|\[\$([^\]-]*)[^\]]*\]|((?:\\.)+)|(\p{Sc})/gu)]
  const units = texts.map(([, quoted, currency, escaped, sign]) =>
    (quoted ?? currency ?? escaped?.replaceAll('\\', '') ?? sign ?? '').trim(),
  )
  // The sheet shows other words beside the number as well: `5 CAKE`, `5k`.
  const unit =
    units.find((text) => unitOf(text) !== null) ?? units.find((text) => /[\p{L}%‰]/u.test(text)) ?? null
  return (raw) => numberCell(raw, unit)
}

/** The last day that a spreadsheet knows, 31 December 9999, and how much later days begin in the date system of 1904. */
const LAST_DAY = 2_958_465
const FROM_1904 = 1_462

/** A date, or the time of no date. Excel counts from 1900 and takes that for a leap year. Source: ECMA-376 18.17.4 */
function dayText(raw: string, is1904: boolean): string {
  const serial = toNumber(raw)
  if (!(serial >= 0 && serial <= LAST_DAY)) return numberCell(raw, null)
  const days = is1904 ? serial + FROM_1904 : serial < 60 ? serial + 1 : serial
  const text = new Date(Date.UTC(1899, 11, 30) + Math.round(days * 86_400_000)).toISOString()
  return serial < 1 ? text.slice(11, 16) : text.slice(0, 10)
}
