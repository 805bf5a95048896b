import * as Amount from '#chain/money/Amount.ts'
import type { Token } from '#chain/money/Token.ts'
import { LONGEST_CELL, trimEdges } from '#chain/names/trimEdges.ts'
import { likelyNumbers, type NumberStyle, plainNumber } from './numberStyle.ts'

/** Why a cell is not an amount. */
export type AmountCellFault =
  | { readonly kind: Exclude<Amount.AmountFault, 'ambiguous-separator' | 'not-a-number'> }
  | {
      readonly kind:
        | 'percentage'
        | 'exponent'
        | 'hex'
        | 'sign'
        | 'infinite'
        | 'foreign-digits'
        | 'shorthand'
        | 'open'
        | 'currency'
        | 'grouping'
        | 'leading-zero'
        | 'not-a-number'
    }
  /**
   * Written in another style than the file's. `likely` holds possible values, which are never used
   * automatically.
   */
  | { readonly kind: 'other-style'; readonly likely: readonly string[] }

type ReadAmount =
  | { readonly ok: true; readonly amount: Amount.Amount }
  | { readonly ok: false; readonly fault: AmountCellFault }

/**
 * Parses the amount of a cell exactly, only in the style of its file. Other styles are reported, not assumed;
 * nothing is rounded.
 */
export function readAmountCell(cell: string, token: Token, style: NumberStyle): ReadAmount {
  if (cell.length > LONGEST_CELL) return { ok: false, fault: { kind: 'too-long' } }
  const text = trimEdges(cell)
  const number = plainNumber(text, style)
  if (number === null) return { ok: false, fault: faultOf(text) }
  const read = Amount.parse(number, token)
  if (read.ok) return read
  const { fault } = read
  // The digits are plain here, so separators are not ambiguous.
  return { ok: false, fault: { kind: fault === 'ambiguous-separator' ? 'not-a-number' : fault } }
}

/** Why a text is not a number of the chosen style. */
function faultOf(text: string): AmountCellFault {
  if (text === '') return { kind: 'empty' }
  const sure = firstWords.find(([shape]) => shape.test(text))
  if (sure) return { kind: sure[1] }
  const likely = likelyNumbers(text)
  if (likely.length > 0) return { kind: 'other-style', likely }
  const guess = lastWords.find(([shape]) => shape.test(text))
  return { kind: guess?.[1] ?? 'not-a-number' }
}

type Words = readonly (readonly [RegExp, Exclude<AmountCellFault['kind'], 'other-style'>])[]

const firstWords: Words = [
  [/%$|^%|[％٪‰]/, 'percentage'],
  [/^[-−–—﹣－(]/, 'negative'],
  [/^[+＋]/, 'sign'],
  [/^0x/i, 'hex'],
  [/^[0-9.,]+e[+-]?[0-9]+$/i, 'exponent'],
  [/∞|^inf(?:inity)?$/i, 'infinite'],
  [/(?![0-9])\p{Nd}|[．，]/u, 'foreign-digits'],
  [/^[^0-9]*[0-9][0-9.,]* ?(?:k|m|mn|mio|bn|tsd|thousand|million|hundred|grand|lakh|crore)\b/iu, 'shorthand'],
  [/^(?:tb[adc]|n\/?a|pending|open|offen|\?+|-+|–|—|…)$/i, 'open'],
]

const lastWords: Words = [
  [/^0[0-9]/, 'leading-zero'],
  [/^[0-9][0-9.,'’_ \u00a0\u2009\u202f]*[0-9]$/, 'grouping'],
  // A digit, and letters or a currency sign at an edge. Anchored, so that it is tried at one position only.
  [/^(?=.*[0-9])(?:\p{Sc}|[a-z]{1,6}\b|.*[\p{Sc}a-z]$)/iu, 'currency'],
]
