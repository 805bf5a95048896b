import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The files that set the design's values; everything else uses them. */
const TOKENS = ['src/ui/tokens.css', 'src/ui/paper.css']

const sheets = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((name) => `src/${name}`)
  .filter((name) => name.endsWith('.css') && !TOKENS.includes(name))

/** `[file, property, value]` of every declaration. */
const declarations = sheets.flatMap((file) =>
  [
    ...readFileSync(file, 'utf8')
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .matchAll(/([\w-]+):\s*([^;{}]+);/g),
  ].map(([, property = '', value = '']) => [file, property, value.trim()] as const),
)

/** Colours by value or by name, except `transparent` and `currentColor`. */
const COLOUR =
  /#[\da-f]{3,8}\b|\b(rgba?|hsla?|oklch|lab)\(|\b(white|black|red|green|blue|grey|gray|orange|yellow)\b/i

test('behavior: no stylesheet sets a colour of its own', () => {
  const own = declarations.filter(([, property, value]) => COLOUR.test(value) && !property.startsWith('--rk'))
  expect(own).toEqual([])
})

/** Sizes of type, and the space around and between things. */
const SPACING = /^(font-size|font-weight|border-radius|(padding|margin)(-\w+)*|(row-|column-)?gap)$/
/** A length that is not derived from a token: 1 to 9 pixels align optically, where no step of the scale fits. */
const LENGTH = /(?<![\w.-])(\d{2,}(\.\d+)?px|\d*\.?\d+r?em)\b/

test('behavior: outside ui, every size and space is a token', () => {
  const own = declarations.filter(
    ([file, property, value]) =>
      !file.startsWith('src/ui/') &&
      SPACING.test(property) &&
      LENGTH.test(value) &&
      !/^calc|clamp/.test(value),
  )
  expect(own).toEqual([])
})

test('behavior: every token that is used exists', () => {
  const tokens = new Set(TOKENS.flatMap((file) => readFileSync(file, 'utf8').match(/--[\w-]+(?=:)/g) ?? []))
  const local = new Set(declarations.flatMap(([, property]) => (property.startsWith('--') ? [property] : [])))
  const missing = declarations.flatMap(([file, , value]) =>
    [...value.matchAll(/var\((--[\w-]+)/g)].flatMap(([, name = '']) =>
      tokens.has(name) || local.has(name) ? [] : [[file, name]],
    ),
  )
  expect(missing).toEqual([])
})
