import { useState } from 'react'
import { parseProofs, proofsText } from '#domain/proof/keptProofs.ts'
import type { useKeptProofs } from '#features/shared/useKeptProofs.ts'
import { Button } from '#ui/Button.tsx'
import { FileButton } from '#ui/file/FileButton.tsx'
import { saveFile } from '#ui/file/saveFile.ts'
import { TextToCopy } from '#ui/file/TextToCopy.tsx'
import css from './Proof.module.css'

/** A larger file was not written here. */
const MAX_BYTES = 1_000_000

/** The list as a file, to keep it or to take it to another browser. */
export function ProofsFile({ kept }: { kept: ReturnType<typeof useKeptProofs> }) {
  const [said, setSaid] = useState<string | null>(null)
  const text = proofsText(kept.proofs)
  const some = kept.proofs.length > 0
  const read = async (file: File) => {
    const found = file.size > MAX_BYTES ? null : parseProofs(await file.text())
    if (!found)
      return setSaid('This is not a file of proofs that this portal has written. Nothing was changed.')
    kept.keep(found.proofs)
    const left = found.unreadable > 0 ? `, ${found.unreadable} could not be read and are left out` : ''
    setSaid(`${found.proofs.length} ${found.proofs.length === 1 ? 'proof' : 'proofs'} read${left}.`)
  }
  return (
    <div className={css.stack}>
      <div className={css.actions}>
        {some && (
          <Button
            onClick={() => saveFile(new Blob([text], { type: 'application/json' }), 'proofs-of-account.json')}
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
      {some && (
        <details>
          <summary className={css.muted}>Or copy it as text</summary>
          <TextToCopy label="My proofs as text" text={text} />
        </details>
      )}
    </div>
  )
}
