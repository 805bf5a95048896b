import { LONGEST_CELL, trimEdges } from '#chain/names/edges.ts'

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
  const told = new Set<string>()
  for (const style of allStyles) {
    const number = plainNumber(cell, style)
    if (number !== null) told.add(number)
  }
  return [...told]
}
