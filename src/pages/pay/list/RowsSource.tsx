import { type ReactNode, useState } from 'react'
import type { Address } from '#chain/money/Address.ts'
import type { RowPayment } from '#domain/draft/import/PayoutRow.ts'
import type { SheetInfo } from '#domain/draft/import/readWorkbook.ts'
import type { DraftSource } from '#domain/draft/payoutDraft.ts'
import { fileContent } from '#domain/draft/payoutText.ts'
import { readPastedLines } from '#domain/draft/struckText.ts'
import { callsOfPayments } from '#domain/payout/Payout.ts'
import { fileName } from '#domain/shared/csvCells.ts'
import { count } from '#domain/shared/format.ts'
import { Actions, Button } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { DownloadButton, type ExportWay, FileButton } from '#ui/file/FileButton.tsx'
import { TextField } from '#ui/form/Fields.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Notice } from '#ui/Notice.tsx'
import css from './RowsSource.module.css'

/** Payments as files for other tools. */
export function rowWays(
  account: Address,
  name: string,
  payments: () => readonly RowPayment[],
): readonly ExportWay[] {
  return [
    {
      icon: 'table-2',
      label: 'For CSV Airdrop',
      make: async () => {
        const { csvAirdropFile } = await import('#domain/draft/import/knownFiles.ts')
        const content = new Blob([csvAirdropFile(payments())], { type: 'text/csv' })
        return { name: fileName(['payout-rows', name], 'csv'), content }
      },
    },
    {
      icon: 'layers',
      label: 'For Transaction Builder',
      make: async () => {
        const { transactionBuilderFile } = await import('#domain/draft/import/knownFiles.ts')
        const text = transactionBuilderFile(account, callsOfPayments(payments()), Date.now())
        const content = new Blob([text], { type: 'application/json' })
        return { name: fileName(['payout', name], 'json'), content }
      },
    },
  ]
}

/** Longer texts (characters) are read directly, and not shown: in a field they would slow the page down. */
const LONGEST_SHOWN = 1_000_000

/** The columns of a list. Its addresses are to be filled in: none of them can be paid. */
const SAMPLE = new Blob(
  ['Name,Wallet,Amount,Token,Reference\r\nAnn,0x…,250,USDT,INV-1\r\nBen,0x…,1200.50,USDT,INV-2\r\n'],
  { type: 'text/csv' },
)

/** The source of a payout's rows: pasted, dropped, chosen as a file, or typed. `children` appear above it. */
export function RowsSource(props: {
  text?: string
  onStart: (start: DraftSource) => void
  children?: ReactNode
}) {
  const { onStart } = props
  const { text: before = '' } = props
  const [text, setText] = useState(before.length > LONGEST_SHOWN ? '' : before)
  const [isEmpty, setEmpty] = useState(false)
  const start = (found: string) => {
    setEmpty(found.trim() === '')
    if (found.trim() !== '') onStart({ kind: 'text', text: found, source: null })
  }
  return (
    <ListDrop label="Upload CSV or Excel" onStart={onStart} onText={setText}>
      {(button, fault) => (
        <Card title="Pay a list">
          {props.children}
          <Form onSubmit={() => start(text)}>
            <TextField
              label="Paste your list"
              hint="Paste from Sheets, Excel or a chat, or drop a file. One payment per line: address, amount, token."
              fault={isEmpty ? 'Paste your list, one payment per line.' : fault}
              className="layout-paste"
              rows={2}
              value={text}
              spellCheck={false}
              placeholder={'0x…, 250, USDT\n0x…, 1200.50, USDT'}
              onPaste={(event) => {
                const pasted = readPastedLines(event.clipboardData)
                // A whole list is read at once; a part of one is still being put together.
                const isList = text.trim() === '' && pasted.trim().includes('\n')
                const isStruck = pasted !== event.clipboardData.getData('text/plain')
                if (!isList && pasted.length <= LONGEST_SHOWN && !isStruck) return
                event.preventDefault()
                if (isList || pasted.length > LONGEST_SHOWN) return start(pasted)
                const field = event.target as HTMLTextAreaElement
                field.setRangeText(pasted)
                setText(field.value)
              }}
              onText={(typed) => {
                setText(typed)
                setEmpty(false)
              }}
            />
            <Actions>
              <Button primary type="submit">
                Check list
              </Button>
              {button}
              <Button onClick={() => onStart({ kind: 'typed' })}>Enter manually</Button>
              <DownloadButton
                label="Sample file"
                make={async () => ({ name: 'payout-sample.csv', content: SAMPLE })}
              />
            </Actions>
          </Form>
        </Card>
      )}
    </ListDrop>
  )
}

/** Files that hold a list: texts, and workbooks of Excel, LibreOffice, Numbers and Sheets. */
const FILES =
  '.csv,.tsv,.txt,.xlsx,.xlsm,.ods,text/csv,text/plain,text/tab-separated-values,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,application/vnd.oasis.opendocument.spreadsheet'

type Workbook = { readonly name: string; readonly bytes: ArrayBuffer }

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
  /** A workbook in which a person must choose the sheet. */
  const [choice, setSheets] = useState<{ file: Workbook; sheets: readonly SheetInfo[] } | null>(null)
  const drop = (data: DataTransfer) => {
    const text = readPastedLines(data)
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
