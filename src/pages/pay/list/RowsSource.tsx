import { type ReactNode, useState } from 'react'
import type { Address } from '#chain/money/Address.ts'
import type { RowPayment } from '#domain/draft/import/PayoutRow.ts'
import type { DraftSource } from '#domain/draft/payoutDraft.ts'
import { type Dropped, dropped, taken } from '#domain/draft/reviewInput.ts'
import { callsOfPayments } from '#domain/payout/Payout.ts'
import { fileName } from '#domain/shared/csvCells.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { DownloadButton, FileButton } from '#ui/file/FileButton.tsx'
import { Form } from '#ui/form/Form.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import css from './RowsSource.module.css'

/** Payments as files for other tools: CSV for CSV Airdrop, and JSON for Transaction Builder. */
export function RowFiles(props: { account: Address; name: string; payments: () => readonly RowPayment[] }) {
  const { account, name, payments } = props
  return (
    <>
      <DownloadButton
        label="Download CSV"
        make={async () => {
          const { csvAirdropFile } = await import('#domain/draft/import/knownFiles.ts')
          const content = new Blob([csvAirdropFile(payments())], { type: 'text/csv' })
          return { name: fileName(['payout-rows', name], 'csv'), content }
        }}
      />
      <DownloadButton
        label="Download for Transaction Builder"
        make={async () => {
          const { transactionBuilderFile } = await import('#domain/draft/import/knownFiles.ts')
          const text = transactionBuilderFile(account, callsOfPayments(payments()), Date.now())
          const content = new Blob([text], { type: 'application/json' })
          return { name: fileName(['payout', name], 'json'), content }
        }}
      />
    </>
  )
}

/** Longer texts (characters) are read directly: in a field they would slow the page down. */
const LONGEST_SHOWN = 1_000_000

/** The source of a payout's rows: pasted, dropped, chosen as a file, or typed. `children` appear above it. */
export function RowsSource(props: {
  text?: string
  onStart: (start: DraftSource) => void
  children?: ReactNode
}) {
  const { onStart } = props
  const [text, setText] = useState(props.text ?? '')
  const [fault, setFault] = useState<string | null>(null)
  const [isOver, setOver] = useState(false)
  const start = (found: string, source: string | null = null) => {
    if (found.trim() === '') return setFault('Paste your list, one payment per line.')
    onStart({ kind: 'text', text: found, source })
  }
  const take = async (what: Dropped) => {
    if (what.kind === 'fault') return setFault(what.fault)
    if (what.kind === 'text') return setText(what.text)
    const { fileText } = await import('#domain/draft/payoutText.ts')
    const read = await fileText(what.file)
    if (read.ok) start(read.text, what.file.name)
    else setFault(read.fault)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same without dropping a file
    <div
      className={isOver ? css.over : css.zone}
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
        setFault(null)
        void take(dropped(event.dataTransfer))
      }}
    >
      <Card title="Pay a list">
        {props.children}
        <Form onSubmit={() => start(text)}>
          <TextField
            label="Paste your list"
            hint="Paste from Sheets or Excel, or drop a CSV. One payment per line: address, amount, token."
            fault={fault}
            className="layout-paste"
            rows={2}
            value={text}
            spellCheck={false}
            placeholder={'0x…, 250, USDT\n0x…, 1200.50, USDT'}
            onPaste={(event) => {
              const pasted = event.clipboardData.getData('text/plain')
              // A whole list is read at once; a part of one is still being put together.
              const isList = text.trim() === '' && pasted.trim().includes('\n')
              if (!isList && pasted.length <= LONGEST_SHOWN) return
              event.preventDefault()
              start(pasted)
            }}
            onText={(typed) => {
              setText(typed)
              setFault(null)
            }}
          />
          <Actions>
            <Button primary type="submit">
              Check list
            </Button>
            <FileButton
              label="Upload CSV"
              accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
              onFile={(file) => {
                setFault(null)
                void take(taken(file))
              }}
            />
            <Button onClick={() => onStart({ kind: 'typed' })}>Enter manually</Button>
          </Actions>
        </Form>
      </Card>
    </div>
  )
}
