import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const folders = ['wallet/shims/', 'safe/shims/'].map((folder) => new URL(folder, import.meta.url))
const shims = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => [file, readFileSync(new URL(file, folder), 'utf8')] as const),
)

describe('a file that replaces a package’s file', () => {
  test.each(shims)('behavior: %s was reviewed for the installed version of its package', (_, text) => {
    const [, name, version] = /Written for (\S+) (\d+\.\d+\.\d+)\./.exec(text) ?? []
    const installed = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'))
    expect(installed.version).toBe(version)
  })
})
