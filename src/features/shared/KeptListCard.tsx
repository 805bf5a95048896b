import { type ReactNode, useState } from 'react'
import type { KeptList } from '#domain/shared/keptList.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { FileButton, saveFile } from '#ui/file/FileButton.tsx'
import { TextToCopy } from '#ui/file/TextToCopy.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import layout from '#ui/layout/layout.module.css'
import prose from '#ui/layout/prose.module.css'
import { Disclosure } from '#ui/page/Disclosure.tsx'
import css from './KeptList.module.css'
import type { KeptItems } from './useKept.ts'

/** A larger file was not written by the portal. */
const MAX_BYTES = 1_000_000

export type Naming = {
  /** Title of the card, such as “Your requests”. */
  readonly title: string
  readonly one: string
  readonly many: string
  readonly fileName: string
}

/** A list that this browser keeps, with its backup file. `children` draws one entry as a `KeptRow`. */
export function KeptListCard<T>(props: {
  list: KeptList<T>
  kept: KeptItems<T>
  naming: Naming
  children: (item: T, index: number) => ReactNode
}) {
  const { list, kept, naming } = props
  const { items, unreadable } = kept
  return (
    <Card title={naming.title}>
      {items.length === 0 && (
        <p className={prose.muted}>No {naming.many} yet. They’re saved only in this browser.</p>
      )}
      <ul className={css.list} aria-label={naming.title}>
        {items.map(props.children)}
      </ul>
      {unreadable > 0 && (
        <p role="alert">
          {unreadable} saved {unreadable === 1 ? naming.one : naming.many} couldn’t be read and{' '}
          {unreadable === 1 ? 'isn’t' : 'aren’t'} shown.
        </p>
      )}
      <BackupFile list={list} kept={kept} naming={naming} />
    </Card>
  )
}

/** One entry: what it is, its status, and a button to forget it. */
export function KeptRow(props: {
  children: ReactNode
  status: ReactNode
  forget: { readonly label: string; readonly run: () => void }
}) {
  return (
    <li>
      <div className={css.main}>{props.children}</div>
      {props.status}
      <Button onClick={props.forget.run} aria-label={props.forget.label}>
        Remove from list
      </Button>
    </li>
  )
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
