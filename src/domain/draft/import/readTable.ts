import { isBlank } from '#chain/text/label.ts'
import type { PayeeOptions } from '#domain/payee/checkPayee.ts'
import { withoutMark } from '#domain/shared/csvCells.ts'
import { amountParts, isSameUnit, type Unit, unitOf } from './amountUnit.ts'
import { tableFacts } from './columnFacts.ts'
import { readTitle } from './columnTitles.ts'
import { FREE_WIDTH, freeLine, freeMapping } from './freeLine.ts'
import {
  findHeader,
  isHeaderAgain,
  isHeading,
  isOtherHeader,
  isRule,
  isTotalLine,
  markOf,
  stripMark,
  unitOfHeading,
  wordsAbove,
} from './lineKinds.ts'
import { type MappedColumns, type Mapping, mapColumns } from './mapColumns.ts'
import {
  LONGEST_RECORD,
  type RowRecord,
  readRecords,
  SEPARATOR_LINE,
  type Separator,
  type TableFault,
} from './records.ts'
import { cellsOf } from './separator.ts'
import { inSlices, type Slices } from './slices.ts'

/** All records of a text that are rows, titles or errors, and the number of other lines. */
export type TakenRecords = Awaited<ReturnType<typeof takeRecords>>

/** Words above or between the rows, by their line. */
type WordLine = { readonly line: number; readonly text: string }

/** A record with cells. */
type CellRecord = Extract<RowRecord, { kind: 'cells' }>

