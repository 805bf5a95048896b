import type { Token } from '#chain/money/Token.ts'
import { amountParts, type Unit, unitOf, unitText } from './amountUnit.ts'
import { leftoversOf, type TableValues, tableValues } from './leftovers.ts'
import { isAverageLine } from './lineKinds.ts'
import type { Column, Mapping } from './mapColumns.ts'
import { countStyles, type NumberStyle, type NumberStyles, plainNumber } from './numberStyle.ts'
import type { PayoutRow } from './PayoutRow.ts'
import { type RowOptions, rowOfRecord } from './readRow.ts'
import { readTable, type Table, type TakenRecords, takeRecords } from './readTable.ts'
import type { RowRecord, Separator } from './records.ts'
import { findSeparator, type SeparatorFinding } from './separator.ts'
import { inSlices, type Slices, startSlices } from './slices.ts'

/** Options for reading a text. A missing option is detected or left to a person; there are no defaults. */
export type TextOptions = Omit<RowOptions, 'style' | 'unclear' | 'unit'> & {
  readonly separator?: Separator | null
  readonly style?: NumberStyle | null
  readonly mapping?: Mapping | null
  /** Whether the first line is a header. */
  readonly header?: boolean | null
  /** The name of the file, with that of the sheet; missing for a pasted text. */
  readonly source?: string | null
}

export type Work = {
  readonly signal?: AbortSignal
  readonly onProgress?: (done: number, total: number) => void
}

/** A line that says the sum of others. It is never paid; what it says is compared with what is paid. */
export type TotalLine = {
  readonly line: number
  readonly lines: number
  /** The sum as plain digits; null if it cannot be read. */
  readonly number: string | null
  /** The token or the currency beside it; null for none, and for a currency in which the rows are, too. */
  readonly symbol: string | null
}

/** A currency in which amounts are written, and how many rows have it. */
export type FoundCurrency = { readonly sign: string; readonly rows: number }

export type ReadRows = Awaited<ReturnType<typeof readRows>>

/**
 * Reads pasted text or a file as rows of a payout. Every line is a row, a blank, a comment, a title, the header, a total
 * or an error with a reason; nothing is dropped and nothing is guessed. Works in slices.
 * @throws the reason of the signal once it is aborted
 */
export async function readRows(text: string, options: TextOptions, work: Work = {}) {
  const slices = startSlices(work.signal)
  const isPerson = (cell: string) => (options.named?.(cell) ?? []).length > 0
  const separator: SeparatorFinding = options.separator
    ? { state: 'chosen', separator: options.separator }
    : await findSeparator(text, isPerson, slices)
  const isUncut = separator.state === 'ambiguous'
  const cut = isUncut ? 'none' : separator.separator
  const isFree = cut === 'text'
  const taken = await takeRecords(text, cut, isPerson, slices)
  const table = await readTable(taken, { ...options, isPerson, isFree, isUncut }, slices)
  const { header, unclear, width, unit, rows, isPayeeChosen } = table
  const values = await tableValues(rows, table, isFree, slices)
  const { mapping, campaign } = values
  const column = unclear.includes('amount') ? null : mapping.amount
  const styles = await stylesOf(rows, column, slices)
  const style = options.style ?? onlyStyle(styles, isFree)
  const plan = { mapping, header, width, isComma: cut === ',', isUncut, isPayeeChosen }
  const rowOptions = { ...options, style, unclear, unit }
  const records: PayoutRow[] = []
  const currencies = currencyCounter(unit)
  for (const record of rows) {
    const row = rowOfRecord(record, plan, rowOptions)
    records.push(row)
    currencies.add(row)
    if (slices.isOver()) {
      work.onProgress?.(records.length, rows.length)
      await slices.pause()
    }
  }
  work.onProgress?.(rows.length, rows.length)
  const columns = columnsOf(header, width, values)
  const found = currencies.found()
  const namesTokens =
    unit !== null || records.some(({ cells }) => cells.token !== '' || cells.tokenType !== '')
  return {
    /** In physical lines. */
    lines: taken.lines,
    counts: countLines(taken, records, table),
    /** Rows and errors, in the order of the text. */
    records,
    separator,
    header,
    mapping,
    unclear,
    amountProof: table.amountProof,
    styles,
    /** The style used to read amounts; null until a person chooses. */
    style,
    unit,
    /** True if the list itself names a token: in a cell, beside an amount or in the title of the amounts. */
    namesTokens,
    /** Currencies in which amounts are written. A person must say which token each one means. */
    currencies: unclear.includes('amount') ? [] : found,
    totals: table.totals.flatMap((record) =>
      isAverageLine(record.cells) ? [] : [totalOf(record, mapping, style, { title: unit, found })],
    ),
    /** The campaign that a column names for all rows; null for none. */
    campaign: campaign?.name ?? null,
    columns,
    /** Everything that is not used to pay. */
    leftovers: isUncut
      ? []
      : leftoversOf({
          columns,
          values,
          table,
          isFree,
          isPerson,
          token: options.token,
          namesTokens: namesTokens || found.length > 0,
          paid: tokensOfRows(records),
          source: options.source ?? null,
        }),
    /** Every line that is not blank and no comment, by its kind. Where each cell ends, `columns` says. */
    account: {
      titles: [...table.titles, ...table.headings],
      headers: table.headers,
      totals: table.totals,
      rows,
    },
    choices: table.choices,
    /** Cells of the first rows, to choose by. */
    preview: rows.flatMap((record) => (record.kind === 'cells' ? [record.cells] : [])).slice(0, PREVIEW),
  }
}

