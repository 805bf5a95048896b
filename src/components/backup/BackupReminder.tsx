import { useState } from 'react'
import { Link } from 'wouter'
import { useBrowserStorage } from '#components/stored/useKept.ts'
import { backupDue, noteBackup } from '#domain/backup/reminder.ts'
import { count } from '#domain/shared/format.ts'
import { Button, buttonClass } from '#ui/Button.tsx'

/** One quiet line that asks for a backup after every ten new entries, until it is made or put off. */
export function BackupReminder({ isHere = false }: { isHere?: boolean }) {
  const storage = useBrowserStorage()
  const [due, setDue] = useState(() => (storage.keeping() === 'browser' ? backupDue(storage) : null))
  if (due === null) return null
  const later = () => {
    noteBackup(storage, null)
    setDue(null)
  }
  return (
    <div className="layout-between text-small" role="status">
      <span>
        {count(due, 'entry', 'entries')} without a backup. Clearing this browser’s data deletes them.
      </span>
      <span className="layout-row">
        {!isHere && (
          <Link className={buttonClass({ size: 'small' })} href="/settings">
            Back up
          </Link>
        )}
        <Button ghost size="small" onClick={later}>
          Not now
        </Button>
      </span>
    </div>
  )
}
