import type { ViewCounts } from './tableView.ts'

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

function some(count: number, one: string, many: string): string | null {
  return count === 0 ? null : `${number(count)} ${count === 1 ? one : many}`
}

/** `1 payment`, `47 payments`. */
export function paymentsText(count: number): string {
  return `${number(count)} ${count === 1 ? 'payment' : 'payments'}`
}

/** A count with its digits in groups of three. */
export function number(count: number): string {
  return count.toLocaleString('en')
}
