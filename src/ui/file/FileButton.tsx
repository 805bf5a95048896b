import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import css from './FileButton.module.css'

/** Time (ms) that a browser has to read the file; revoked at once, some would save nothing. */
const KEPT = 60_000

/**
 * Hands a file to the browser's downloads. Works in Safe's sandbox, which allows downloads; whether the person keeps
 * the file nobody learns.
 */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT)
}

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

/** Lets a person choose a file. The same one may be chosen again after it was mended. */
export function FileButton(props: { label: string; accept: string; onFile: (file: File) => void }) {
  return (
    <label className={css.button}>
      {props.label}
      <input
        type="file"
        className="visually-hidden"
        accept={props.accept}
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? []
          if (chosen) props.onFile(chosen)
          event.currentTarget.value = ''
        }}
      />
    </label>
  )
}