/** Splits a text into records, in slices. @throws the reason of the signal of `slices` */
export async function takeRecords(
  text: string,
  separator: Separator,
  isPerson: (cell: string) => boolean,
  slices: Slices,
) {
  const records: RowRecord[] = []
  const widths = new Map<number, number>()
  const counts = { lines: 0, blank: 0, comment: 0 }
  const comments: WordLine[] = []
  await inSlices(readRecords(text, separator), slices, (record) => {
    counts.lines += record.lines
    if (record.kind === 'blank' || record.kind === 'comment') {
      counts[record.kind] += record.lines
      if (record.kind === 'comment' && !SEPARATOR_LINE.test(record.text)) comments.push(record)
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
    if (split.kind !== 'cells') return
    const { length } = split.cells
    widths.set(length, (widths.get(length) ?? 0) + 1)
  })
  const [usual] = [...widths].sort(([a, often], [b, times]) => times - often || a - b)
  return {
    ...counts,
    comments,
    records,
    separator,
    /** The most common number of cells in a record; the smaller one if two are equally common. */
    usualWidth: usual?.[0] ?? 0,
  }
}

function splitRecord(
  record: CellRecord,
  separator: Separator,
  isPerson: (cell: string) => boolean,
): RowRecord {
  if (separator !== 'text') {
    const cells = cellsOf(record, separator)
    const isGuarded = cells.some((cell) => cell.startsWith("'"))
    const texts = isGuarded ? cells.map(withoutMark) : cells
    const at = texts.findIndex((cell) => cell !== '')
    const first = texts[at] ?? ''
    if (markOf(first, null) !== '')
      return { ...record, cells: texts.with(at, stripMark(first)), start: first }
    return texts === record.cells ? record : { ...record, cells: texts }
  }
  const [raw = ''] = record.cells
  const read = freeLine(raw, isPerson)
  const { line, lines } = record
  return read.ok
    ? { ...record, cells: read.cells, start: raw }
    : { line, lines, kind: 'error', fault: read.fault, raw }
}

/** A text as a table: its titles, its columns and its records. */
export type Table = Awaited<ReturnType<typeof readTable>>

/** The rows of a text and what its columns contain, detected or chosen by a person. */
export async function readTable(
  { records, usualWidth, separator, comments }: TakenRecords,
  options: Pick<PayeeOptions, 'tokens' | 'named'> & {
    readonly mapping?: Mapping | null
    /** Whether the first line is a header. */
    readonly header?: boolean | null
    readonly isPerson: (cell: string) => boolean
    readonly isFree: boolean
    readonly isUncut: boolean
  },
  slices: Slices,
) {
  const { isFree, isUncut, isPerson, mapping } = options
  const first = records.slice(0, 20).map((record) => (record.kind === 'cells' ? record.cells : null))
  const { header, above } = isFree
    ? { header: null, above: wordsAbove(first, isPerson) }
    : isUncut
      ? { header: null, above: 0 }
      : findHeader(first, options.header ?? null, isPerson)
  const width = isFree ? FREE_WIDTH : (header?.length ?? usualWidth)
  const facts = tableFacts(options)
  const body: RowRecord[] = []
  const totals: CellRecord[] = []
  const headers = header ? records.slice(above - 1, above) : []
  let isOther = false
  await inSlices(records.slice(above), slices, (record) => {
    if (record.kind !== 'cells' || isUncut) {
      // The titles of another table stay titles when a quote in them is wrong.
      isOther ||= record.kind === 'error' && isBrokenHeader(record.raw, separator, header, isPerson)
      body.push(record)
      return
    }
    const { cells } = record
    const isAgain = isHeaderAgain(cells, header)
    isOther = !isAgain && (isOther || isOtherHeader(cells, header, isPerson))
    if (isAgain) headers.push(record)
    else if (isOther) {
      body.push(asError(record, 'other-table'))
      // Without titles above the first table, its columns are those of the second as far as anybody knows.
      if (!header) facts.add(cells)
    } else if (isTotalLine(cells, isPerson)) totals.push(record)
    else {
      body.push(record)
      facts.add(cells)
    }
  })
  const found: MappedColumns = isFree
    ? { mapping: freeMapping, unclear: [], amountProof: null, choices: { payee: [], amount: [], token: [] } }
    : mapColumns(header, facts.facts(width), usualWidth < width)
  const titles = records.slice(0, header ? above - 1 : above)
  const isChosen = mapping !== null && mapping !== undefined && !isFree
  const taken = isChosen ? mapping : found.mapping
  const { unit: said } = readTitle(header?.[taken.amount ?? width] ?? '')
  const unit = unitOf(said ?? '') ?? unitAbove(titles)
  const inUnit = taken.token === null ? withoutSections(body, unit, taken.amount) : body
  const { rows, headings } = splitHeadings(
    inUnit,
    ({ cells }) => width > 1 && isHeading(cells, taken, isPerson),
    // `Thanks!` stands where the names are, and has none of their other cells.
    ({ cells }) => width > 1 && cells.length === 1 && isHeading(cells, null, isPerson),
  )
  return {
    header,
    /** The number of cells in a record: that of the header, else the most common one. */
    width,
    mapping: taken,
    /** A person chose the columns. */
    isChosen,
    // A list may name no token; without addresses or amounts it is none.
    unclear: isChosen ? found.unclear.filter((use) => use !== 'token' && taken[use] === null) : found.unclear,
    amountProof: isChosen ? null : found.amountProof,
    choices: found.choices,
    /** The unit in the title of the amounts, or above the table; null for none. */
    unit,
    /** Another column has the payees than was found, because a person said so: addresses beside it are meant to be there. */
    isPayeeChosen: taken.payee !== found.mapping.payee,
    rows,
    titles,
    /** Headings between the rows. */
    headings,
    /** All words above and between the rows, in their order. */
    words: [...[...titles, ...headings].flatMap(wordsOf), ...comments].sort((a, b) => a.line - b.line),
    headers,
    totals,
  }
}

/** Separates rows from the headings above them, and from the words below the last one. */
function splitHeadings(
  records: readonly RowRecord[],
  isHeading: (record: CellRecord) => boolean,
  isClosing: (record: CellRecord) => boolean,
) {
  const rows: RowRecord[] = []
  const headings: CellRecord[] = []
  let above: CellRecord[] = []
  for (const record of records) {
    if (record.kind === 'cells' && isHeading(record)) {
      above.push(record)
      continue
    }
    headings.push(...above)
    above = []
    rows.push(record)
  }
  // With no row below, it may be a payment without an address, so it stays a row with a fault.
  const all = [...rows, ...above]
  const last = all.findLastIndex(
    (record) => record.kind !== 'cells' || !(isHeading(record) || isClosing(record)),
  )
  const asked = all.map((record, at) =>
    at > last && last >= 0 && record.kind === 'cells' ? asError(record, 'only-words') : record,
  )
  return { rows: asked, headings }
}

function wordsOf(record: RowRecord): readonly WordLine[] {
  if (record.kind !== 'cells') return []
  return [{ line: record.line, text: record.cells.filter((cell) => !isBlank(cell)).join(' ') }]
}

function isBrokenHeader(
  raw: string,
  separator: Separator,
  header: readonly string[] | null,
  isPerson: (cell: string) => boolean,
): boolean {
  const text = raw.slice(0, LONGEST_RECORD).replaceAll('"', '')
  return text.split(/[\r\n]+/).some((line) => isOtherHeader(line.split(separator), header, isPerson))
}

function asError({ line, lines, cells }: CellRecord, fault: TableFault): RowRecord {
  return { line, lines, kind: 'error', fault, raw: cells.filter((cell) => !isBlank(cell)).join(' | ') }
}

function unitAbove(titles: readonly RowRecord[]): Unit | null {
  const units = titles.flatMap((title) => (title.kind === 'cells' ? [unitOfHeading(title.cells)] : []))
  return units.findLast((unit) => unit !== null) ?? null
}

/** The rows without those below a line that says another unit for them than the table has. */
function withoutSections(
  rows: readonly RowRecord[],
  unit: Unit | null,
  amount: number | null,
): readonly RowRecord[] {
  let isOther = false
  return rows.map((record) => {
    if (record.kind !== 'cells') return record
    const [first = '', second = ''] = record.cells
    // Few lines are headings, and this is done for every line.
    const said = second === '' && !first.startsWith('0x') ? unitOfHeading(record.cells) : null
    if (said) isOther = unit === null || !isSameUnit(said, unit)
    if (!isOther || said || amountParts(record.cells[amount ?? -1] ?? '').unit !== null) return record
    return asError(record, 'other-table')
  })
}
