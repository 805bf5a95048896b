import type { Address } from '#chain/money/Address.ts'
import type { PayoutRow, RowCells } from '#domain/draft/import/PayoutRow.ts'
import { NO_CELLS, type RowOptions, readRow } from '#domain/draft/import/readRow.ts'
import { type ReadRows, readRows, type Work } from '#domain/draft/import/readRows.ts'
import { startSlices } from '#domain/draft/import/slices.ts'
import { type PayoutDraft, type RowEdit, tokenOf, tokensOf } from './payoutDraft.ts'

/** How many questions about the whole text are open. Before they are answered no row can be judged. */
export function countAsked(table: ParsedDraft | null): number {
  const read = table?.read
  if (!read) return 0
  const { separator, unclear, style, currencies } = read
  if (separator.state === 'ambiguous') return 1
  if (unclear.length > 0) return unclear.length
  const open = currencies.filter(({ sign }) => !table.options.currencies?.has(sign))
  const isToken = isTokenAsked(read, table.options.token !== null)
  return style === null ? 1 : open.length + (isToken ? 1 : 0)
}

/** True if nothing in a list of amounts names a token, and none was chosen. */
export function isTokenAsked(
  { namesTokens, currencies, mapping, unclear, style }: ReadRows,
  isChosen: boolean,
): boolean {
  const isOpenBefore = unclear.length > 0 || style === null || currencies.length > 0
  const hasColumn = mapping.token !== null || mapping.tokenType !== null
  return !isOpenBefore && !hasColumn && !namesTokens && !isChosen && mapping.amount !== null
}

/** The parsed text of a draft with filled-in amounts. Corrections by a person are kept separately. */
export type ParsedDraft = Awaited<ReturnType<typeof readDraftRows>>

/** The parts of a draft that affect parsing. */
type TableSource = Pick<PayoutDraft, 'text' | 'source' | 'options' | 'tokens' | 'fill' | 'names' | 'requests'>

/**
 * Parses the text of a draft, in slices.
 * @param named see `PayeeOptions`
 * @throws the reason of the signal once it is aborted
 */
export async function readDraftRows(
  source: TableSource,
  payer: Address,
  { named, ...work }: Work & Pick<RowOptions, 'named'> = {},
) {
  const said = {
    payer,
    tokens: tokensOf(source),
    token: tokenOf(source, source.options.token),
    named,
    lookedUp: source.names,
    requests: source.requests,
    currencies: new Map(Object.entries(source.options.currencies ?? {})),
  }
  const { separator, style, header, mapping } = source.options
  const chosen = { ...said, separator, style, header, mapping, source: source.source }
  const read = source.text === '' ? null : await readRows(source.text, chosen, work)
  const options: RowOptions = {
    ...said,
    style: read ? read.style : 'plain',
    unclear: read?.unclear ?? [],
    unit: read?.unit ?? null,
  }
  const rows: PayoutRow[] = []
  /** Positions of the rows that could not be read. */
  const errors: number[] = []
  /** Physical lines of the rows that could and could not be read. */
  const lines = { rows: 0, errors: 0 }
  const slices = startSlices(work.signal)
  for (const record of read?.records ?? []) {
    const fill = source.fill.get(record.line)
    const row = fill ? editedRow(record, fill, options) : record
    if (!row.read.ok) errors.push(rows.length)
    lines[row.read.ok ? 'rows' : 'errors'] += row.lines
    rows.push(row)
    if (slices.isOver()) await slices.pause()
  }
  return {
    /** Null for a draft without text. */
    read,
    rows,
    errors,
    lines,
    /** Options for parsing one row. */
    options,
  }
}

/** A row added by hand that is still empty. */
export function emptyRow(line: number, options: RowOptions): PayoutRow {
  const read = readRow(NO_CELLS, { ...options, style: 'plain', unclear: [] })
  const nothing = { note: null, name: null, handle: null, reference: null, maybeCut: false, raw: null }
  return { line, lines: 1, cells: NO_CELLS, ...read, ...nothing }
}

/**
 * False if the row cannot be edited: its lines could not be split, so an edit might lose more than the row.
 */
export function isMendable({ raw, lines }: PayoutRow): boolean {
  return raw === null || lines === 1
}

/**
 * Parses the row again with a person's edits in place of its cells. Typed amounts are plain, whatever the
 * style of the file.
 */
export function editedRow(row: PayoutRow, edit: RowEdit, options: RowOptions): PayoutRow {
  if (!isMendable(row)) return row
  const cells: RowCells = {
    payee: edit.payee ?? row.cells.payee,
    amount: edit.amount ?? row.cells.amount,
    token: edit.token ?? row.cells.token,
    // The type belongs to the token that was replaced.
    tokenType: edit.token === undefined ? row.cells.tokenType : '',
  }
  const read = readRow(cells, {
    ...options,
    style: edit.amount === undefined ? options.style : 'plain',
    unclear: (options.unclear ?? []).filter((cell) => edit[cell] === undefined),
  })
  const maybeCut = row.maybeCut && edit.amount === undefined
  return { ...row, cells, ...read, maybeCut, raw: null }
}
