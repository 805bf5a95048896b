import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import css from './FileButton.module.css'

/** Time (ms) for a browser to read the file; if revoked at once, some browsers would save nothing. */
const KEPT = 60_000

/**
 * Passes a file to the browser's downloads. Works in Safe's sandbox, which allows downloads. The page cannot
 * tell whether the person keeps the file.
 */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT)
}

/** A file for the browser's downloads; `name` comes from `fileName`. */
type MadeFile = { readonly name: string; readonly content: Blob }

/** Creates a file on demand and saves it. Errors appear beside the button. */
export function DownloadButton(props: { label: string; primary?: boolean; make: () => Promise<MadeFile> }) {
  const { label, primary = false, make } = props
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
      <Button primary={primary} onClick={() => void save()} disabled={state === 'making'}>
        {state === 'making' ? 'Making the file…' : label}
      </Button>
      {state === 'failed' && <span role="alert">The file could not be made. Try again.</span>}
    </>
  )
}

/** Lets a person choose a file. The same file can be chosen again after it was corrected. */
export function FileButton(props: { label: string; accept: string; onFile: (file: File) => void }) {
  return (
    <label className={`button ${css.button}`}>
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
