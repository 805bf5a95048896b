import type { PayoutRow, RowRead } from '#domain/draft/import/PayoutRow.ts'
import type { Payment, PayoutLabels } from '#domain/payout/Payout.ts'
import { editedRow, emptyRow, isMendable, type ParsedDraft } from './parsedDraft.ts'
import { leftOut, type PayoutDraft, type RowEdit, skipReason, withSkip } from './payoutDraft.ts'

/** Which rows are listed. */
export type Filter = keyof typeof filterWords

export const filterWords = {
  all: 'All',
  errors: 'To fix',
  confirm: 'Asked about',
  skipped: 'Skipped',
} as const

/** The first error after a line, or the first one overall; null if there is none. */
export function nextError({ errors }: DraftView, after: number): number | null {
  return errors.find((line) => line > after) ?? errors[0] ?? null
}

/** The cells of a row that a person opened: all of them, or only those that they are correcting. */
export type OpenCells = 'all' | 'touched'

/** A cell of a row that a person can correct. */
export type RowCell = keyof RowEdit

const allCells: readonly RowCell[] = ['payee', 'amount', 'token']

/**
 * The cells that are fields: all of a row that is opened, or that a person adds; otherwise those with an error, and
 * those that are being corrected, so that no field vanishes while a person types in it.
 */
export function openCells(props: {
  row: PayoutRow
  edit: RowEdit | undefined
  open: OpenCells | undefined
  isAdded: boolean
  isAsked: boolean
}): readonly RowCell[] {
  const { row, edit, open, isAdded, isAsked } = props
  const { read } = row
  if (!isMendable(row)) return []
  if (open === 'all' || (isAdded && (open || !read.ok))) return allCells
  const faulty = read.ok || isAsked ? [] : allCells.filter((cell) => read.faults[cell])
  // Nothing in one cell alone explains why the row cannot be read.
  if (!read.ok && !isAsked && faulty.length === 0) return allCells
  return allCells.filter((cell) => faulty.includes(cell) || (open && edit?.[cell] !== undefined))
}

/** The current rows of a draft: those of the text with corrections, then those added by hand. */
export type DraftView = ReturnType<typeof viewDraft>

type ViewSource = Pick<PayoutDraft, 'edits' | 'skips' | 'added' | 'fill' | 'answers'>

/**
 * Applies a person's changes to the parsed table. The cost depends on the number of changes and errors, not
 * on the number of rows, because it runs on every key press.
 */
export function viewDraft(table: ParsedDraft, draft: ViewSource) {
  const { rows } = table
  const overlay = new Map<number, PayoutRow>()
  for (const line of draft.added) {
    const edit = { ...draft.fill.get(line), ...draft.edits.get(line) }
    const empty = emptyRow(line, table.options)
    overlay.set(line, Object.keys(edit).length === 0 ? empty : editedRow(empty, edit, table.options))
  }
  for (const [line, edit] of draft.edits) {
    const row = rows[placeAmong(rows, line)]
    if (row && !overlay.has(line)) overlay.set(line, editedRow(row, edit, table.options))
  }
  const places = new Map(draft.added.map((line, index) => [line, rows.length + index]))
  const placeOf = (line: number) => places.get(line) ?? placeAmong(rows, line)
  const rowAt = (place: number) => {
    const row = rows[place]
    return row ? (overlay.get(row.line) ?? row) : overlay.get(draft.added[place - rows.length] ?? -1)
  }
  const out = leftOut(table.read?.leftovers ?? [], draft.answers)
  const skips = out.size === 0 ? draft.skips : new Map([...out, ...draft.skips])
  const skipped = [...skips.keys()].filter((line) => placeOf(line) >= 0).sort((a, b) => a - b)
  const size = rows.length + draft.added.length
  const errors = openErrors(table, skips, overlay)
  return {
    size,
    /** The row at an index, counted from 0. */
    rowAt,
    /** Index of the row that begins at a line; -1 for none. */
    placeOf,
    /** Lines of skipped rows, in order. */
    skipped,
    /** Lines of rows that are neither readable nor skipped, in order. */
    errors,
    /** Why rows are not paid, by line: a person skipped them, or left them out by a value. */
    skips,
    /** The lines that are left out by a value. */
    leftOut: out,
    isSkipped: (line: number) => skips.has(line),
    /** Rows that will be paid. */
    paid: size - skipped.length - errors.length,
    counts: countLines(table, draft.added.length, overlay, skipped),
  }
}

