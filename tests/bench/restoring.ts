import { monitorEventLoopDelay } from 'node:perf_hooks'
import { formatBackup, openBackup } from '#domain/backup/backupFile.ts'
import { planRestore, readContents, restore } from '#domain/backup/restore.ts'
import { payoutStore } from '#domain/payout/payoutStore.ts'
import { memoryStorage, requested, threeRows } from '#tests/support/backupWorld.ts'
import { SAFE } from '#tests/support/safeExamples.ts'
import { print } from './figures.ts'

const PAYOUTS = 10_000

/** Restores 10,000 payouts with 30,000 attempts into an empty browser; prints the longest task as well. */
export async function restoring(): Promise<void> {
  const { storage } = memoryStorage()
  payoutStore(storage, SAFE).writeAll(
    Array.from({ length: PAYOUTS }, (_, index) =>
      [0, 1, 2].reduce(
        (payout, batch) => {
          const hash = `0x${(index * 3 + batch + 1).toString(16).padStart(64, '0')}` as const
          return requested(payout, batch, { at: 1_795_165_200_000 + index * 10 + batch, hash })
        },
        threeRows(`p-${index}`),
      ),
    ),
  )
  const text = await formatBackup(readContents(storage).contents, 5, null)
  const from = performance.now()
  const opened = openBackup(text)
  if (opened.kind !== 'open') throw new Error(opened.kind)
  const read = performance.now()
  const { storage: other } = memoryStorage()
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const plan = await planRestore(other, opened.backup)
  const planned = performance.now()
  await restore(other, opened.backup, plan)
  const restored = performance.now()
  delay.disable()
  const size = Math.round(text.length / 1e6)
  print(`restore ${PAYOUTS} payouts: read the file of ${size} MB`, read - from, 'ms', '')
  print('  compare it with what is here', planned - read, 'ms', '')
  print('  restore', restored - planned, 'ms', 'under 3,000')
  print('  longest task while comparing and restoring', delay.max / 1e6, 'ms', 'under 100')
}
