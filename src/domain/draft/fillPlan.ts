import type { Amount } from '#chain/money/Amount.ts'
import * as Amounts from '#chain/money/Amount.ts'
import type { Token } from '#chain/money/Token.ts'
import type { PayoutRow } from '#domain/draft/import/PayoutRow.ts'
import { count } from '#domain/shared/format.ts'
import { amountFaultText } from '#domain/shared/labelText.ts'
import { type DraftView, unskipped } from './draftView.ts'
import { isMendable } from './parsedDraft.ts'
import { sameForAll, splitByWeight, splitEvenly } from './splitAmount.ts'

export type FillKind = 'same' | 'even' | 'weight'

/** The effect of a fill, shown before it is applied; or why it is not possible. */
type FillPlan =
  | {
      readonly ok: true
      readonly lines: readonly number[]
      readonly amounts: readonly Amount[]
      readonly words: string
    }
  | { readonly ok: false; readonly fault: string }

/**
 * Plans amounts for all rows that are not skipped. @param text the amount for each row, or the total to split
 */
export function planFill(kind: FillKind, text: string, token: Token | null, view: DraftView): FillPlan {
  if (!token) return { ok: false, fault: 'Choose a token.' }
  const read = Amounts.parse(text, token)
  if (!read.ok) return { ok: false, fault: amountFaultText(read.fault, token) }
  const rows = [...unskipped(view)].filter(isMendable)
  const amounts = amountsOf(kind, read.amount, rows)
  if (typeof amounts === 'string') return { ok: false, fault: amounts }
  return { ok: true, lines: rows.map(({ line }) => line), amounts, words: planWords(amounts) }
}

function amountsOf(kind: FillKind, amount: Amount, rows: readonly PayoutRow[]): readonly Amount[] | string {
  if (rows.length === 0) return 'Add at least one payment.'
  if (kind === 'same') return sameForAll(rows.length, amount)
  if (kind === 'even') return splitEvenly(amount, rows.length) ?? TOO_LITTLE
  const split = splitByWeight(
    amount,
    rows.map(({ cells }) => cells.amount.replace(/^=/, '')),
  )
  if (split.ok) return split.amounts
  const line = rows[split.index]?.line
  return split.fault === 'nothing-left'
    ? TOO_LITTLE
    : `Line ${line}: the amount column needs a weight above zero, such as 1 or 2.5.`
}

const TOO_LITTLE = 'Too little: some payments would be zero.'

function planWords(amounts: readonly Amount[]): string {
  const values = amounts.map(({ value }) => value)
  const least = amounts[values.indexOf(values.reduce((a, b) => (b < a ? b : a)))]
  const most = amounts[values.indexOf(values.reduce((a, b) => (b > a ? b : a)))]
  const [first] = amounts
  if (!first || !least || !most) return ''
  const sum = { token: first.token, value: values.reduce((all, value) => all + value, 0n) }
  const each =
    least.value === most.value
      ? `of ${Amounts.format(least)} each`
      : `from ${Amounts.format(least)} to ${Amounts.format(most)}`
  return `${count(amounts.length, 'payment')} ${each}, ${Amounts.format(sum)} in total. This replaces their amounts and tokens.`
}
