import { withoutMark } from '#domain/shared/csvCells.ts'
import { amountParts, type Unit, unitOf } from './amountUnit.ts'
import { tableFacts } from './columnFacts.ts'
import { freeLine, freeMapping } from './freeLine.ts'
import { findHeader, isHeaderAgain, isRule, isTotalLine, wordsAbove } from './lineKinds.ts'
import { type Column, columnsOf, type MappedColumns, type Mapping, mapColumns } from './mapColumns.ts'
import { countStyles, type NumberStyle, type NumberStyles, plainNumber } from './numberStyle.ts'
import type { PayoutRow } from './PayoutRow.ts'
import { type RowOptions, rowOfRecord } from './readRow.ts'
import { type RowRecord, readRecords, type Separator } from './records.ts'
import { cellsOf, findSeparator, type SeparatorFinding } from './separator.ts'
import { inSlices, type Slices, startSlices } from './slices.ts'

/** All records of a text that are rows, titles or errors, and the number of other lines. */
type TakenRecords = {
  readonly records: readonly RowRecord[]
  /** Physical lines. */
  readonly lines: number
  readonly blank: number
  readonly comment: number
  /** The most common number of cells in a record; the smaller one if two are equally common. */
  readonly usualWidth: number
}

/** Splits a text into records, in slices. @throws the reason of the signal of `slices` */
async function takeRecords(
  text: string,
  separator: Separator,
  isPerson: (cell: string) => boolean,
  slices: Slices,
): Promise<TakenRecords> {
  const records: RowRecord[] = []
  const widths = new Map<number, number>()
  const counts = { lines: 0, blank: 0, comment: 0 }
  await inSlices(readRecords(text, separator), slices, (record) => {
    counts.lines += record.lines
    if (record.kind === 'blank' || record.kind === 'comment') {
      counts[record.kind] += record.lines
      return
    }
    if (record.kind === 'error') {
      records.push(record)
      return
    }
    const split = splitRecord(record, separator, isPerson)
    if (split.kind === 'cells' && isRule(split.cells)) {
      counts.blank += record.lines
      return
    }
    records.push(split)
    const width = split.kind === 'cells' ? split.cells.length : null
    if (width !== null) widths.set(width, (widths.get(width) ?? 0) + 1)
  })
  const [usual] = [...widths].sort(([a, often], [b, times]) => times - often || a - b)
  return { ...counts, records, usualWidth: usual?.[0] ?? 0 }
}

function splitRecord(
  record: RowRecord & { readonly kind: 'cells' },
  separator: Separator,
  isPerson: (cell: string) => boolean,
): RowRecord {
  if (separator !== 'text') {
    return { ...record, cells: cellsOf(record, separator).map(withoutMark) }
  }
  const [raw = ''] = record.cells
  const read = freeLine(raw, isPerson)
  const { line, lines } = record
  return read.ok ? { ...record, cells: read.cells } : { line, lines, kind: 'error', fault: read.fault, raw }
}

/** Options for reading a text. A missing option is detected or left to a person; there are no defaults. */
export type TextOptions = Omit<RowOptions, 'style' | 'unclear' | 'unit'> & {
  readonly separator?: Separator
  readonly style?: NumberStyle
  readonly mapping?: Mapping
  /** Whether the first line is a header. */
  readonly header?: boolean
}

export type Work = {
  readonly signal?: AbortSignal
  readonly onProgress?: (done: number, total: number) => void
}

/** In physical lines. Together they cover every line of the text. */
type LineCounts = {
  /** Lines of rows that could be read. */
  readonly rows: number
  /** Lines of rows that could not be read. */
  readonly errors: number
  readonly blank: number
  readonly comment: number
  readonly header: number
  /** Lines above the table that name it. */
  readonly title: number
  readonly total: number
}

/** A line that says the sum of others. It is never paid; what it says is compared with what is paid. */
export type TotalLine = {
  readonly line: number
  readonly lines: number
  /** The sum as plain digits; null if it cannot be read. */
  readonly number: string | null
  /** The symbol of the token beside it; null for none. */
  readonly symbol: string | null
}

/** A currency in which amounts are written, and how many rows have it. */
export type FoundCurrency = { readonly sign: string; readonly rows: number }

