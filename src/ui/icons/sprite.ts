import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { iconNames, tokenLogos } from './names.ts'

const folder = import.meta.dirname

/**
 * The text of icons.svg: a symbol for each icon, from the package lucide-static, and for each logo, from tokens/.
 * How lines are drawn is in Icon.module.css; a logo has its own colours.
 */
export function spriteText(): string {
  const symbols = [
    ...iconNames.map((name) => symbolOf(name, path.join('node_modules/lucide-static/icons', `${name}.svg`))),
    ...tokenLogos.map((symbol) =>
      symbolOf(`token-${symbol}`, path.join(folder, 'tokens', `${symbol.toLowerCase()}.svg`)),
    ),
  ]
  return [
    '<svg xmlns="http://www.w3.org/2000/svg">',
    '<!-- Icons: Lucide, lucide.dev/license -->',
    ...symbols,
    '</svg>\n',
  ].join('\n')
}

function symbolOf(id: string, file: string): string {
  const drawing = /<svg[^>]* viewBox="0 0 24 24"[^>]*>(.*)<\/svg>/s.exec(readFileSync(file, 'utf8'))?.[1]
  if (drawing === undefined) throw new Error(`${file} is no picture of 24 by 24.`)
  const shapes = drawing.replaceAll(/\s+/g, ' ').replaceAll(/\s*(\/?>)\s*/g, '$1')
  return `<symbol id="${id}" viewBox="0 0 24 24">${shapes.trim()}</symbol>`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = spriteText()
  writeFileSync(path.join(folder, 'icons.svg'), text)
  console.log(`icons.svg ${text.length} bytes`)
}
