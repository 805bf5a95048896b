import * as Amount from '#chain/money/Amount.ts'
import { clipped } from '#chain/text/label.ts'
import { isComment, isOfSheet, type Leftover } from '#domain/draft/import/leftovers.ts'
import type { LookAlikePayee, RowDoubt } from '#domain/draft/import/PayoutRow.ts'
import type { TotalLine } from '#domain/draft/import/readRows.ts'
import { payeeDoubtText, payeeTicks } from '#domain/payee/readPayee.ts'
import { count, listOf, plural } from '#domain/shared/format.ts'
import type { DraftView } from './draftView.ts'

/** `53 lines: 47 rows, 3 errors, 2 blank, 1 header`: accounts for every line. The parts add up. */
export function countsText(counts: DraftView['counts']): string {
  const { lines, added, rows, errors, skipped, blank, comment, header, title, total } = counts
  const some = (number: number, one: string, many?: string) =>
    number === 0 ? [] : [count(number, one, many)]
  const parts = [
    ...some(rows, 'row'),
    ...some(errors, 'error'),
    ...some(skipped, 'skipped', 'skipped'),
    ...some(blank, 'blank', 'blank'),
    ...some(comment, 'comment'),
    ...some(header, 'header', 'header'),
    ...some(title, 'title'),
    ...some(total, 'total'),
  ]
  const all = [
    ...(lines > 0 || added === 0 ? [lines === 0 ? '0 lines' : count(lines, 'line')] : []),
    ...some(added, 'row added by hand', 'rows added by hand'),
  ]
  return `${all.join(' and ')}: ${parts.length > 0 ? parts.join(', ') : 'nothing to pay'}`
}

/** The question about a leftover, the label of the answer that it says nothing about paying, and that answer in short. */
export function leftoverWords({ kind, title, values }: Leftover): {
  readonly question: string
  readonly nothing: string
  readonly answered: string
} {
  const rows = values.reduce((sum, { lines }) => sum + lines.length, 0)
  const [first] = values
  switch (kind) {
    case 'column':
      if (values.some(({ text }) => isComment(text)))
        return {
          question: 'Some cells have comments. Do they change who is paid?',
          nothing: 'No, they say nothing about paying',
          answered: 'The comments say nothing about paying',
        }
      return values.some(({ text }) => isOfSheet(text))
        ? {
            question: 'Some rows are hidden or struck through in the sheet. Are they paid?',
            nothing: 'Pay them all',
            answered: 'Hidden rows are paid',
          }
        : {
            question: `Does “${title}” change who is paid?`,
            nothing: 'No, it says nothing about paying',
            answered: `“${title}” says nothing about paying`,
          }
    case 'before':
      return {
        question: 'Are these names?',
        nothing: 'Yes, names',
        answered: 'The words before the addresses are names',
      }
    case 'words':
      return {
        question: `${count(rows, 'line says', 'lines say')} more than a payment. Does it change who is paid?`,
        nothing: 'No, pay these lines',
        answered: 'The other words say nothing about paying',
      }
    case 'mark':
      return {
        question: `${count(rows, 'row is', 'rows are')} marked. ${plural(rows, 'Is it', 'Are they')} paid?`,
        nothing: plural(rows, 'Pay it', 'Pay them all'),
        answered: 'Marked rows are paid',
      }
    case 'above':
      return {
        question: `Above the list: “${first?.text ?? ''}”. Does it change what is paid, in which token or on which network?`,
        nothing: 'No, pay this list',
        answered: 'Words above the list',
      }
    case 'file':
      return {
        question: `The file is called “${first?.text ?? ''}”. Does that change who is paid, or on which network?`,
        nothing: 'No, pay this list',
        answered: 'The name of the file says nothing about paying',
      }
    case 'section':
      return {
        question: 'Headings divide this list. Pay the rows under each?',
        nothing: 'Yes, pay them all',
        answered: 'Rows under all headings are paid',
      }
    case 'heading':
      return {
        question: `A column is called “${title}”. Are its cells, the token and BNB Smart Chain right?`,
        nothing: 'Yes, pay this list',
        answered: `“${title}” is right, with the token and BNB Smart Chain`,
      }
  }
}

/** Names the leftovers that need no question: columns that are not used, and values that are the same in all rows. */
export function unusedText(leftovers: readonly Leftover[]): string | null {
  const named = leftovers.filter(({ isAsked }) => !isAsked)
  const parts = named.map(({ kind, title, values }) => {
    const [only, another] = values
    const value = only && !another ? `: ${clipped(only.text)}` : ''
    return kind === 'above' ? `the words above${value}` : `${title}${value}`
  })
  return parts.length === 0 ? null : `Not used: ${parts.join(' · ')}.`
}