export type ReadRows = {
  readonly lines: number
  readonly counts: LineCounts
  /** Rows and errors, in the order of the text. */
  readonly records: readonly PayoutRow[]
  readonly separator: SeparatorFinding
  readonly header: readonly string[] | null
  readonly mapping: Mapping
  /** Columns that a person must choose before anything can be read. */
  readonly unclear: MappedColumns['unclear']
  /** Why each column was taken; empty if a person chose them. */
  readonly proofs: MappedColumns['proofs']
  /** Currencies in which amounts are written. A person must say which token each one means. */
  readonly currencies: readonly FoundCurrency[]
  readonly totals: readonly TotalLine[]
  /** True if the list itself names a token: in a cell, beside an amount or in the title of the amounts. */
  readonly namesTokens: boolean
  /** The unit in the title of the amounts; null for none. */
  readonly unit: Unit | null
  readonly columns: readonly Column[]
  /** The columns that can be what a person is asked for. */
  readonly choices: MappedColumns['choices']
  /** Cells of the first rows, to choose by. */
  readonly preview: readonly (readonly string[])[]
  /** Whether a person must choose how numbers are written, and the options. */
  readonly styles: NumberStyles
  /** The style used to read amounts; null until chosen. */
  readonly style: NumberStyle | null
}

/**
 * Reads pasted text or a file as rows of a payout. Every line is a row, a blank, a comment, a title, the header, a total
 * or an error with a reason; nothing is dropped and nothing is guessed. Works in slices.
 * @throws the reason of the signal once it is aborted
 */
export async function readRows(text: string, options: TextOptions, work: Work = {}): Promise<ReadRows> {
  const slices = startSlices(work.signal)
  const isPerson = (cell: string) => (options.named?.(cell) ?? []).length > 0
  const separator: SeparatorFinding = options.separator
    ? { state: 'chosen', separator: options.separator }
    : await findSeparator(text, isPerson, slices)
  const isUncut = separator.state === 'ambiguous'
  const cut = isUncut ? 'none' : separator.separator
  const taken = await takeRecords(text, cut, isPerson, slices)
  const table = await tableOf(taken, { ...options, isPerson, isFree: cut === 'text', isUncut }, slices)
  const { header, mapping, unclear, width, body } = table
  const unit = table.unit === null ? null : unitOf(table.unit)
  const column = unclear.includes('amount') ? null : mapping.amount
  const styles = await stylesOf(body.rows, column, slices)
  const style = options.style ?? (styles.state === 'plain' ? 'plain' : null)
  const plan = { mapping, header, width, isComma: cut === ',', isUncut }
  const rowOptions = { ...options, style, unclear, unit }
  const records: PayoutRow[] = []
  for (const record of body.rows) {
    records.push(rowOfRecord(record, plan, rowOptions))
    if (slices.isOver()) {
      work.onProgress?.(records.length, body.rows.length)
      await slices.pause()
    }
  }
  work.onProgress?.(body.rows.length, body.rows.length)
  return {
    lines: taken.lines,
    counts: countLines(taken, records, body),
    namesTokens: unit !== null || records.some(({ cells }) => cells.token !== '' || cells.tokenType !== ''),
    currencies: unclear.includes('amount') ? [] : currenciesIn(records, unit),
    totals: body.totals.map((record) => totalOf(record, mapping, style, unit)),
    ...{ records, separator, header, mapping, unclear, proofs: table.proofs, styles, style, unit },
    columns: columnsOf(header, width, mapping),
    choices: table.choices,
    preview: body.rows.flatMap((record) => (record.kind === 'cells' ? [record.cells] : [])).slice(0, PREVIEW),
  }
}

/** How many rows are shown beside a question about a column. */
const PREVIEW = 3

/** The records of a table by their kind. */
type Body = {
  readonly rows: readonly RowRecord[]
  readonly titles: readonly RowRecord[]
  readonly headers: readonly RowRecord[]
  readonly totals: readonly (RowRecord & { readonly kind: 'cells' })[]
}

type Table = Omit<MappedColumns, 'mapping'> & {
  readonly mapping: Mapping
  readonly header: readonly string[] | null
  /** The number of cells in a record: that of the header, else the most common one. */
  readonly width: number
  readonly body: Body
}

