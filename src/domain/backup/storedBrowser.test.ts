import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { memoryStorage } from '#tests/support/backupWorld.ts'
import { formatBackup, openBackup } from './backupFile.ts'
import { planRestore, readContents, restore } from './restore.ts'

/**
 * A browser with something of every kind that is kept, and its backup, byte for byte as they were first written. A
 * change of a format has to read these as well.
 */
const golden: { readonly storage: Record<string, string>; readonly backup: { readonly savedAt: number } } =
  JSON.parse(readFileSync(new URL('../../../tests/fixtures/storedBrowser.json', import.meta.url), 'utf8'))

async function backupOf(storage: Parameters<typeof readContents>[0]): Promise<unknown> {
  const { contents } = readContents(storage)
  return JSON.parse(await formatBackup(contents, golden.backup.savedAt, null))
}

test('behavior: what an earlier build stored is read whole', async () => {
  const { storage, kept } = memoryStorage()
  for (const [key, value] of Object.entries(golden.storage)) kept.set(key, value)
  expect(readContents(storage).unreadable).toBe(0)
  expect(await backupOf(storage)).toEqual(golden.backup)
})

test('behavior: the backup of an earlier build is restored whole', async () => {
  const { storage } = memoryStorage()
  const opened = openBackup(JSON.stringify(golden.backup))
  if (opened.kind !== 'open') throw new Error(opened.kind)
  const plan = await planRestore(storage, opened.backup)
  expect(plan.kinds.flatMap(({ name, left }) => (left.length > 0 ? [name] : []))).toEqual([])
  expect(await restore(storage, opened.backup, plan)).toEqual({ kind: 'restored', failed: 0 })
  const { contents } = readContents(storage)
  const counts = (all: object) =>
    Object.entries(all).map(([name, list]) => [name, (list as unknown[]).length])
  expect(counts(contents)).toEqual(counts(opened.backup.contents))
})
