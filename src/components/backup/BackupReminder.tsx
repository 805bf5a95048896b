import { useState } from 'react'
import { Link } from 'wouter'
import { useBrowserStorage } from '#components/stored/useKept.ts'
import { backupDue, noteBackup } from '#domain/backup/reminder.ts'
import { count } from '#domain/shared/format.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'

/** Reminds of a backup after each further ten things worth keeping, until it is made or put off. */
export function BackupReminder({ isHere = false }: { isHere?: boolean }) {
  const storage = useBrowserStorage()
  const [due, setDue] = useState(() => (storage.keeping() === 'browser' ? backupDue(storage) : null))
  if (due === null) return null
  const later = () => {
    noteBackup(storage, null)
    setDue(null)
  }
  return (
    <Notice
      tone="info"
      title={`${count(due, 'entry', 'entries')} without a backup`}
      actions={
        <>
          {!isHere && (
            <Link className="button" href="/settings">
              Back up
            </Link>
          )}
          <Button onClick={later}>Not now</Button>
        </>
      }
    >
      <p>People, requests, proofs and payouts are only in this browser. Clearing its data deletes them.</p>
    </Notice>
  )
}