/** The rows of a text and what its columns contain, detected or chosen by a person. */
async function tableOf(
  { records, usualWidth }: TakenRecords,
  options: TextOptions & {
    readonly isPerson: (cell: string) => boolean
    readonly isFree: boolean
    readonly isUncut: boolean
  },
  slices: Slices,
): Promise<Table> {
  const { isFree, isUncut, isPerson, mapping } = options
  const isUnit = (text: string) => unitOf(text) !== null
  const first = records.slice(0, 20).map((record) => (record.kind === 'cells' ? record.cells : null))
  const { header, above } = isFree
    ? { header: null, above: wordsAbove(first, isPerson) }
    : isUncut
      ? { header: null, above: 0 }
      : findHeader(first, { asked: options.header ?? null, isPerson, isUnit })
  const width = isFree ? 3 : (header?.length ?? usualWidth)
  const facts = tableFacts(options)
  const body = { rows: [] as RowRecord[], totals: [] as (RowRecord & { readonly kind: 'cells' })[] }
  const headers = header ? records.slice(above - 1, above) : []
  await inSlices(records.slice(above), slices, (record) => {
    if (record.kind === 'cells' && isHeaderAgain(record.cells, header)) headers.push(record)
    else if (record.kind === 'cells' && !isUncut && isTotalLine(record.cells)) body.totals.push(record)
    else {
      body.rows.push(record)
      if (record.kind === 'cells' && !isUncut) facts.add(record.cells)
    }
  })
  const found: MappedColumns = isFree
    ? {
        mapping: freeMapping,
        unclear: [],
        proofs: {},
        choices: { payee: [], amount: [], token: [] },
        unit: null,
      }
    : mapColumns(header, facts.facts(width), isUnit)
  const titles = records.slice(0, header ? above - 1 : above)
  const shared = { header, width, body: { ...body, headers, titles } }
  return mapping && !isFree
    ? {
        ...found,
        ...shared,
        mapping,
        // A list may name no token; without addresses or amounts it is none.
        unclear: found.unclear.filter((use) => use !== 'token' && mapping[use] === null),
        proofs: {},
      }
    : { ...found, ...shared }
}

async function stylesOf(
  records: readonly RowRecord[],
  column: number | null,
  slices: Slices,
): Promise<NumberStyles> {
  const counter = countStyles()
  await inSlices(records, slices, (record) => {
    // Includes lines with too many cells: their content also shows how the file writes numbers.
    if (record.kind === 'cells' && column !== null)
      counter.add(amountParts(record.cells[column] ?? '').number)
  })
  return counter.result()
}

/** Currencies beside the amounts, in the token cells or in the title. */
function currenciesIn(records: readonly PayoutRow[], title: Unit | null): readonly FoundCurrency[] {
  const rows = new Map<string, number>()
  for (const { cells, raw } of records) {
    if (raw !== null) continue
    const units = [unitOf(cells.token.trim()), amountParts(cells.amount).unit ?? title]
    const signs = units.flatMap((unit) => (unit?.kind === 'currency' ? [unit.sign] : []))
    for (const sign of new Set(signs)) rows.set(sign, (rows.get(sign) ?? 0) + 1)
  }
  return [...rows].map(([sign, count]) => ({ sign, rows: count }))
}

function totalOf(
  { line, lines, cells }: RowRecord & { readonly kind: 'cells' },
  { amount, token }: Mapping,
  style: NumberStyle | null,
  title: Unit | null,
): TotalLine {
  const { number, unit } = amountParts(amount === null ? '' : (cells[amount] ?? ''))
  const said = unit ?? unitOf((token === null ? '' : (cells[token] ?? '')).trim()) ?? title
  return {
    ...{ line, lines },
    number: style === null ? null : plainNumber(number, style),
    symbol: said?.kind === 'token' ? said.token.symbol : null,
  }
}

function countLines(taken: TakenRecords, records: readonly PayoutRow[], body: Body): LineCounts {
  const linesOf = (some: readonly { readonly lines: number }[]) =>
    some.reduce((sum, { lines }) => sum + lines, 0)
  const counts = {
    ...{ rows: 0, errors: 0, blank: taken.blank, comment: taken.comment },
    ...{ header: linesOf(body.headers), title: linesOf(body.titles), total: linesOf(body.totals) },
  }
  for (const { read, lines } of records) counts[read.ok ? 'rows' : 'errors'] += lines
  return counts
}
