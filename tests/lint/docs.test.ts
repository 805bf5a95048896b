import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const below = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path))

const files = [...readdirSync('.'), ...['src', 'safe-app', 'tests', 'docs'].flatMap(below)]
const documents = files.filter((path) => path.endsWith('.md'))
const exists = (path: string) => existsSync(path) || files.some((file) => file.endsWith(`/${path}`))

/** All that a pattern's first group finds in a document. */
const found = (document: string, pattern: RegExp) =>
  [...readFileSync(document, 'utf8').matchAll(pattern)].map(([, text = '']) => text)

test('behavior: the documents name only files that exist', () => {
  expect(documents.length).toBeGreaterThan(20)
  const missing = documents.flatMap((document) =>
    found(document, /`((?:src|safe-app|tests|docs)\/[\w./-]+|[\w./-]+\.(?:tsx?|css))`/g)
      .filter((path) => !exists(path))
      .map((path) => `${document}: ${path}`),
  )
  expect(missing).toEqual([])
})

test('behavior: every link from a document to another leads to a file', () => {
  const broken = documents.flatMap((document) =>
    found(document, /\]\((?!\w+:|#)([^)#\s]+)/g)
      .filter((path) => !existsSync(join(dirname(document), path)))
      .map((path) => `${document}: ${path}`),
  )
  expect(broken).toEqual([])
})
