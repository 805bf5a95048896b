import { expect } from 'vitest'
import { type Backup, formatBackup, type KindName, openBackup } from '#domain/backup/backupFile.ts'
import { type KindPlan, planRestore, readContents, restore } from '#domain/backup/restore.ts'
import type { BrowserStorage } from '#storage/KeyValueStore.ts'
import { memoryStorage } from './backupWorld.ts'

/** A backup of a browser that was filled like this, through the text of its file. */
export async function backupOf(fill: (storage: BrowserStorage) => void): Promise<Backup> {
  const { storage } = memoryStorage()
  fill(storage)
  const opened = openBackup(await formatBackup(readContents(storage).contents, 5, null))
  if (opened.kind !== 'open') throw new Error(`It is ${opened.kind}`)
  return opened.backup
}

/** Restores a backup, and returns the plan for one kind. */
export async function restored(mine: BrowserStorage, backup: Backup, name: KindName): Promise<KindPlan> {
  const plan = await planRestore(mine, backup)
  expect(await restore(mine, backup, plan)).toEqual({ kind: 'restored', failed: 0 })
  const found = plan.kinds.find((kind) => kind.name === name)
  if (!found) throw new Error('There is no plan')
  return found
}

/** How many entries of a plan are added, changed, the same, kept as they are here, and left out. */
export const counts = ({ added, changed, same, kept, left }: KindPlan) => ({
  added: added.length,
  changed: changed.length,
  same,
  kept: kept.length,
  left: left.length,
})
