import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

// Weighs a build, in bytes of gzip -9 (1 KB = 1,000 bytes), and warns of files over their budget: `npm run size`.

/** Of `npm run build`, or another build's. */
const folder = process.argv[2] ?? 'dist'
const page = readFileSync(`${folder}/index.html`, 'utf8')
const [, json = ''] = /<script id="files"[^>]*>(.*?)<\/script>/.exec(page) ?? []
/** The files that each kind of visit and each page opens with (`src/build/startFiles.ts`). */
const { starts } = JSON.parse(json) as { starts: Record<string, string[]> }

const sizeOf = (file: string) => gzipSync(readFileSync(`${folder}/${file}`), { level: 9 }).length
const scriptsOf = (names: readonly string[]) =>
  new Set(names.flatMap((name) => starts[name] ?? []).filter((file) => file.endsWith('.js')))
const weigh = (names: readonly string[], without: readonly string[] = []) => {
  const already = scriptsOf(without)
  const added = [...scriptsOf(names)].filter((file) => !already.has(file))
  return { bytes: added.reduce((sum, file) => sum + sizeOf(file), 0), files: added.length }
}

const pages = Object.keys(starts).filter((name) => name.startsWith('/'))
const heaviest = pages
  .map((name) => weigh([name]))
  .reduce((one, other) => (other.bytes > one.bytes ? other : one))
const budgets = [
  ['HTML of the first response, with styles and Inter', { bytes: sizeOf('index.html'), files: 1 }, 34_000],
  ['boot entry, before the mode is known', weigh(['boot']), 4_000],
  ['first screen of a Safe, everything executed', weigh(['frame', 'safe']), 135_000],
  ['first screen of a tab, before the wallet layer', weigh(['tab']), 120_000],
  ['a payment request, opened cold in a tab', weigh(['tab', '/r']), 130_000],
  ['wallet layer, after first paint', weigh(['wallets'], ['tab']), 110_000],
  ['the heaviest page, with all that it imports', heaviest, 330_000],
] as const

for (const [what, { bytes, files: count }, budget] of budgets) {
  console.log(
    `${(bytes > budget ? 'OVER' : 'ok').padEnd(5)}${what.padEnd(52)}${kb(bytes)} of ${kb(budget)}${String(count).padStart(5)} files`,
  )
}
console.log(`${readdirSync(`${folder}/assets`).length} files in all`)

function kb(bytes: number): string {
  return `${(bytes / 1000).toFixed(1).padStart(6)} KB`
}
