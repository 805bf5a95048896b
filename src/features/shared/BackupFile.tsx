import { useState } from 'react'
import type { KeptList } from '#domain/shared/keptList.ts'
import { Button } from '#ui/Button.tsx'
import { FileButton, saveFile } from '#ui/file/FileButton.tsx'
import { TextToCopy } from '#ui/file/TextToCopy.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import layout from '#ui/layout/layout.module.css'
import { Disclosure } from '#ui/page/Disclosure.tsx'
import type { KeptItems } from './useKept.ts'

/** A larger file was not written by the portal. */
const MAX_BYTES = 1_000_000

type Naming = {
  /** Title of the card, such as “Your requests”. */
  readonly title: string
  readonly one: string
  readonly many: string
  readonly fileName: string
}

/** The list as a file, for backup or for another browser. */
export function BackupFile<T>({
  list,
  kept,
  naming,
}: {
  list: KeptList<T>
  kept: KeptItems<T>
  naming: Naming
}) {
  const [said, setSaid] = useState<string | null>(null)
  const text = list.format(kept.items)
  const isEmpty = kept.items.length === 0
  const read = async (file: File) => {
    const found = file.size > MAX_BYTES ? null : list.parse(await file.text())
    if (!found) return setSaid(`That’s not a backup of your ${naming.many}. Nothing was changed.`)
    kept.keep(found.items)
    const left = found.unreadable > 0 ? `, ${found.unreadable} couldn’t be read` : ''
    setSaid(`${found.items.length} ${found.items.length === 1 ? naming.one : naming.many} restored${left}.`)
  }
  return (
    <div className={layout.stack}>
      <Actions>
        {!isEmpty && (
          <Button onClick={() => saveFile(new Blob([text], { type: 'application/json' }), naming.fileName)}>
            Back up
          </Button>
        )}
        <FileButton label="Restore" accept="application/json,.json" onFile={(file) => void read(file)} />
      </Actions>
      {said && <p role="status">{said}</p>}
      {!isEmpty && (
        <Disclosure summary="Copy as text">
          <TextToCopy label={`${naming.title} as text`} text={text} />
        </Disclosure>
      )}
    </div>
  )
}
