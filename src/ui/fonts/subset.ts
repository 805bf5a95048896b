import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const folder = import.meta.dirname

/** One font file of the stylesheet fonts.css. */
type FontFile = {
  readonly name: string
  readonly family: string
  /** The lightest and the heaviest weight that the file can draw. */
  readonly weights: { readonly min: number; readonly max: number }
  /** Every character for which a browser may take this file. */
  readonly text: string
}

/** The sources of the families: packages whose file has every character that fonts.css promises. */
const sources: Readonly<Record<string, { readonly file: string; readonly axes: Record<string, number> }>> = {
  // Its other axis changes the letters with their size. Fixed to the value for text, the file is half the size.
  Inter: { file: 'inter-ui/variable/InterVariable.woff2', axes: { opsz: 14 } },
  'Portal Hex': {
    file: '@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2',
    axes: {},
  },
}

/**
 * Kerning and figures of one width, for columns of amounts. Not `calt`, a quarter of the file: it draws other
 * characters than the text has, such as an arrow for `->` and a multiplication sign for the x in 0x12.
 */
const FEATURES = ['kern', 'tnum']

/** The licence and its address (OpenType's `name` table), besides the copyright, which always stays. */
const LICENCE = [13, 14]

/** The files that the stylesheet names, and the characters that it promises for each. */
export function fontFiles(): FontFile[] {
  const css = readFileSync(path.join(folder, 'fonts.css'), 'utf8')
  return [...css.matchAll(/@font-face \{([^}]*)\}/g)].flatMap(([, rule = '']) => {
    const read = (pattern: RegExp) => pattern.exec(rule)?.slice(1) ?? []
    const [name] = read(/url\("\.\/([\w-]+\.woff2)"\)/)
    if (name === undefined) return []
    const [family = ''] = read(/font-family: "([^"]+)"/)
    const [min, max] = read(/font-weight: (\d+) (\d+)/)
    const [range = ''] = read(/unicode-range:([^;]+)/)
    return [{ name, family, weights: { min: Number(min), max: Number(max) }, text: charactersOf(range) }]
  })
}

/** The bytes of one of the files; the same in every run. */
export async function makeFont({ family, weights, text }: FontFile): Promise<Buffer> {
  const source = sources[family]
  if (!source) throw new Error(`No package is known for the font ${family}.`)
  return subsetFont(readFileSync(path.join('node_modules', source.file)), text, {
    targetFormat: 'woff2',
    keepFeatures: FEATURES,
    preserveNameIds: LICENCE,
    variationAxes: { ...source.axes, wght: weights },
  })
}

/** All characters of a `unicode-range`. */
function charactersOf(range: string): string {
  return range
    .split(',')
    .flatMap((part) => {
      const [first = 0, last = first] = part
        .trim()
        .slice('U+'.length)
        .split('-')
        .map((code) => Number.parseInt(code, 16))
      return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index))
    })
    .join('')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const file of fontFiles()) {
    const font = await makeFont(file)
    writeFileSync(path.join(folder, file.name), font)
    console.log(`${file.name.padEnd(20)}${String(font.length).padStart(6)} bytes`)
  }
}
