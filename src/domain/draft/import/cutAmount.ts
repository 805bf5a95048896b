import { LONGEST_CELL, trimEdges } from '#chain/names/trimEdges.ts'
import type { Mapping } from './mapColumns.ts'

/** The parts of a table by which a comma may have cut an amount in two. */
type CutPlan = {
  readonly mapping: Mapping
  readonly header: readonly string[] | null
  /** A comma separates the cells. */
  readonly isComma: boolean
}

/** True if a comma certainly cut the amount of a row in two. */
export function isCut(cells: readonly string[], plan: CutPlan): boolean {
  return CUT.test(behindAmount(cells, plan))
}

/** True if a comma may have cut the amount of a row in two. */
export function isMaybeCut(cells: readonly string[], plan: CutPlan): boolean {
  return MAYBE_CUT.test(behindAmount(cells, plan)) || MAYBE_CUT.test(beforeAmount(cells, plan))
}

/**
 * Three digits that no number starts with, or three digits with decimals: the rest of `1,000` or of
 * `1,500.5`.
 */
const CUT = /^[1-9][0-9]{0,2}\n(?:0[0-9]{2}(?![0-9])|[0-9]{3}\.[0-9])/
/** A whole number, grouped or not, followed by what may be its rest or a number of its own: `5`, `500`, `500.5`. */
const MAYBE_CUT = /^(?:[0-9]+|[0-9]{1,3}(?:[.'’ \u00a0\u2009\u202f][0-9]{3})+)\n(?:[0-9]+$|[0-9]{3}(?![0-9]))/

/** The amount and the note after it as two lines, if commas separate the cells; otherwise ''. */
function behindAmount(cells: readonly string[], { mapping, isComma }: CutPlan): string {
  const { payee, amount, token, tokenType } = mapping
  if (!isComma || amount === null || [payee, token, tokenType].includes(amount + 1)) return ''
  return pair(cells[amount], cells[amount + 1])
}

/**
 * The cell before the amount and the amount, if commas separate the cells and no title identifies them;
 * otherwise ''.
 */
function beforeAmount(cells: readonly string[], { mapping, isComma, header }: CutPlan): string {
  const { payee, amount, token, tokenType } = mapping
  if (!isComma || header || !amount || [payee, token, tokenType].includes(amount - 1)) return ''
  return pair(cells[amount - 1], cells[amount])
}

function pair(first = '', second = ''): string {
  return `${trimEdges(first.slice(0, LONGEST_CELL))}\n${trimEdges(second.slice(0, LONGEST_CELL))}`
}
