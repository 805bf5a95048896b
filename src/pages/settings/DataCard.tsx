import { useState, useSyncExternalStore } from 'react'
import { BackupReminder } from '#components/backup/BackupReminder.tsx'
import { contentWords } from '#components/backup/backupWords.ts'
import { useBrowserStorage } from '#components/stored/useBrowserStorage.ts'
import { lastBackup } from '#domain/backup/reminder.ts'
import { readContents } from '#domain/backup/restore.ts'
import { listOf, plural, when } from '#domain/shared/format.ts'
import { Card, CardPart } from '#ui/content/Card.tsx'
import { Notice } from '#ui/Notice.tsx'
import { BackUp } from './BackUp.tsx'
import { KeepData } from './KeepData.tsx'
import { RestoreFile } from './RestoreFile.tsx'

/** This browser's stored data, as numbers and as one file. */
export function DataCard() {
  const storage = useBrowserStorage()
  const keeping = useSyncExternalStore(storage.subscribe, storage.keeping)
  // Counts the writes on this page, so that the numbers are read again.
  const [turn, setTurn] = useState(0)
  const changed = () => setTurn(turn + 1)
  const { contents, unreadable } = readContents(storage)
  const counts = contentWords(contents)
  const saved = lastBackup(storage)
  return (
    <Card title="Data in this browser" flush>
      <CardPart>
        <div className="layout-stack">
          <BackupReminder key={saved} isHere />
          <p>{counts.length === 0 ? 'Nothing is saved yet.' : `${listOf(counts)}.`}</p>
          <p className="text-small">
            {saved === null ? 'Never backed up from here.' : `Last backup: ${when(saved)}.`} Inside Safe
            {'{Wallet}'} and in a tab, data is kept separately. A backup carries it over.
          </p>
          {unreadable > 0 && (
            <Notice
              tone="warn"
              title={`${unreadable} saved ${plural(unreadable, 'entry', 'entries')} can’t be read.`}
            >
              <p>They stay in this browser and aren’t in a backup.</p>
            </Notice>
          )}
          {keeping === 'page' && (
            <Notice tone="warn" title="This browser keeps nothing for this page.">
              <p>What you restore is gone when you close it.</p>
            </Notice>
          )}
        </div>
      </CardPart>
      <CardPart>
        <BackUp onSaved={changed} />
      </CardPart>
      <CardPart>
        <RestoreFile onRestored={changed} />
      </CardPart>
      <CardPart>
        <KeepData />
      </CardPart>
    </Card>
  )
}
