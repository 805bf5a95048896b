import { clipped, LONGEST_CELL, trimEdges } from '#chain/names/edges.ts'

/** How numbers are written: what groups their digits, then what stands before the decimals. `plain` has no groups. */
export type NumberStyle =
  | 'plain'
  | 'comma-point'
  | 'point-comma'
  | 'space-comma'
  | 'space-point'
  | 'apostrophe-point'
  | 'apostrophe-comma'

/** All styles, in the order in which they are offered, with a number as each of them writes it. */
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

const groupMarks = {
  comma: ',',
  point: '\\.',
  space: '[ \\u00a0\\u2009\\u202f]',
  apostrophe: "['’]",
} as const
const decimalMarks = { comma: ',', point: '\\.' } as const

type Grouped = Exclude<NumberStyle, 'plain'>

const shapes: Readonly<Record<NumberStyle, RegExp>> = {
  plain: /^((?:0|[1-9][0-9]*))(?:\.([0-9]+))?$/,
  ...(Object.fromEntries(
    allStyles.filter((style) => style !== 'plain').map((style) => [style, shapeOf(style as Grouped)]),
  ) as Record<Grouped, RegExp>),
}

/** Whole numbers without a zero in front, groups of exactly three digits or none at all, then decimals. */
function shapeOf(style: Grouped): RegExp {
  const [group, decimal] = style.split('-') as [keyof typeof groupMarks, keyof typeof decimalMarks]
  const whole = `0|[1-9][0-9]*|[1-9][0-9]{0,2}(?:${groupMarks[group]}[0-9]{3})+`
  return new RegExp(`^(${whole})(?:${decimalMarks[decimal]}([0-9]+))?$`)
}

/** The number of a cell as plain digits with a point, such as `1234.56`; null where the style does not write it so. */
export function plainNumber(cell: string, style: NumberStyle): string | null {
  if (cell.length > LONGEST_CELL) return null
  const match = shapes[style].exec(trimEdges(cell))
  if (!match) return null
  const whole = (match[1] ?? '').replace(/[^0-9]/g, '')
  return match[2] === undefined ? whole : `${whole}.${match[2]}`
}

/** What a cell may mean, in whatever styles write it so: each number once. */
export function likelyNumbers(cell: string): readonly string[] {
  const reported = new Set<string>()
  for (const style of allStyles) {
    const number = plainNumber(cell, style)
    if (number !== null) reported.add(number)
  }
  return [...reported]
}

/** A style that a person may choose for a file: how many cells it reads, and what it makes of one of them. */
export type StyleOption = { readonly style: NumberStyle; readonly reads: number; readonly example: string }

export type NumberStyles =
  | { readonly state: 'plain' }
  | { readonly state: 'ask'; readonly options: readonly StyleOption[] }

/** Three digits behind a point: a thousand for some people, and one for others. */
const MAYBE_GROUPED = /^[1-9][0-9]{0,2}(?:\.[0-9]{3})+$/

/**
 * How the numbers of a file are written. Only plain ones are read without asking, and only where none of them could
 * mean something else. `1.000` is plain where more cells are like `0.25`, in which the point can only stand before
 * decimals: one such cell among many like `1.000` may be the mistake itself. `1,000`, `1,5` and `1 000` are always
 * asked about.
 */
export function numberStyles(cells: Iterable<string>): NumberStyles {
  const counter = countStyles()
  for (const cell of cells) counter.add(cell)
  return counter.result()
}

/** Like `numberStyles`, fed with one cell after the other. */
export function countStyles(): { add(cell: string): void; result(): NumberStyles } {
  const seen = allStyles.map((style) => ({ style, reads: 0, example: '', tells: false }))
  /** Pairs of styles of which the first reads some cell that the second reads differently or not at all. */
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
        // What no other style reads so shows best what the choice means.
        const tells = numbers.some((other) => other !== null && other !== number)
        if (option.example === '' || (tells && !option.tells)) {
          Object.assign(option, { example: `${clipped(cell)} is ${clipped(number)}`, tells })
        }
      }
      if (number === null) return
      numbers.forEach((reported, other) => {
        if (reported !== number) uncovered.add(`${index}:${other}`)
      })
    })
  }

  const result = (): NumberStyles => {
    if (!foreign && (maybeGrouped === 0 || maybeGrouped < decimals)) return { state: 'plain' }
    const options = seen
      .filter(({ style, reads }, index) => {
        // What another style reads just so, and more, is no choice; of two that read the same, the first is enough.
        const isRepeated = seen.some((_, other) => {
          const isAll = other !== index && !uncovered.has(`${index}:${other}`)
          return isAll && (other < index || uncovered.has(`${other}:${index}`))
        })
        return reads > 0 && (style === 'plain' || !isRepeated)
      })
      .map(({ style, reads, example }) => ({ style, reads: reads + everywhere, example }))
    return { state: 'ask', options: options.sort((a, b) => b.reads - a.reads) }
  }
  return { add, result }
}