/** Skips every row of the view that cannot be read, each with its faults as the reason. */
export function withErrorsSkipped(draft: PayoutDraft, view: DraftView): PayoutDraft {
  return view.errors.reduce((after, line) => {
    const row = view.rowAt(view.placeOf(line))
    return row ? withSkip(after, line, skipReason(row)) : after
  }, draft)
}

/** Rows that are not skipped, in order. */
export function* unskipped({ size, rowAt, isSkipped }: DraftView): Generator<PayoutRow> {
  for (let place = 0; place < size; place++) {
    const row = rowAt(place)
    if (row && !isSkipped(row.line)) yield row
  }
}

/** How many errors are searched; the others appear once these are corrected. */
const LOOKED = 1_000

/** Gathers a fact about the rows that cannot be read, each once, from the first of them. */
export function gatherErrors<T>(
  { errors, rowAt, placeOf }: DraftView,
  factOf: (read: Extract<RowRead, { ok: false }>) => T | null,
): readonly T[] {
  const found = errors.slice(0, LOOKED).flatMap((line) => {
    const read = rowAt(placeOf(line))?.read
    return read && !read.ok ? (factOf(read) ?? []) : []
  })
  return [...new Set(found)]
}

function openErrors(
  { rows, errors }: ParsedDraft,
  skips: ReadonlyMap<number, string>,
  overlay: ReadonlyMap<number, PayoutRow>,
): readonly number[] {
  const open: number[] = []
  for (const place of errors) {
    const line = rows[place]?.line
    if (line !== undefined && !overlay.has(line) && !skips.has(line)) open.push(line)
  }
  for (const [line, { read }] of overlay) if (!read.ok && !skips.has(line)) open.push(line)
  return open.sort((a, b) => a - b)
}

/** In physical lines, not counting rows added by hand. Together they cover every line of the text. */
function countLines(
  { rows, lines, read }: ParsedDraft,
  added: number,
  overlay: ReadonlyMap<number, PayoutRow>,
  skipped: readonly number[],
) {
  const counts = { rows: lines.rows, errors: lines.errors, skipped: 0 }
  const kindOf = ({ read }: PayoutRow) => (read.ok ? 'rows' : 'errors')
  const before = (line: number) => rows[placeAmong(rows, line)]
  for (const [line, row] of overlay) {
    const was = before(line)
    if (was) counts[kindOf(was)] -= was.lines
    counts[kindOf(row)] += row.lines
  }
  for (const line of skipped) {
    const row = overlay.get(line) ?? before(line)
    if (!row) continue
    counts[kindOf(row)] -= row.lines
    counts.skipped += row.lines
  }
  const { blank = 0, comment = 0, header = 0, title = 0, total = 0 } = read?.counts ?? {}
  return { ...counts, blank, comment, header, title, total, lines: read?.lines ?? 0, added }
}

/** Index of a line's row among ordered rows; -1 for none. */
function placeAmong(rows: readonly PayoutRow[], line: number): number {
  let [low, high] = [0, rows.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = rows[middle]?.line ?? 0
    if (found === line) return middle
    if (found < line) low = middle + 1
    else high = middle - 1
  }
  return -1
}

/** Longer labels (characters) are cut when a payout stores them, and end with a sign that says so. */
const LONGEST = 1_000

/** The whole list as the review takes it over. */
export type ListForReview = NonNullable<ReturnType<typeof toReviewInput>> & PayoutLabels

/** Turns the rows of a table into payments, in row order. Null while an unreadable row is not skipped. */
export function toReviewInput(view: DraftView) {
  const payments: Payment[] = []
  for (const { line, read, note, name, handle, reference } of unskipped(view)) {
    if (!read.ok) return null
    const { payee, amount, entered, answers } = read.payment
    const labels = {
      note: cut(note),
      reference: cut(reference),
      ...(name && { name: cut(name) ?? '' }),
      ...(handle && { handle: cut(handle) ?? '' }),
    }
    payments.push({
      line,
      payee,
      amount,
      ...labels,
      ...(entered && { entered }),
      ...(answers && { answers }),
    })
  }
  const skipped = view.skipped.map((line) => ({ line, reason: cut(view.skips.get(line) ?? '') ?? '' }))
  return { payments, skipped }
}

function cut(words: string | null): string | null {
  return words !== null && words.length > LONGEST ? `${words.slice(0, LONGEST - 1)}…` : words
}
