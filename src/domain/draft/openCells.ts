import type { PayoutRow } from '#domain/draft/import/PayoutRow.ts'
import { isMendable } from './parsedDraft.ts'
import type { RowEdit } from './payoutDraft.ts'

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
