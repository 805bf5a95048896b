import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import type { RowChecks, RowDoubt } from '#domain/draft/import/PayoutRow.ts'
import { contractDoubt, type PayeeCodes } from '#domain/payee/checkPayee.ts'
import { payeeDoubtText, payeeTicks } from '#domain/payee/payeeWords.ts'
import { count } from '#domain/shared/format.ts'
import type { ViewCounts } from './draftView.ts'

/** `53 lines: 47 rows, 3 errors, 2 blank, 1 header`: accounts for every line. The parts add up. */
export function countsText(counts: ViewCounts): string {
  const { lines, added, rows, errors, skipped, blank, comment, header } = counts
  const parts = [
    some(rows, 'row', 'rows'),
    some(errors, 'error', 'errors'),
    some(skipped, 'skipped', 'skipped'),
    some(blank, 'blank', 'blank'),
    some(comment, 'comment', 'comments'),
    some(header, 'header', 'header'),
  ].filter((part) => part !== null)
  const all = [
    lines > 0 || added === 0 ? (some(lines, 'line', 'lines') ?? '0 lines') : null,
    added > 0 ? `${some(added, 'row', 'rows')} added by hand` : null,
  ].filter((part) => part !== null)
  return `${all.join(' and ')}: ${parts.length > 0 ? parts.join(', ') : 'nothing to pay'}`
}

function some(number: number, one: string, many: string): string | null {
  return number === 0 ? null : count(number, one, many)
}

export type Doubt = RowDoubt

export type DoubtKind = Doubt['kind']

/** Kinds in display order, each with its title and the label of its tick. */
export const doubtKinds: Readonly<Record<DoubtKind, { readonly title: string; readonly tick: string }>> = {
  duplicate: { title: 'Paid more than once', tick: 'Pay each of them' },
  'maybe-cut': { title: 'Amount may be split', tick: 'These amounts are complete' },
  outlier: { title: 'Unusually large', tick: 'The amount is correct' },
  similar: { title: 'Similar addresses', tick: payeeTicks.similar },
  'no-checksum': { title: 'Addresses without a checksum', tick: payeeTicks['no-checksum'] },
  contract: { title: 'Recipients that are contracts', tick: payeeTicks.contract },
}

/** The doubt in a sentence that names the lines. */
export function doubtWords(doubt: Doubt): string {
  switch (doubt.kind) {
    case 'duplicate':
      return `${linesWords(doubt.lines)} are identical: ${Amount.format(doubt.amount)} to ${doubt.payee}.`
    case 'maybe-cut':
      return `${linesWords(doubt.lines)}: whole numbers on both sides of a comma. Was 1,5 split into 1 and 5?`
    case 'outlier':
      return `${linesWords(doubt.lines)}: ${Amount.format(doubt.amount)} to ${doubt.payee} is over 10× the typical amount here.`
    case 'similar':
    case 'no-checksum':
    case 'contract':
      return `${linesWords(doubt.lines)}: ${payeeDoubtText(doubt)}`
  }
}

/** How many lines are listed; for more, only their number is shown. */
const NAMED = 8

/** `Line 4`, `Lines 4, 9 and 12`, `Lines 4, 9, … and 20 more`. */
export function linesWords(lines: readonly number[]): string {
  const [only, ...others] = lines
  if (others.length === 0) return `Line ${only}`
  if (lines.length > NAMED) {
    return `Lines ${lines.slice(0, NAMED).join(', ')} and ${lines.length - NAMED} more`
  }
  return `Lines ${lines.slice(0, -1).join(', ')} and ${lines.at(-1)}`
}

/** Payees that are contracts, with the lines that pay them. */
export function contractDoubts(
  payees: ReadonlyMap<Address, readonly number[]>,
  codes: PayeeCodes,
): readonly Doubt[] {
  return [...codes].flatMap(([payee, isContract]) => {
    const lines = isContract ? payees.get(payee) : undefined
    return lines ? [{ ...contractDoubt(payee), lines }] : []
  })
}

/** Lines with something to confirm, in order. */
export function linesToConfirm(
  doubts: readonly Doubt[],
  lookAlikes: RowChecks['lookAlikes'],
  ticks: ReadonlySet<string>,
): readonly number[] {
  const open = [
    ...doubts.filter(({ id }) => !ticks.has(id)),
    ...lookAlikes.filter(({ id }) => !ticks.has(id)),
  ]
  return [...new Set(open.flatMap(({ lines }) => lines))].sort((a, b) => a - b)
}
