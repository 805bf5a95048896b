import { useState } from 'react'
import { useLocation } from 'wouter'
import { parseHashText } from '#account/hashLink.ts'
import { paymentPath } from '#account/paths.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Field } from '#ui/Field.tsx'
import css from './Activity.module.css'

/** Looks one payment up by the hash of its transaction: the answer that every node can give. */
export function LookUpCard() {
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [, navigate] = useLocation()
  const open = () => {
    const hash = parseHashText(text)
    if (hash) navigate(paymentPath(hash))
    else setFault('This is no transaction hash: 0x and 64 digits, or a link to it on the explorer.')
  }
  return (
    <Card title="Look up a payment">
      <p className={css.muted}>
        Somebody says it is paid? Paste the transaction, and see what the chain says.
      </p>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          open()
        }}
      >
        <Field label="Transaction hash" hint="0x… or a link to it on the explorer" fault={fault}>
          {(control) => (
            <input
              {...control}
              value={text}
              spellCheck={false}
              autoComplete="off"
              onChange={(event) => {
                setText(event.target.value)
                setFault(null)
              }}
            />
          )}
        </Field>
        <Button type="submit">Look it up</Button>
      </form>
    </Card>
  )
}
