import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { findPortalError } from '#chain/PortalError.ts'
import { useBrowserStorage } from '#components/stored/useBrowserStorage.ts'
import type { Backup } from '#domain/backup/backupFile.ts'
import { noteBackup } from '#domain/backup/reminder.ts'
import { restore } from '#domain/backup/restore.ts'
import { count } from '#domain/shared/format.ts'
import { restorePlanQuery } from '#queries/restorePlan.ts'
import { hasRoom } from './hasRoom.ts'
import { RestorePreview } from './RestorePreview.tsx'

/** How restoring ended, in words. */
type RestoreResult = { readonly said: string; readonly isFault: boolean }

/**
 * Shows the effect of a file, and the button that restores it. Everything that a person restores goes through here.
 */
export function ConfirmRestore(props: {
  backup: Backup
  /** The chosen backup as the start of a sentence: “The backup”. */
  what: string
  onDone: (result: RestoreResult) => void
  onCancel: () => void
}) {
  const { backup, what, onDone } = props
  const storage = useBrowserStorage()
  /** How often the plan was made: data here changed since the plan before. */
  const [turn, setTurn] = useState(0)
  const { data: plan } = useQuery(restorePlanQuery(storage, backup, turn))
  const fault = (words: string) => onDone({ said: `${words} Nothing was changed.`, isFault: true })
  const confirm = useMutation({
    mutationFn: async () => {
      if (!hasRoom(storage, JSON.stringify(backup.contents).length)) {
        return fault('This browser has no room for what the backup holds.')
      }
      if (!plan) return
      const done = await restore(storage, backup, plan)
      if (done.kind === 'changed') return setTurn((before) => before + 1)
      noteBackup(storage, null)
      const failed =
        done.failed === 0 ? '' : ` ${count(done.failed, 'entry', 'entries')} couldn’t be written.`
      onDone({ said: `${what} is restored.${failed}`, isFault: done.failed > 0 })
    },
    onError: (error) => fault(findPortalError(error)?.message ?? 'That didn’t work.'),
  })
  if (!plan) return <p role="status">Comparing it with what is here…</p>
  return (
    <RestorePreview
      savedAt={backup.savedAt}
      plan={plan}
      isNew={turn > 0}
      isPending={confirm.isPending}
      onConfirm={() => confirm.mutate()}
      onCancel={props.onCancel}
    />
  )
}
