import { useState } from 'react'
import { requestFaultText } from '#domain/request/requestFaultText.ts'
import { plural } from '#domain/shared/format.ts'
import { Button } from '#ui/Button.tsx'
import { Form } from '#ui/form/Form.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import css from './RequestRows.module.css'
import { MAX_LINES, type RequestRow, readRequestLines } from './requestRows.ts'

/**
 * Turns pasted request links into rows of one payout. Invalid lines stay, with their number and the reason.
 */
export function CollectRequests({ onAdd }: { onAdd: (rows: readonly RequestRow[]) => number }) {
  const [text, setText] = useState('')
  const [said, setSaid] = useState<{ isFault: boolean; text: string } | null>(null)
  const add = (pasted: string) => {
    const lines = pasted.split('\n')
    if (pasted.trim() === '')
      return setSaid({ isFault: true, text: 'Paste the links you received, one per line.' })
    if (lines.length > MAX_LINES) {
      setText(pasted)
      return setSaid({ isFault: true, text: `${lines.length} lines. The limit is ${MAX_LINES}.` })
    }
    const { rows, bad } = readRequestLines(pasted)
    const repeated = onAdd(rows)
    setText(bad.map(({ line }) => lines[line - 1]?.trim() ?? '').join('\n'))
    const added = rows.length - repeated
    const parts = [
      `${added} ${plural(added, 'request')} added.`,
      ...(repeated > 0 ? [`${repeated} already in the list.`] : []),
      ...bad.map(
        ({ line, fault }) =>
          `Pasted line ${line}: ${fault === 'no-link' ? NO_LINK : requestFaultText[fault]}`,
      ),
    ]
    setSaid({ isFault: bad.length > 0, text: parts.join(' ') })
  }
  return (
    <Form className="" onSubmit={() => add(text)}>
      <div className={css.add}>
        <TextField
          label="Request links"
          hint="They’re paid together."
          fault={said?.isFault ? said.text : null}
          rows={1}
          placeholder="Paste one or more links"
          value={text}
          spellCheck={false}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text/plain')
            // A whole link needs no second press.
            const isShort = pasted.split('\n').length <= MAX_LINES
            if (text !== '' || !isShort || readRequestLines(pasted).rows.length === 0) return
            event.preventDefault()
            add(pasted)
          }}
          onText={(typed) => {
            setText(typed)
            setSaid(null)
          }}
        />
        <Button type="submit">Add</Button>
      </div>
      {said?.isFault === false && <p role="status">{said.text}</p>}
    </Form>
  )
}

const NO_LINK = 'not a payment request link.'
