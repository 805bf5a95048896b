import { type ReactNode, useState } from 'react'
import type { Address } from '#chain/money/Address.ts'
import type { RowPayment } from '#domain/draft/import/PayoutRow.ts'
import type { DraftSource } from '#domain/draft/payoutDraft.ts'
import { callsOfPayments } from '#domain/payout/Payout.ts'
import { fileName } from '#domain/shared/csvCells.ts'
import { Actions, Button } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { DownloadButton, type ExportWay } from '#ui/file/FileButton.tsx'
import { TextField } from '#ui/form/Fields.tsx'
import { Form } from '#ui/form/Form.tsx'
import { ListDrop } from './ListDrop.tsx'

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

/** Longer texts (characters) are read directly: in a field they would slow the page down. */
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
  const [text, setText] = useState(props.text ?? '')
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
                const pasted = event.clipboardData.getData('text/plain')
                // A whole list is read at once; a part of one is still being put together.
                const isList = text.trim() === '' && pasted.trim().includes('\n')
                if (!isList && pasted.length <= LONGEST_SHOWN) return
                event.preventDefault()
                start(pasted)
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
