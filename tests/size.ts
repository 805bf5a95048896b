import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

type Chunk = { readonly file: string; readonly imports?: readonly string[] }

/** Budgets in bytes of gzip -9, minified JavaScript (1 KB = 1,000 bytes). */
const budgets = [
  { what: 'boot entry, before the mode is known', entries: ['index.html'], without: [], budget: 4_000 },
  {
    what: 'first screen, safe mode, everything executed',
    entries: [
      'index.html',
      'src/app/Portal.tsx',
      'src/modes/safe/mode.tsx',
      'src/features/overview/AccountOverview.tsx',
    ],
    without: [],
    budget: 135_000,
  },
  {
    what: 'first screen, wallet mode, before the wallet layer',
    entries: [
      'index.html',
      'src/app/Portal.tsx',
      'src/modes/wallet/mode.tsx',
      'src/features/overview/Welcome.tsx',
    ],
    without: [],
    budget: 120_000,
  },
  {
    what: 'a payment request, opened cold in a tab',
    entries: [
      'index.html',
      'src/app/Portal.tsx',
      'src/modes/wallet/mode.tsx',
      'src/features/get-paid/OpenRequestPage.tsx',
    ],
    without: [],
    budget: 130_000,
  },
  {
    what: 'wallet layer, after first paint',
    entries: ['src/modes/wallet/WalletLayer.tsx'],
    without: ['index.html', 'src/app/Portal.tsx', 'src/modes/wallet/mode.tsx'],
    budget: 110_000,
  },
] as const

/** Of `npm run build`, or another build's. */
const folder = process.argv[2] ?? 'dist'
const chunks = JSON.parse(readFileSync(`${folder}/build-manifest.json`, 'utf8')) as Record<string, Chunk>

/** The files that the entries download and run: each chunk with its static imports. */
function filesOf(entries: readonly string[]): Set<string> {
  const files = new Set<string>()
  const seen = new Set<string>()
  const visit = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    const chunk = chunks[name]
    if (!chunk) throw new Error(`The build has no entry ${name}; was it renamed?`)
    if (chunk.file.endsWith('.js')) files.add(chunk.file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const entry of entries) visit(entry)
  return files
}

let over = 0
const verdict = (what: string, size: number, budget: number) => {
  if (size > budget) over++
  console.log(`${(size > budget ? 'OVER' : 'ok').padEnd(5)}${what.padEnd(54)}${kb(size)} of ${kb(budget)}`)
}
const sizeOf = (file: string) => gzipSync(readFileSync(`${folder}/${file}`), { level: 9 }).length

verdict('HTML of the first response, with its styles', sizeOf('index.html'), 18_000)
const weigh = (entries: readonly string[], without: readonly string[] = []) => {
  const already = filesOf(without)
  return [...filesOf(entries)]
    .filter((file) => !already.has(file))
    .reduce((sum, file) => sum + sizeOf(file), 0)
}
for (const { what, entries, without, budget } of budgets) verdict(what, weigh(entries, without), budget)
// One file in the wrong group of chunks is enough to bring a library along that only a few visits need.
const pages = Object.keys(chunks).filter((name) => /^src\/features\/.*Page\.tsx$/.test(name))
verdict(
  'the heaviest page, with all that it imports',
  Math.max(...pages.map((page) => weigh([page]))),
  330_000,
)
if (over > 0) process.exit(1)

function kb(bytes: number): string {
  return `${(bytes / 1000).toFixed(1).padStart(6)} KB`
}
