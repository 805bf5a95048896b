import * as Amount from '#chain/money/Amount.ts'
import type { Token } from '#chain/money/Token.ts'
import { clipped, LONGEST_CELL, trimEdges } from '#chain/text/label.ts'
import { amountFaultText } from '#domain/shared/labelText.ts'

/** How numbers are written: the digit group separator, then the decimal separator. `plain` has no groups. */
export type NumberStyle =
  | 'plain'
  | 'comma-point'
  | 'point-comma'
  | 'space-comma'
  | 'space-point'
  | 'apostrophe-point'
  | 'apostrophe-comma'

/** All styles in display order, each with an example. */
export const numberExamples: Readonly<Record<NumberStyle, string>> = {
  plain: '1234.56',
  'comma-point': '1,234.56',
  'point-comma': '1.234,56',
  'space-comma': '1 234,56',
  'space-point': '1 234.56',
  'apostrophe-point': '1’234.56',
  'apostrophe-comma': '1’234,56',
}

export const allStyles = Object.keys(numberExamples) as readonly NumberStyle[]

const marks = {
  comma: ',',
  point: '\\.',
  space: '[ \\u00a0\\u2009\\u202f]',
  apostrophe: "['’]",
} as const

const shapes = Object.fromEntries(allStyles.map((style) => [style, shapeOf(style)])) as Readonly<
  Record<NumberStyle, RegExp>
>

/** A whole number without a leading zero, in groups of exactly three digits or ungrouped, then decimals. */
function shapeOf(style: NumberStyle): RegExp {
  if (style === 'plain') return /^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/
  const [group, decimal] = style.split('-') as [keyof typeof marks, 'comma' | 'point']
  const whole = `0|[1-9][0-9]*|[1-9][0-9]{0,2}(?:${marks[group]}[0-9]{3})+`
  return new RegExp(`^(${whole})(?:${marks[decimal]}([0-9]+))?$`)
}

/**
 * The number of a cell as plain digits with a point, such as `1234.56`; null if it does not match the style.
 */
export function plainNumber(cell: string, style: NumberStyle): string | null {
  if (cell.length > LONGEST_CELL) return null
  const match = shapes[style].exec(trimEdges(cell))
  if (!match) return null
  const whole = (match[1] ?? '').replace(/[^0-9]/g, '')
  return match[2] === undefined ? whole : `${whole}.${match[2]}`
}

/** The possible values of a cell in any style, without duplicates. */
export function likelyNumbers(cell: string): readonly string[] {
  const reported = new Set<string>()
  for (const style of allStyles) {
    const number = plainNumber(cell, style)
    if (number !== null) reported.add(number)
  }
  return [...reported]
}

/** A plain number as people read it: grouped, without redundant zeros. */
function numberText(plain: string): string {
  const [whole = '', fraction = ''] = plain.split('.')
  const token = { address: null, symbol: '', name: '', decimals: fraction.length }
  return Amount.formatNumber({ token, value: BigInt(`${whole}${fraction}`) })
}

/** Whether a person must choose how numbers are written, and the options: how many cells each reads, and an example. */
export type NumberStyles = ReturnType<ReturnType<typeof countStyles>['result']>

/** Three digits after a point: thousands for some people, decimals for others. */
const MAYBE_GROUPED = /^[1-9][0-9]{0,2}(?:\.[0-9]{3})+$/

/**
 * Determines how the numbers of a file are written. Only plain numbers are read without asking, and only if
 * none of them is ambiguous. `1.000` is plain if more cells look like `0.25`, where the point can only be a
 * decimal point; a single such cell among many like `1.000` may itself be the mistake. `1,000`, `1,5` and `1
 * 000` always need an answer.
 */
export function countStyles() {
  const seen = allStyles.map((style) => ({ style, reads: 0, example: '', tells: false }))
  /** Pairs of styles where the first reads some cell that the second reads differently or not at all. */
  const uncovered = new Set<string>()
  let [everywhere, maybeGrouped, decimals, foreign] = [0, 0, 0, false]

  const add = (raw: string) => {
    if (raw.length > LONGEST_CELL) return
    const cell = trimEdges(raw)
    if (/^(?:0|[1-9][0-9]*)$/.test(cell)) {
      everywhere++
      return
    }
    const numbers = allStyles.map((style) => plainNumber(cell, style))
    if (numbers.every((number) => number === null)) return
    const isPlain = plainNumber(cell, 'plain') !== null
    if (MAYBE_GROUPED.test(cell)) maybeGrouped++
    else if (isPlain) decimals++
    if (!isPlain) foreign = true
    seen.forEach((option, index) => {
      const number = numbers[index] ?? null
      if (number !== null) {
        option.reads++
        // A value that only this style gives is the best example of the choice.
        const tells = numbers.some((other) => other !== null && other !== number)
        if (option.example === '' || (tells && !option.tells)) {
          Object.assign(option, { example: `${clipped(cell)} means ${clipped(numberText(number))}`, tells })
        }
      }
      if (number === null) return
      numbers.forEach((reported, other) => {
        if (reported !== number) uncovered.add(`${index}:${other}`)
      })
    })
  }

  const result = () => {
    if (!foreign && (maybeGrouped === 0 || maybeGrouped < decimals)) return { state: 'plain' } as const
    const options = seen
      .filter(({ style, reads }, index) => {
        // A style is redundant if another reads the same cells identically, or more. Of two equal styles,
        // keep the first.
        const isRepeated = seen.some((_, other) => {
          const isAll = other !== index && !uncovered.has(`${index}:${other}`)
          return isAll && (other < index || uncovered.has(`${other}:${index}`))
        })
        return reads > 0 && (style === 'plain' || !isRepeated)
      })
      .map(({ style, reads, example }) => ({ style, reads: reads + everywhere, example }))
    return { state: 'ask', options: options.sort((a, b) => b.reads - a.reads) } as const
  }
  return { add, result }
}

