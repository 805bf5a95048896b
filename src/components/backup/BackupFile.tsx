import { useState } from 'react'
import type { KeptItems } from '#components/stored/useKept.ts'
import type { Backup, KindName } from '#domain/backup/backupFile.ts'
import type { KeptList } from '#domain/shared/keptList.ts'
import { Actions } from '#ui/Button.tsx'
import { DownloadButton, FileButton } from '#ui/file/FileButton.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'

// Comparing needs every kind of entry, which a page with one list does not have.
const ConfirmRestore = lazyComponent(async () => (await import('./ConfirmRestore.tsx')).ConfirmRestore)

type Naming = {
  /** Its name in a backup of everything. */
  readonly kind: KindName
  readonly many: string
  readonly fileName: string
}

/** The list as a file, for backup or for another browser. */
export function BackupFile<T>(props: { list: KeptList<T>; kept: KeptItems<T>; naming: Naming }) {
  const { list, kept, naming } = props
  const [said, setSaid] = useState<string | null>(null)
  const [backup, setBackup] = useState<Backup | null>(null)
  const isEmpty = kept.items.length === 0
  const read = async (file: File) => {
    const { LARGEST_FILE, openList } = await import('#domain/backup/backupFile.ts')
    const content = file.size > LARGEST_FILE ? null : await file.text().catch(() => null)
    const found = content === null ? null : openList(content, naming.kind, list)
    setBackup(found)
    setSaid(found ? null : `That’s not a backup of your ${naming.many}. Nothing was changed.`)
  }
  return (
    <div className="layout-stack">
      <Actions>
        {!isEmpty && (
          <DownloadButton
            label="Back up"
            make={async () => ({
              name: naming.fileName,
              content: new Blob([list.format(kept.items)], { type: 'application/json' }),
            })}
          />
        )}
        <FileButton label="Restore" accept="application/json,.json" onFile={(file) => void read(file)} />
      </Actions>
      {backup && (
        <ConfirmRestore
          backup={backup}
          what="The file"
          onDone={(result) => {
            setBackup(null)
            setSaid(result.said)
          }}
          onCancel={() => setBackup(null)}
        />
      )}
      {said && <p role="status">{said}</p>}
    </div>
  )
}
