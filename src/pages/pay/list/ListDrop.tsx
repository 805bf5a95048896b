import { type ReactNode, useState } from 'react'
import type { SheetInfo } from '#domain/draft/import/readWorkbook.ts'
import type { DraftSource } from '#domain/draft/payoutDraft.ts'
import { fileContent } from '#domain/draft/payoutText.ts'
import { count } from '#domain/shared/format.ts'
import { Button } from '#ui/Button.tsx'
import { FileButton } from '#ui/file/FileButton.tsx'
import { Notice } from '#ui/Notice.tsx'
import css from './ListDrop.module.css'

/** Files that hold a list: texts, and workbooks of Excel, LibreOffice, Numbers and Sheets. */
const FILES =
  '.csv,.tsv,.txt,.xlsx,.xlsm,.ods,text/csv,text/plain,text/tab-separated-values,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,application/vnd.oasis.opendocument.spreadsheet'

type Workbook = { readonly name: string; readonly bytes: ArrayBuffer }

/** A workbook in which a person must choose the sheet. */
type SheetChoice = { readonly file: Workbook; readonly sheets: readonly SheetInfo[] }

/**
 * An area that takes the file of a list, dropped or chosen.
 * @param props.onText takes a text that was dropped
 * @param props.children draws the area with the button for a file, and with the reason why the last one was not read
 */
export function ListDrop(props: {
  /** On the button for a file. */
  label: string
  isSmall?: boolean
  onStart: (start: DraftSource) => void
  onText: (text: string) => void
  children: (button: ReactNode, fault: string | null) => ReactNode
}) {
  const { onStart } = props
  const [fault, setFault] = useState<string | null>(null)
  const [isOver, setOver] = useState(false)
  const [isReading, setReading] = useState(false)
  const [choice, setSheets] = useState<SheetChoice | null>(null)
  const drop = (data: DataTransfer) => {
    const text = data.getData('text/plain')
    const entries = [...data.items].map((item) => item.webkitGetAsEntry?.())
    const [file, other] = data.files
    if (entries.some((entry) => entry?.isDirectory)) setFault('That’s a folder. Drop the file with the list.')
    else if (other) setFault(`That’s ${data.files.length} files. Drop the one with the list.`)
    else if (file) void take(file)
    else if (text === '') setFault('There’s no list in what you dropped.')
    else {
      setFault(null)
      props.onText(text)
    }
  }
  const take = async (file: File) => {
    setFault(null)
    const { name } = file
    const content = await fileContent(file)
    if (content.kind === 'workbook') await readSheet({ name, bytes: content.bytes }, null)
    else if (content.kind === 'fault') setFault(content.fault)
    else if (content.text.trim() === '') setFault('The file is empty.')
    else onStart({ kind: 'text', text: content.text, source: name })
  }
  const readSheet = async (file: Workbook, sheet: string | null) => {
    setSheets(null)
    setReading(true)
    const [{ openWorkbook }, { fileFaultText }] = await Promise.all([
      import('./openWorkbook.ts'),
      import('#domain/draft/import/decodeBytes.ts'),
    ])
    const read = await openWorkbook(file.bytes, sheet)
    setReading(false)
    if (read.kind === 'sheets') setSheets({ file, sheets: read.sheets })
    else if (read.kind === 'fault') setFault(fileFaultText[read.fault])
    else onStart({ kind: 'text', text: read.text, source: `${file.name}, ${read.name}` })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same without dropping a file
    <div
      className={isOver ? css.over : css.zone}
      onInput={() => setFault(null)}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        drop(event.dataTransfer)
      }}
    >
      {choice && (
        <Notice
          tone="info"
          title="Which sheet has the list?"
          actions={choice.sheets.map(({ name, rows }) => (
            <Button key={name} onClick={() => void readSheet(choice.file, name)}>
              <bdi>{name}</bdi> ({count(rows, 'row')})
            </Button>
          ))}
        />
      )}
      {props.children(
        <FileButton
          label={isReading ? 'Opening the file…' : props.label}
          isSmall={props.isSmall ?? false}
          accept={FILES}
          onFile={(file) => void take(file)}
        />,
        fault,
      )}
    </div>
  )
}
