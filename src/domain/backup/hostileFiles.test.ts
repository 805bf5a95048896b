import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyThings, factsOf, keepThings, memoryStorage } from '#tests/support/backupWorld.ts'
import { anyHostileValue, mutate } from '#tests/support/mutate.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { formatBackup, openBackup } from './backupFile.ts'
import { planRestore, readContents, restore } from './restore.ts'

/** A changed backup, of another browser or of the same one, and perhaps cut short. */
const anyChange = fc.record({
  isOwn: fc.boolean(),
  changes: fc.array(fc.tuple(fc.nat(), anyHostileValue), { minLength: 1, maxLength: 4 }),
  // Half of them are whole, because a cut one is refused.
  cut: fc.option(fc.nat(), { freq: 2 }),
})

test('error: no changed file crashes anything, is written before it is confirmed, or takes anything back after', async () => {
  const seen = { open: 0, refused: 0, written: 0 }
  await fc.assert(
    fc.asyncProperty(anyThings, anyThings, anyChange, async (theirs, mine, { isOwn, changes, cut }) => {
      const other = memoryStorage()
      keepThings(other.storage, isOwn ? mine : theirs)
      const file: unknown = JSON.parse(await formatBackup(readContents(other.storage).contents, 5, null))
      const changed = JSON.stringify(
        changes.reduce((document, [seed, value]) => mutate(document, seed, value), file),
      )
      const { storage, kept } = memoryStorage()
      keepThings(storage, mine)
      const before = [...kept]
      const facts = factsOf(storage)
      const found = openBackup(cut === null ? changed : changed.slice(0, cut % changed.length))
      if (found.kind !== 'open') {
        seen.refused++
        expect([...kept]).toEqual(before)
        return
      }
      seen.open++
      const plan = await planRestore(storage, found.backup)
      expect([...kept]).toEqual(before)
      expect(await restore(storage, found.backup, plan)).toEqual({ kind: 'restored', failed: 0 })
      if (kept.size !== before.length) seen.written++
      expect(factsOf(storage)).toEqual(expect.arrayContaining([...facts]))
      expect(readContents(storage).unreadable).toBe(0)
    }),
    propertyRuns(60, 4_000),
  )
  expect(Math.min(seen.open, seen.refused, seen.written)).toBeGreaterThan(3)
})
