import { useState } from 'react'
import { keptText, parseKept } from '#domain/request/keptRequests.ts'
import type { useKeptRequests } from '#features/shared/useKeptRequests.ts'
import { Button } from '#ui/Button.tsx'
import { FileButton } from '#ui/file/FileButton.tsx'
import { saveFile } from '#ui/file/saveFile.ts'
import { TextToCopy } from '#ui/file/TextToCopy.tsx'
import css from './Request.module.css'

/** A larger file was not written here. */
const MAX_BYTES = 1_000_000

/** The list as a file, to keep it or to take it to another browser. */
export function RequestsFile({ kept }: { kept: ReturnType<typeof useKeptRequests> }) {
  const [said, setSaid] = useState<string | null>(null)
  const text = keptText(kept.requests)
  const read = async (file: File) => {
    const found = file.size > MAX_BYTES ? null : parseKept(await file.text())
    if (!found)
      return setSaid('This is not a file of requests that this portal has written. Nothing was changed.')
    kept.keep(found.requests)
    const left = found.unreadable > 0 ? `, ${found.unreadable} could not be read and are left out` : ''
    setSaid(`${found.requests.length} ${found.requests.length === 1 ? 'request' : 'requests'} read${left}.`)
  }
  return (
    <div className={css.stack}>
      <div className={css.actions}>
        {kept.requests.length > 0 && (
          <Button
            onClick={() => saveFile(new Blob([text], { type: 'application/json' }), 'payment-requests.json')}
          >
            Save as a file
          </Button>
        )}
        <FileButton
          label="Read a saved file"
          accept="application/json,.json"
          onFile={(file) => void read(file)}
        />
      </div>
      {said && <p role="status">{said}</p>}
      {kept.requests.length > 0 && (
        <details>
          <summary className={css.muted}>Or copy it as text</summary>
          <TextToCopy label="My requests as text" text={text} />
        </details>
      )}
    </div>
  )
}
