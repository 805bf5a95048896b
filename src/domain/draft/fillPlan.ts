import type { Amount } from '#chain/money/Amount.ts'
import * as Amounts from '#chain/money/Amount.ts'
import type { Token } from '#chain/money/Token.ts'
import { likelyNumbers } from '#domain/draft/import/numberStyle.ts'
import type { PayoutRow } from '#domain/draft/import/PayoutRow.ts'
import { count } from '#domain/shared/format.ts'
import { amountFaultText } from '#domain/shared/labelText.ts'
import { type DraftView, unskipped } from './draftView.ts'
import { isMendable } from './parsedDraft.ts'

export type FillKind = 'same' | 'even' | 'weight'

/**
 * Plans amounts for all rows that are not skipped. The effect is shown before it is applied.
 * @param text the amount for each row, or the total to split
 */
export function planFill(kind: FillKind, text: string, token: Token | null, view: DraftView) {
  const refused = (fault: string) => ({ ok: false, fault }) as const
  if (!token) return refused('Choose a token.')
  const read = Amounts.parse(text, token)
  if (!read.ok) return refused(amountFaultText(read.fault, token))
  const rows = [...unskipped(view)].filter(isMendable)
  const amounts = amountsOf(kind, read.amount, rows)
  if (typeof amounts === 'string') return refused(amounts)
  return { ok: true, lines: rows.map(({ line }) => line), amounts, words: planWords(amounts) } as const
}

function amountsOf(kind: FillKind, amount: Amount, rows: readonly PayoutRow[]): readonly Amount[] | string {
  if (rows.length === 0) return 'Add at least one payment.'
  if (kind === 'same') return rows.map(() => amount)
  if (kind === 'even') return splitEvenly(amount, rows.length) ?? TOO_LITTLE
  const weights = rows.map(weightOf)
  const line = rows[weights.findIndex((weight) => !isWeight(weight))]?.line
  return line === undefined
    ? (splitByWeight(amount, weights) ?? TOO_LITTLE)
    : `Line ${line}: the amount column needs a weight above zero, such as 1 or 2.5.`
}

/** The amount of a row as it was read; of a row without a token its cell, unless that can mean two numbers. */
function weightOf({ read, cells }: PayoutRow): string {
  if (read.ok) return Amounts.toDecimal(read.payment.amount)
  const isTyped = cells.amount.startsWith('=')
  return isTyped ? cells.amount.slice(1) : likelyNumbers(cells.amount).length > 1 ? '' : cells.amount
}

const TOO_LITTLE = 'Too little: some payments would be zero.'

function planWords(amounts: readonly Amount[]): string {
  const [first] = amounts
  if (!first) return ''
  const { token } = first
  const values = amounts.map(({ value }) => value)
  const words = (value: bigint) => Amounts.format({ token, value })
  const least = values.reduce((a, b) => (b < a ? b : a))
  const most = values.reduce((a, b) => (b > a ? b : a))
  const each = least === most ? `of ${words(least)} each` : `from ${words(least)} to ${words(most)}`
  const total = words(values.reduce((all, value) => all + value, 0n))
  return `${count(amounts.length, 'payment')} ${each}, ${total} in total. This replaces their amounts and tokens.`
}

/**
 * Splits a total over the rows as evenly as base units allow; the first rows get one more for the remainder.
 * The sum equals the total exactly. Null if a row would get nothing.
 */
export function splitEvenly(total: Amount, rows: number): readonly Amount[] | null {
  const weights = Array.from({ length: rows }, () => 1n)
  return splitBy(total, weights)
}

/** A decimal number with one point and at most 30 digits on each side. */
const WEIGHT = /^([0-9]{1,30})(?:\.([0-9]{1,30}))?$/

/** True for a number above zero by which a total can be split. */
export function isWeight(weight: string): boolean {
  return WEIGHT.test(weight.trim()) && /[1-9]/.test(weight)
}

/**
 * Splits a total by weights such as `1` or `2.5`, see `isWeight`. Leftover base units go to the largest remainders, earlier
 * rows first. The sum equals the total exactly. Null if a row would get nothing.
 */
export function splitByWeight(total: Amount, weights: readonly string[]): readonly Amount[] | null {
  const parts = weights.map((weight) => WEIGHT.exec(weight.trim()))
  const decimals = parts.reduce((most, part) => Math.max(most, part?.[2]?.length ?? 0), 0)
  const whole = parts.map((part) => BigInt(`${part?.[1] ?? ''}${(part?.[2] ?? '').padEnd(decimals, '0')}`))
  return splitBy(total, whole)
}

/** Largest remainder method. Null if there are no rows, or a row would get nothing. */
function splitBy({ token, value }: Amount, weights: readonly bigint[]): readonly Amount[] | null {
  const sum = weights.reduce((all, weight) => all + weight, 0n)
  if (sum === 0n) return null
  const shares = weights.map((weight) => (value * weight) / sum)
  const rests = weights.map((weight, index) => ({ index, rest: (value * weight) % sum }))
  const left = Number(value - shares.reduce((all, share) => all + share, 0n))
  rests.sort((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1))
  for (const { index } of rests.slice(0, left)) shares[index] = (shares[index] ?? 0n) + 1n
  return shares.every((share) => share > 0n) ? shares.map((share) => ({ token, value: share })) : null
}