/** All columns of a table, in order, with where their cells end. */
function columnsOf(
  header: readonly string[] | null,
  width: number,
  { mapping, places, campaign }: TableValues,
): readonly Column[] {
  const uses = new Map(Object.entries(mapping).map(([use, column]) => [column, use as keyof Mapping]))
  return Array.from({ length: width }, (_, index) => ({
    title: header?.[index] || `Column ${index + 1}`,
    place: uses.get(index) ?? (index === campaign?.column ? 'campaign' : (places[index] ?? 'blank')),
  }))
}

/**
 * The style of numbers that leaves nothing to ask: all are plain, or only one style can be meant. In free text a space or
 * a comma can also stand between two numbers.
 */
function onlyStyle(styles: NumberStyles, isFree: boolean): NumberStyle | null {
  if (styles.state === 'plain') return 'plain'
  const [only, another] = styles.options
  return only && !another && !isFree ? only.style : null
}

function tokensOfRows(rows: readonly PayoutRow[]): readonly Token[] {
  return [...new Set(rows.flatMap(({ read }) => (read.ok ? [read.payment.amount.token] : [])))]
}

/** How many rows are shown beside a question about a column. */
const PREVIEW = 3

async function stylesOf(
  records: readonly RowRecord[],
  column: number | null,
  slices: Slices,
): Promise<NumberStyles> {
  const counter = countStyles()
  await inSlices(records, slices, (record) => {
    // Includes lines with too many cells: their content also shows how the file writes numbers.
    if (record.kind !== 'cells' || column === null) return
    const { number, isTyped } = amountParts(record.cells[column] ?? '')
    if (!isTyped) counter.add(number)
  })
  return counter.result()
}

/** Counts the currencies beside the amounts, in the token cells or in the title, row by row. */
function currencyCounter(title: Unit | null) {
  const rows = new Map<string, number>()
  // Most rows of a list name one of a few tokens.
  const units = new Map<string, Unit | null>()
  const unitOfCell = (cell: string) => {
    const known = units.get(cell)
    if (known !== undefined) return known
    const unit = unitOf(cell.trim())
    if (units.size < MOST_UNITS) units.set(cell, unit)
    return unit
  }
  return {
    add({ cells, raw }: PayoutRow) {
      if (raw !== null) return
      const [row, amount] = [unitOfCell(cells.token), amountParts(cells.amount).unit ?? title]
      const sign = row?.kind === 'currency' ? row.sign : null
      const other = amount?.kind === 'currency' && amount.sign !== sign ? amount.sign : null
      if (sign !== null) rows.set(sign, (rows.get(sign) ?? 0) + 1)
      if (other !== null) rows.set(other, (rows.get(other) ?? 0) + 1)
    },
    found: (): readonly FoundCurrency[] => [...rows].map(([sign, count]) => ({ sign, rows: count })),
  }
}

/** How many token cells are remembered. */
const MOST_UNITS = 50

function totalOf(
  { line, lines, cells }: RowRecord & { readonly kind: 'cells' },
  { amount, token }: Mapping,
  style: NumberStyle | null,
  { title, found }: { readonly title: Unit | null; readonly found: readonly FoundCurrency[] },
): TotalLine {
  const { number, unit, isTyped } = amountParts(amount === null ? '' : (cells[amount] ?? ''))
  const said = unit ?? unitOf((token === null ? '' : (cells[token] ?? '')).trim()) ?? title
  return {
    line,
    lines,
    number: style === null ? null : plainNumber(number, isTyped ? 'plain' : style),
    symbol: said === null || found.some(({ sign }) => sign === unitText(said)) ? null : unitText(said),
  }
}

/** In physical lines. Together they cover every line of the text. */
function countLines(taken: TakenRecords, records: readonly PayoutRow[], table: Table) {
  const linesOf = (some: readonly { readonly lines: number }[]) =>
    some.reduce((sum, { lines }) => sum + lines, 0)
  return {
    rows: linesOf(records.filter(({ read }) => read.ok)),
    errors: linesOf(records.filter(({ read }) => !read.ok)),
    blank: taken.blank,
    comment: taken.comment,
    header: linesOf(table.headers),
    /** Lines above the table that name it, and those that head some of its rows. */
    title: linesOf([...table.titles, ...table.headings]),
    total: linesOf(table.totals),
  }
}
