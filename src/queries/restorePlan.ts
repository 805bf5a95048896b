import { queryOptions } from '@tanstack/react-query'
import type { Backup } from '#domain/backup/backupFile.ts'
import { planRestore } from '#domain/backup/restore.ts'
import type { BrowserStorage } from '#storage/KeyValueStore.ts'

/** The effect of restoring a backup. @param turn changes when data in this browser did, so that the plan is made again */
export function restorePlanQuery(storage: BrowserStorage, backup: Backup, turn: number) {
  return queryOptions({
    queryKey: ['restore-plan', backup.savedAt, turn],
    queryFn: () => planRestore(storage, backup),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}
