import type { PayeeOptions } from '#domain/payee/checkPayee.ts'
import { withoutMark } from '#domain/shared/csvCells.ts'
import { unitOf } from './amountUnit.ts'
import { tableFacts } from './columnFacts.ts'
import { freeLine, freeMapping } from './freeLine.ts'
import { findHeader, isHeaderAgain, isRule, isTotalLine, wordsAbove } from './lineKinds.ts'
import { type MappedColumns, type Mapping, mapColumns } from './mapColumns.ts'
import { type RowRecord, readRecords, type Separator } from './records.ts'
import { cellsOf } from './separator.ts'
import { inSlices, type Slices } from './slices.ts'

/** A person’s choices about the table, and the meanings of its cells. */
type TableOptions = Pick<PayeeOptions, 'tokens' | 'named'> & {
  readonly mapping?: Mapping
  /** Whether the first line is a header. */
  readonly header?: boolean
}

/** All records of a text that are rows, titles or errors, and the number of other lines. */
export type TakenRecords = {
  readonly records: readonly RowRecord[]
  /** Physical lines. */
  readonly lines: number
  readonly blank: number
  readonly comment: number
  /** The most common number of cells in a record; the smaller one if two are equally common. */
  readonly usualWidth: number
}

/** Splits a text into records, in slices. @throws the reason of the signal of `slices` */
export async function takeRecords(
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

/** The records of a table by their kind. */
export type TableBody = {
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
  readonly body: TableBody
}

/** The rows of a text and what its columns contain, detected or chosen by a person. */
export async function readTable(
  { records, usualWidth }: TakenRecords,
  options: TableOptions & {
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