/** A doubt about rows. For a look-alike the whole address is entered again, for all others a tick is enough. */
export type Doubt = RowDoubt | LookAlikePayee

/** Kinds in display order, each with its title. */
export const doubtTitles: Readonly<Record<Doubt['kind'], string>> = {
  'look-alike': 'Look-alike addresses',
  duplicate: 'Paid more than once',
  again: 'The same recipients again',
  'maybe-cut': 'Amount may be split',
  total: 'The total doesn’t match',
  'other-address': 'Saved with another address',
  'two-names': 'Two names, one address',
  outlier: 'Unusually large',
  similar: 'Similar addresses',
  'no-checksum': 'Addresses without a checksum',
  contract: 'Recipients that are contracts',
}

/** The label of the tick for a doubt. */
export const doubtTicks: Readonly<Partial<Record<Doubt['kind'], string>>> = {
  ...payeeTicks,
  'other-address': 'This address is right',
  again: 'Pay these rows, too',
  'maybe-cut': 'These amounts are complete',
  total: 'Pay these amounts',
  outlier: 'The amount is correct',
}

/** The doubt in a sentence that names the lines. */
export function doubtWords(doubt: Doubt): string {
  switch (doubt.kind) {
    case 'duplicate':
      return `The same amount to the same address: ${Amount.format(doubt.amount)} to ${doubt.payee}.`
    case 'maybe-cut':
      return `${linesWords(doubt.lines)}: whole numbers on both sides of a comma. Was 1,5 split into 1 and 5?`
    case 'two-names':
      return `${listOf(doubt.names)} have the same address, ${doubt.payee}. Is that right?`
    case 'again':
      return `${linesWords(doubt.lines)}: the same recipients in the same order as above, with other amounts. Was the list pasted twice?`
    case 'other-address':
      return `${linesWords(doubt.lines)}: ${doubt.name} has ${doubt.payee} here. In People it’s ${listOf(doubt.saved)}.`
    case 'total':
      return `${linesWords(doubt.lines)} says ${doubt.said}. The payments make ${doubt.paid}.`
    case 'outlier':
      return `${linesWords(doubt.lines)}: ${Amount.format(doubt.amount)} to ${doubt.payee} is over 10× the typical amount here.`
    case 'look-alike':
    case 'similar':
      return payeeDoubtText(doubt)
    case 'no-checksum':
    case 'contract':
      return `${linesWords(doubt.lines)}: ${payeeDoubtText(doubt)}`
  }
}

type ComparedTotal = Pick<TotalLine, 'line' | 'number'> & {
  readonly said: string
  /** The sum of the rows in its token; null if no row is in its token or currency. */
  readonly sum: Amount.Amount | null
  readonly isSame: boolean
}

/**
 * Compares the totals of a list with the sums of its rows. One that matches settles the others, which are sums of a part,
 * or the same in another currency.
 * @param sums one per token
 */
export function compareTotals(
  totals: readonly TotalLine[],
  sums: readonly Amount.Amount[],
): { readonly matching: number | null; readonly doubt: RowDoubt | null } {
  const read = totals.flatMap(({ line, number, symbol }): readonly ComparedTotal[] => {
    const [only, another] = sums
    const sum =
      symbol === null ? (another ? undefined : only) : sums.find(({ token }) => token.symbol === symbol)
    const said = number === null || !sum ? null : Amount.parse(number, sum.token)
    if (sum && said?.ok)
      return [
        { line, number, said: Amount.format(said.amount), sum, isSame: said.amount.value === sum.value },
      ]
    const isOther = number !== null && symbol !== null && only !== undefined && !sum
    return isOther ? [{ line, number, said: `${number} ${symbol}`, sum: null, isSame: false }] : []
  })
  const matching = read.find(({ isSame }) => isSame)
  const last = read.findLast(({ sum }) => sum !== null) ?? read.at(-1)
  if (matching || !last) return { matching: matching?.line ?? null, doubt: null }
  const { line, number, said, sum } = last
  const compared = sum ? [sum] : sums
  const paid = compared.map(Amount.format).join(' + ')
  const id = `total/${line}/${number}/${compared.map(({ value }) => value).join('+')}`
  return { matching: null, doubt: { kind: 'total', id, lines: [line], said, paid } }
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

/** Lines with a doubt that is not ticked, in order. */
export function linesToConfirm(doubts: readonly Doubt[], ticks: ReadonlySet<string>): ReadonlySet<number> {
  const lines = doubts.flatMap((doubt) => (ticks.has(doubt.id) ? [] : doubt.lines))
  return new Set(lines.sort((a, b) => a - b))
}
