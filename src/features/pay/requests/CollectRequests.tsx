import { useState } from 'react'
import { requestFaultText } from '#domain/request/requestWords.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { Field } from '#ui/Field.tsx'
import layout from '#ui/layout/layout.module.css'
import { MAX_LINES, type RequestRow, readRequestLines } from './requestRows.ts'

/**
 * Turns pasted request links into rows of one payout. Invalid lines stay, with their number and the reason.
 */
export function CollectRequests({ onAdd }: { onAdd: (rows: readonly RequestRow[]) => number }) {
  const [text, setText] = useState('')
  const [said, setSaid] = useState<{ tone: 'said' | 'fault'; words: string } | null>(null)
  const add = () => {
    const lines = text.split('\n')
    if (text.trim() === '')
      return setSaid({ tone: 'fault', words: 'Paste the links you received, one per line.' })
    if (lines.length > MAX_LINES)
      return setSaid({ tone: 'fault', words: `${lines.length} lines. The limit is ${MAX_LINES}.` })
    const { rows, bad } = readRequestLines(text)
    const repeated = onAdd(rows)
    setText(bad.map(({ line }) => lines[line - 1]?.trim() ?? '').join('\n'))
    const added = rows.length - repeated
    const parts = [
      `${added} ${added === 1 ? 'request' : 'requests'} added.`,
      ...(repeated > 0 ? [`${repeated} already in the list.`] : []),
      ...bad.map(
        ({ line, fault }) =>
          `Pasted line ${line}: ${fault === 'no-link' ? NO_LINK : requestFaultText[fault]}`,
      ),
    ]
    setSaid({ tone: bad.length > 0 ? 'fault' : 'said', words: parts.join(' ') })
  }
  return (
    <Card title="Pay request links">
      <form
        className={layout.form}
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
      >
        <Field
          label="Paste request links"
          hint="One per line. All of them are paid together."
          fault={said?.tone === 'fault' ? said.words : null}
        >
          {(control) => (
            <textarea
              {...control}
              className={layout.paste}
              value={text}
              spellCheck={false}
              autoComplete="off"
              onChange={(event) => {
                setText(event.target.value)
                setSaid(null)
              }}
            />
          )}
        </Field>
        {said?.tone === 'said' && <p role="status">{said.words}</p>}
        <p>
          <Button type="submit">Add</Button>
        </p>
      </form>
    </Card>
  )
}

const NO_LINK = 'not a payment request link.'
