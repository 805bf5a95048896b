import { expect, test } from 'vitest'
import { keptPeople } from '#domain/people/Person.ts'
import { memoryStorage } from '#tests/support/backupWorld.ts'
import { personAt } from '#tests/support/personAt.ts'
import { type Backup, noContents } from './backupFile.ts'
import { backupDue, noteBackup, noteRestored } from './reminder.ts'
import { planRestore, restore } from './restore.ts'

test('error: restoring a file does not end the reminder of entries that no backup has', async () => {
  const { storage } = memoryStorage()
  const people = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => personAt(from + at)).map(keptPeople.entry.format)
  const add = (from: number, to: number) =>
    keptPeople.keep(
      storage,
      people(from, to).flatMap((raw) => keptPeople.entry.parse(raw) ?? []),
    )
  noteBackup(storage, 5)
  add(1, 15)
  // Four of them, and thirty others.
  const contents = { ...noContents, people: [...people(1, 5), ...people(100, 130)] }
  const backup: Backup = { savedAt: 5, contents, unknown: [] }
  const plan = await planRestore(storage, backup)
  expect(await restore(storage, backup, plan)).toEqual({ kind: 'restored', failed: 0 })
  noteRestored(storage, plan.kinds)
  expect(backupDue(storage)).toBe(10)
})
