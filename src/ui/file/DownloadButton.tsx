import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { saveFile } from './saveFile.ts'

/** A file as it is handed to the browser's downloads; `name` comes from `fileName`. */
export type MadeFile = { readonly name: string; readonly content: Blob }

/** Makes a file when it is asked for, and saves it. What goes wrong is said beside the button. */
export function DownloadButton({ label, make }: { label: string; make: () => Promise<MadeFile> }) {
  const [state, setState] = useState<'idle' | 'making' | 'failed'>('idle')
  const save = async () => {
    setState('making')
    try {
      const { name, content } = await make()
      saveFile(content, name)
      setState('idle')
    } catch {
      setState('failed')
    }
  }
  return (
    <>
      <Button onClick={() => void save()} disabled={state === 'making'}>
        {state === 'making' ? 'Making the file…' : label}
      </Button>
      {state === 'failed' && <span role="alert">The file could not be made. Try again.</span>}
    </>
  )
}
