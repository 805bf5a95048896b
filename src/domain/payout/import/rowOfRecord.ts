import { isBlank, LONGEST_CELL, trimEdges } from '#chain/names/edges.ts'
import { cleanLabel } from '#chain/text/label.ts'
import { withoutMark } from '#domain/shared/csvCells.ts'
import type { Mapping } from './mapColumns.ts'
import type { PayoutRow, RowCells } from './PayoutRow.ts'
import { type RowOptions, readRow } from './readRow.ts'
import type { RowRecord } from './records.ts'
import { type LineFault, lineFaultText } from './rowFaultText.ts'

/** How the records of a file become rows. */
export type RowPlan = {
  readonly mapping: Mapping
  readonly header: readonly string[] | null
  /** The number of cells in a record. */
  readonly width: number
  /** A comma separates the cells, so it may have cut an amount in two. */
  readonly isComma: boolean
  /** The cell separator is unknown. */
  readonly isUncut: boolean
}

const NO_CELLS: RowCells = { payee: '', amount: '', token: '', tokenType: '' }

/** The row of a record: fully parsed, or with every fault listed. */
export function rowOfRecord(record: RowRecord, plan: RowPlan, options: RowOptions): PayoutRow {
  const { line, lines } = record
  const cells = record.kind === 'cells' ? record.cells.map(withoutMark) : []
  const fault = lineFaultOf(record, plan)
  const named = fault && cells.length !== plan.width ? NO_CELLS : namedCells(cells, plan.mapping)
  const { read, trimmed, hasChecksum } = readRow(named, options)
  return {
    ...{ line, lines, cells: named, note: noteOf(cells, plan), reference: referenceOf(cells, plan) },
    hasChecksum,
    ...(fault
      ? { read: { ok: false, faults: { line: lineFaultText(fault) }, unknownToken: null }, trimmed: false }
      : { read, trimmed }),
    maybeCut: !fault && [behindAmount(cells, plan), beforeAmount(cells, plan)].some(isMaybeCut),
    raw: fault ? (record.kind === 'error' ? record.raw : record.cells.join(' | ')) : null,
  }
}

function lineFaultOf(record: RowRecord, plan: RowPlan): LineFault | null {
  const { mapping, width, isUncut } = plan
  if (record.kind === 'error') return { kind: record.fault }
  if (isUncut) return { kind: 'separator' }
  const found = record.cells.length
  if (found > width) return { kind: 'too-many-cells', found, expected: width }
  const { payee, amount, token, tokenType } = mapping
  const needed = Math.max(...[payee, amount, token, tokenType].map((column) => column ?? -1))
  if (found < width && found <= needed) return { kind: 'too-few-cells', found, expected: width }
  return CUT.test(behindAmount(record.cells, plan)) ? { kind: 'cut-amount' } : null
}

/**
 * Three digits that no number starts with, or three digits with decimals: the rest of `1,000` or of
 * `1,500.5`.
 */
const CUT = /^[1-9][0-9]{0,2}\n(?:0[0-9]{2}(?![0-9])|[0-9]{3}\.[0-9])/
/** A whole number, grouped or not, followed by what may be its rest or a number of its own. */
const MAYBE_CUT =
  /^(?:[0-9]+|[0-9]{1,3}(?:[.'’ \u00a0\u2009\u202f][0-9]{3})+)\n(?:[0-9]+(?:\.[0-9]+)?$|[0-9]{3}(?![0-9]))/

/** The amount and the note after it as two lines, if commas separate the cells; otherwise ''. */
function behindAmount(cells: readonly string[], { mapping, isComma }: RowPlan): string {
  const { payee, amount, token, tokenType } = mapping
  if (!isComma || amount === null || [payee, token, tokenType].includes(amount + 1)) return ''
  return pair(cells[amount], cells[amount + 1])
}

/**
 * The cell before the amount and the amount, if commas separate the cells and no title identifies them;
 * otherwise ''.
 */
function beforeAmount(cells: readonly string[], { mapping, isComma, header }: RowPlan): string {
  const { payee, amount, token, tokenType } = mapping
  if (!isComma || header || !amount || [payee, token, tokenType].includes(amount - 1)) return ''
  return pair(cells[amount - 1], cells[amount])
}

function pair(first = '', second = ''): string {
  return `${trimEdges(first.slice(0, LONGEST_CELL))}\n${trimEdges(second.slice(0, LONGEST_CELL))}`
}

function isMaybeCut(cells: string): boolean {
  return MAYBE_CUT.test(cells)
}

function namedCells(cells: readonly string[], mapping: Mapping): RowCells {
  const cell = (column: number | null) => (column === null ? '' : (cells[column] ?? ''))
  return {
    payee: cell(mapping.payee),
    amount: cell(mapping.amount),
    token: cell(mapping.token),
    tokenType: cell(mapping.tokenType),
  }
}

function noteOf(cells: readonly string[], { mapping, header }: RowPlan): string | null {
  const { payee, amount, token, tokenType, reference } = mapping
  const notes: string[] = []
  for (let column = 0; column < cells.length; column++) {
    const cell = cells[column] ?? ''
    const isUsed = [payee, amount, token, tokenType, reference].includes(column)
    if (isUsed || isBlank(cell)) continue
    const title = header?.[column] ?? ''
    notes.push(labelOf(title === '' ? cell : `${title}: ${cell}`))
  }
  return notes.length === 0 ? null : notes.join(' · ')
}

/** Most texts are clean, and checking is cheaper than cleaning. */
function labelOf(text: string): string {
  return /^[!-~]+(?: [!-~]+)*$/.test(text) ? text : cleanLabel(text)
}

function referenceOf(cells: readonly string[], { mapping }: RowPlan): string | null {
  const cell = mapping.reference === null ? '' : (cells[mapping.reference] ?? '')
  return labelOf(cell) || null
}
