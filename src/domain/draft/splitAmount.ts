import type { Amount } from '#chain/money/Amount.ts'

/** The same amount for every row. */
export function sameForAll(rows: number, amount: Amount): readonly Amount[] {
  return Array.from({ length: rows }, () => amount)
}

/**
 * Splits a total over the rows as evenly as base units allow; the first rows get one more for the remainder.
 * The sum equals the total exactly. Null if a row would get nothing.
 */
export function splitEvenly(total: Amount, rows: number): readonly Amount[] | null {
  return splitBy(
    total,
    Array.from({ length: rows }, () => 1n),
  )
}

type SplitByWeight =
  | { readonly ok: true; readonly amounts: readonly Amount[] }
  /** `index` counts from 0; -1 if no single weight is wrong. */
  | {
      readonly ok: false
      readonly index: number
      readonly fault: 'not-a-weight' | 'zero-weight' | 'nothing-left'
    }

/** A decimal number with one point and at most 30 digits on each side. */
const WEIGHT = /^([0-9]{1,30})(?:\.([0-9]{1,30}))?$/

/**
 * Splits a total by weights such as `1` or `2.5`. Leftover base units go to the largest remainders, earlier
 * rows first. The sum equals the total exactly.
 */
export function splitByWeight(total: Amount, weights: readonly string[]): SplitByWeight {
  const parts = weights.map((weight) => WEIGHT.exec(weight.trim()))
  const wrong = parts.indexOf(null)
  if (wrong >= 0) return { ok: false, index: wrong, fault: 'not-a-weight' }
  const decimals = parts.reduce((most, part) => Math.max(most, part?.[2]?.length ?? 0), 0)
  const whole = parts.map((part) => BigInt(`${part?.[1] ?? ''}${(part?.[2] ?? '').padEnd(decimals, '0')}`))
  const zero = whole.indexOf(0n)
  if (zero >= 0) return { ok: false, index: zero, fault: 'zero-weight' }
  const amounts = splitBy(total, whole)
  return amounts ? { ok: true, amounts } : { ok: false, index: -1, fault: 'nothing-left' }
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
