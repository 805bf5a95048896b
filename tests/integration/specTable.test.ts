import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const lines = readFileSync(path.join(root, 'tests/SPEC.md'), 'utf8').split('\n')
const rows = lines
  .filter((line) => line.startsWith('|') && !/^\|\s*(promise|§|---)/.test(line) && !line.startsWith('|---'))
  .map((line) => {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
    return { what: cells.slice(1, -2).join(' '), shownBy: cells.at(-2) ?? '' }
  })

const files = [
  ...readdirSync(root),
  ...['src', 'tests', 'safe-app', 'rig', 'release'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true }).map((file) => path.join(folder, String(file))),
  ),
]

/**
 * Finds a file of the table: relative to the root, to tests/, or to the previous file. A star matches any
 * name.
 */
function findFile(name: string, before: string | undefined): string | undefined {
  for (const folder of ['', 'tests', ...(before ? [path.dirname(before)] : [])]) {
    const pattern = path
      .join(folder, name)
      .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll(/\*\*\/|\*/g, (star) => (star === '*' ? '[^/]*' : '(.*/)?'))
    const written = new RegExp(`^${pattern}$`)
    const found = files.find((file) => written.test(file))
    if (found) return found
  }
  return undefined
}

/** True for a browser test of which `npm test` runs nothing, because each of its tests is tagged for the deep run. */
function isTagged(file: string): boolean {
  if (!file.endsWith('.spec.ts')) return false
  const text = readFileSync(path.join(root, file), 'utf8')
  const tests = text.match(/\btest\(\s*['"`]/g)?.length ?? 0
  const tagged = text.match(/\btag: DEEP\b/g)?.length ?? 0
  return tests > 0 && tagged >= tests
}

describe('the table of promises', () => {
  test('behavior: has a row for every section of the specification from 2 to 9', () => {
    const sections = new Set(rows.map(({ what }) => /^(\d) /.exec(what)?.[1]).filter(Boolean))
    expect([...sections].sort()).toEqual(['2', '3', '4', '5', '6', '7', '8', '9'])
  })

  test.each(rows)(
    'behavior: "$what" names files and tests that exist, not for the deep run alone',
    ({ shownBy }) => {
      let before: string | undefined
      const named: string[] = []
      for (const [, file, title] of shownBy.matchAll(/`([^`]+\.[a-z]+)`|"([^"]+)"/g)) {
        if (file !== undefined) {
          before = findFile(file, before)
          expect(before, `${file} does not exist`).not.toBe(undefined)
          if (before !== undefined) named.push(before)
        } else if (title !== undefined && before) {
          const text = readFileSync(path.join(root, before), 'utf8').replaceAll("\\'", "'")
          expect(text.includes(title), `${before} has no test "${title}"`).toBe(true)
        }
      }
      if (named.length > 0) expect(named.every(isTagged), 'npm test shows it, too').toBe(false)
      const says = before !== undefined || shownBy.startsWith('not used: ')
      expect(says, 'a row names a file, or the reason why there is none').toBe(true)
    },
  )
})
