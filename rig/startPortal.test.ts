import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { prepared } from './startPortal.ts'

const src = fileURLToPath(new URL('../src', import.meta.url))

/** Runs only in Node: the hosts' files, the service worker, and the scripts that make fonts and icons. */
const OUTSIDE_THE_PAGE = /\.test\.|\.d\.ts$|^(build|serviceWorker|ui\/fonts\/subset|ui\/icons\/sprite)/

/** Packages that no browser loads, that are imported as types only, or whose names are prefixes of others. */
const NOT_LOADED = ['react-dom/server', 'cuer', 'viem/actions', 'vite', 'vitest/config']

test('behavior: prepares every package that the portal imports before the first visit', () => {
  const sources = readdirSync(src, { recursive: true })
    .map(String)
    .filter((file) => /\.tsx?$/.test(file) && !OUTSIDE_THE_PAGE.test(file))
    .map((file) => readFileSync(path.join(src, file), 'utf8'))
  const imported = sources.flatMap((text) =>
    [...text.matchAll(/(?:^import(?! type)[^'"]*?|\bimport\()'([^'#.][^']*)'/gm)].map(
      ([, name]) => name ?? '',
    ),
  )
  const late = imported.filter((name) => !/\.css$/.test(name) && !NOT_LOADED.includes(name))
  expect(new Set(late).size).toBeGreaterThan(10)
  expect([...new Set(late)].filter((name) => !prepared.includes(name))).toEqual([])
})