type Shapes = readonly (readonly [shape: RegExp, fault: string])[]

/** Shapes that are no number of any style, and what to do. */
const sureFaults: Shapes = [
  [/%$|^%|[％٪‰]/, 'This is a percentage. Enter the amount itself.'],
  [/^[-−–—﹣－(]/, amountFaultText('negative', null)],
  [/^[+＋]/, 'Enter the amount without a sign.'],
  [/^0x/i, 'This is a hexadecimal number. Use decimal digits.'],
  [/^[0-9.,]+e[+-]?[0-9]+$/i, 'Spreadsheets shorten long numbers like this. Enter all digits.'],
  [/∞|^inf(?:inity)?$/i, 'Enter a finite amount.'],
  [/(?![0-9])\p{Nd}|[．，]/u, 'Use the digits 0 to 9.'],
  [
    /^[^0-9]*[0-9][0-9.,]* ?(?:k|m|mn|mio|bn|tsd|thousand|million|hundred|grand|lakh|crore)\b/iu,
    'Write the whole number, without k or m.',
  ],
  [
    /^(?:tb[adc]|n\/?a|pending|open|offen|\?+|-+|–|—|…)$/i,
    'This amount is still open. Enter it, or skip the row.',
  ],
]

/** Shapes of texts that no style reads, and what to do. */
const likelyFaults: Shapes = [
  [/^0[0-9]/, 'This starts with a zero, like an invoice number. Write the amount without it.'],
  [
    /^[0-9][0-9.,'’_ \u00a0\u2009\u202f]*[0-9]$/,
    'These digits aren’t in groups of three. Write the amount without separators.',
  ],
  // A digit, and letters or a currency sign at an edge. Anchored, so that it is tried at one position only.
  [
    /^(?=.*[0-9])(?:\p{Sc}|[a-z]{1,6}\b|.*[\p{Sc}a-z]$)/iu,
    'Numbers only here. The token goes in its own column.',
  ],
]

/** Has more decimals than any real token; used only to check the format of the digits. */
const SOME_TOKEN: Token = { address: null, symbol: '', name: '', decimals: 255 }

type ReadAmount =
  /** Null without a token. */
  | { readonly ok: true; readonly amount: Amount.Amount | null }
  /** The reason, and what to do, in sentences. */
  | { readonly ok: false; readonly fault: string }

/**
 * Parses the amount of a cell exactly, only in the style of its file. Other styles are reported, not assumed;
 * nothing is rounded.
 * @param token null if the row names none: then only faults that apply to every token are reported
 */
export function readAmountCell(cell: string, token: Token | null, style: NumberStyle): ReadAmount {
  const refused = (fault: string) => ({ ok: false, fault }) as const
  if (cell.length > LONGEST_CELL) return refused(amountFaultText('too-long', token))
  const text = trimEdges(cell)
  const number = plainNumber(text, style)
  if (number === null) return refused(faultText(text))
  const read = Amount.parse(number, token ?? SOME_TOKEN)
  if (read.ok) return { ok: true, amount: token && read.amount }
  if (!token && ['too-many-decimals', 'too-large'].includes(read.fault)) return { ok: true, amount: null }
  return refused(amountFaultText(read.fault, token))
}

/** Why a text is not a number of the chosen style. Its possible values are named, and never used by themselves. */
function faultText(text: string): string {
  if (text === '') return amountFaultText('empty', null)
  const matching = (shapes: Shapes) => shapes.find(([shape]) => shape.test(text))?.[1]
  const sure = matching(sureFaults)
  if (sure !== undefined) return sure
  const likely = likelyNumbers(text).map(clipped)
  if (likely.length > 1)
    return `This can mean ${likely.join(' or ')}. Write the one you mean, without separators.`
  return likely.length === 1
    ? `This isn’t written like the other amounts. If you mean ${likely[0]}, write that.`
    : (matching(likelyFaults) ?? amountFaultText('not-a-number', null))
}
