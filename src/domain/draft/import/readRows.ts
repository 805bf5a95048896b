import { withoutMark } from '#domain/shared/csvCells.ts'
import { type Column, columnsOf, type MappedColumns, type Mapping, mapColumns } from './mapColumns.ts'
import type { NumberStyle } from './numberStyle.ts'
import { countStyles, type NumberStyles } from './numberStyle.ts'
import type { PayoutRow } from './PayoutRow.ts'
import type { RowOptions } from './readRow.ts'
import { rowOfRecord } from './readRow.ts'
import type { Separator } from './records.ts'
import { type RowRecord, readRecords } from './records.ts'
import { findSeparator, type SeparatorFinding } from './separator.ts'
import { inSlices, type Slices, startSlices } from './slices.ts'

/** All records of a text that are rows, a header or errors, and the number of other lines. */
type CountedRecords = {
  readonly records: readonly RowRecord[]
  /** Physical lines. */
  readonly lines: number
  readonly blank: number
  readonly comment: number
  /** Comments that contain an address. */
  readonly setAside: number
  /** The most common number of cells in a record; the smaller one if two are equally common. */
  readonly usualWidth: number
}

/** Splits a text into records, in slices. @throws the reason of the signal of `slices` */
async function takeRecords(text: string, separator: Separator, slices: Slices): Promise<CountedRecords> {
  const records: RowRecord[] = []
  const widths = new Map<number, number>()
  const counts = { lines: 0, blank: 0, comment: 0, setAside: 0 }
  await inSlices(readRecords(text, separator), slices, (record) => {
    counts.lines += record.lines
    if (record.kind === 'blank' || record.kind === 'comment') {
      counts[record.kind] += record.lines
      if (record.kind === 'comment' && record.hasAddress) counts.setAside++
      return
    }
    records.push(record)
    const width = record.kind === 'cells' ? record.cells.length : null
    if (width !== null) widths.set(width, (widths.get(width) ?? 0) + 1)
  })
  const [usual] = [...widths].sort(([a, often], [b, times]) => times - often || a - b)
  return { ...counts, records, usualWidth: usual?.[0] ?? 0 }
}

/** Options for reading a text. A missing option is detected or left to a person; there are no defaults. */
export type TextOptions = Omit<RowOptions, 'style' | 'unclear'> & {
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
}

export type ReadRows = {
  readonly lines: number
  readonly counts: LineCounts
  /** How many comments contain an address: rows that somebody set aside, or rows whose first cell begins with #. */
  readonly setAside: number
  /** Rows and errors, in the order of the text. */
  readonly records: readonly PayoutRow[]
  readonly separator: SeparatorFinding
  readonly header: readonly string[] | null
  readonly mapping: Mapping
  /** Columns that a person must choose before anything can be read. */
  readonly unclear: MappedColumns['unclear']
  readonly columns: readonly Column[]
  /** Whether a person must choose how numbers are written, and the options. */
  readonly styles: NumberStyles
  /** The style used to read amounts; null until chosen. */
  readonly style: NumberStyle | null
}

/**
 * Reads pasted text or a file as rows of a payout. Every line is a row, a blank, a comment, the header or an
 * error with a reason; nothing is dropped and nothing is guessed. Works in slices.
 * @throws the reason of the signal once it is aborted
 */
export async function readRows(text: string, options: TextOptions, work: Work = {}): Promise<ReadRows> {
  const slices = startSlices(work.signal)
  const separator: SeparatorFinding = options.separator
    ? { state: 'chosen', separator: options.separator }
    : await findSeparator(text, slices)
  const cut = separator.state === 'ambiguous' ? 'none' : separator.separator
  const taken = await takeRecords(text, cut, slices)
  const isUncut = separator.state === 'ambiguous'
  const { header, mapping, unclear, width } = columnsFor(taken, options, isUncut)
  const body = header ? taken.records.slice(1) : taken.records
  const styles = await stylesOf(body, unclear.includes('amount') ? null : mapping.amount, slices)
  const style = options.style ?? (styles.state === 'plain' ? 'plain' : null)
  const plan = { mapping, header, width, isComma: cut === ',', isUncut }
  const rowOptions = { ...options, style, unclear }
  const records: PayoutRow[] = []
  for (const record of body) {
    records.push(rowOfRecord(record, plan, rowOptions))
    if (slices.isOver()) {
      work.onProgress?.(records.length, body.length)
      await slices.pause()
    }
  }
  work.onProgress?.(body.length, body.length)
  return {
    lines: taken.lines,
    setAside: taken.setAside,
    counts: countLines(taken, records, header !== null),
    ...{ records, separator, header, mapping, unclear, styles, style },
    columns: columnsOf(header, width, mapping),
  }
}

/** Detects the columns, or uses those that a person chose. */
function columnsFor(
  { records, usualWidth }: CountedRecords,
  options: TextOptions,
  isUncut: boolean,
): MappedColumns {
  const cells: string[][] = []
  // An unreadable first line never names columns.
  const isReported = !isUncut && records[0]?.kind === 'cells'
  for (const record of isReported ? records : []) {
    if (cells.length > 500) break
    if (record.kind === 'cells') cells.push(record.cells.map(withoutMark))
  }
  return named(mapColumns(cells, usualWidth, isReported ? options : { ...options, header: false }), options)
}

function named(columns: MappedColumns, { mapping }: TextOptions): MappedColumns {
  return mapping ? { ...columns, mapping, unclear: [] } : columns
}

async function stylesOf(
  records: readonly RowRecord[],
  column: number | null,
  slices: Slices,
): Promise<NumberStyles> {
  const counter = countStyles()
  await inSlices(records, slices, (record) => {
    // Includes lines with too many cells: their content also shows how the file writes numbers.
    if (record.kind === 'cells' && column !== null) counter.add(withoutMark(record.cells[column] ?? ''))
  })
  return counter.result()
}

function countLines(taken: CountedRecords, records: readonly PayoutRow[], hasHeader: boolean): LineCounts {
  const counts = { rows: 0, errors: 0, blank: taken.blank, comment: taken.comment, header: 0 }
  if (hasHeader) counts.header = taken.records[0]?.lines ?? 0
  for (const { read, lines } of records) counts[read.ok ? 'rows' : 'errors'] += lines
  return counts
}
