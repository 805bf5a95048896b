import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { Actions, Button, buttonClass } from '#ui/Button.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import type { IconName } from '#ui/icons/names.ts'
import { CopyButton, copyText } from '#ui/page/CopyButton.tsx'
import { Disclosure, Popover } from '#ui/page/Disclosure.tsx'
import css from './FileButton.module.css'

/** Time (ms) for a browser to read the file; if revoked at once, some browsers would save nothing. */
const KEPT = 60_000

/** A file that the page made; `name` comes from `fileName`, `about` says what its reader should know. */
type MadeFile = { readonly name: string; readonly content: Blob; readonly about?: string }

/** A made file, with its text for browsers that save nothing: of a picture or a workbook, a link that holds it. */
type GivenFile = MadeFile & { readonly text: string; readonly said?: string }

/** A file that is made on a press, and then passed to the browser's downloads unless `deliver` does something else. */
export type FileWay = {
  readonly label: string
  readonly icon?: IconName
  readonly make: () => Promise<MadeFile>
  readonly deliver?: typeof giveFile
}

/**
 * Passes a file to the browser's downloads. Works in Safe's sandbox, which allows downloads. The page cannot tell
 * whether a file is saved, and browsers inside wallets save none, so `FileWays` is shown with it.
 */
export async function giveFile(file: MadeFile): Promise<GivenFile> {
  const { name, content } = file
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT)
  return { ...file, text: isText(content) ? await content.text() : await readAsLink(content) }
}

/** Copies a file of text; no browser is asked to save it. */
async function copyFile(file: MadeFile): Promise<GivenFile> {
  const text = await file.content.text()
  const isCopied = await copyText(text)
  return {
    ...file,
    text,
    said: isCopied ? 'Copied!' : 'Your browser doesn’t let us copy. Take the text here.',
  }
}

const isText = ({ type }: Blob) => /^text\/|json|svg/.test(type)

function readAsLink(content: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(content)
  })
}

/** Creates a file on demand and offers it in every way. Errors appear beside the button. */
export function DownloadButton({ label, icon, make, deliver = giveFile }: FileWay) {
  const [state, setState] = useState<'idle' | 'making' | 'failed' | GivenFile>('idle')
  const give = async () => {
    if (state === 'making') return
    setState('making')
    try {
      setState(await deliver(await make()))
    } catch {
      setState('failed')
    }
  }
  return (
    <>
      {/* Never disabled: it would lose the focus, and Escape gives that back from inside a popover alone. */}
      <Button onClick={() => void give()}>
        {icon && <Icon name={icon} />} {state === 'making' ? 'Making the file…' : label}
      </Button>
      {state === 'failed' && <span role="alert">The file could not be made. Try again.</span>}
      {typeof state === 'object' && <FileWays file={state} />}
    </>
  )
}

/** What the browser was asked to save, and every other way to take the file: share, copy, see. */
export function FileWays({ file }: { file: GivenFile }) {
  const { name, content, text, said, about } = file
  const shared = { files: [new File([content], name, { type: content.type })] }
  const isPicture = content.type === 'image/png'
  return (
    <section className={css.ways} aria-label={name}>
      <p className="text-small" role="status">
        {said ?? (
          <>
            We asked your browser to save <bdi>{name}</bdi>. If it didn’t, take the file here.
          </>
        )}
      </p>
      <Actions>
        {navigator.canShare?.(shared) && (
          // Closing the share sheet is not an error.
          <Button onClick={() => void navigator.share(shared).catch(() => {})}>Share file</Button>
        )}
        {!isPicture && <CopyButton text={text} label={`Copy ${name}`} words="Copy file" />}
      </Actions>
      <Disclosure summary="Show the file">
        {about && <p className="text-small">{about}</p>}
        {isPicture ? (
          <img className={css.picture} src={text} alt={name} />
        ) : (
          <>
            {!isText(content) && (
              <p className="text-small">This link holds the file. Open it in another browser.</p>
            )}
            <TextToCopy label="The file as text" text={text} rows={8} />
          </>
        )}
      </Disclosure>
    </section>
  )
}

/** Lets a person choose a file. The same file can be chosen again after it was corrected. */
export function FileButton(props: {
  label: string
  isSmall?: boolean
  accept: string
  onFile: (file: File) => void
}) {
  return (
    <label className={`${buttonClass(props.isSmall ? { size: 'small' } : {})} ${css.button}`}>
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

/** A text to select by hand, if the clipboard or downloads are blocked. `rows` is the minimum height. */
export function TextToCopy(props: { label: string; text: string; rows?: number }) {
  return (
    <textarea
      className="layout-paste"
      aria-label={props.label}
      readOnly
      rows={props.rows ?? 4}
      value={props.text}
      spellCheck={false}
      onFocus={(event) => event.currentTarget.select()}
    />
  )
}

/** An entry of the menu: a file, made when pressed, or a page that prints. */
export type ExportWay = FileWay | { readonly label: string; readonly href: string }

/** The same file as text for the clipboard. */
export function copyWay({ make }: FileWay): ExportWay {
  return { icon: 'copy', label: 'Copy as text', make, deliver: copyFile }
}

/** Every way to take data out of a page. A made file stays in the menu, because some browsers save none. */
export function ExportMenu({ ways, note }: { ways: readonly ExportWay[]; note?: ReactNode }) {
  return (
    <Popover icon="download" label="Export">
      {ways.map((way) =>
        'href' in way ? (
          <Link key={way.label} href={way.href}>
            <Icon name="printer" /> {way.label}
          </Link>
        ) : (
          <DownloadButton key={way.label} {...way} />
        ),
      )}
      {note && <p role="status">{note}</p>}
    </Popover>
  )
}
