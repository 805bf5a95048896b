import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { cleanLabel, labelLength } from '#chain/text/label.ts'
import { encodeReceipt, MAX_NOTE, type ReceiptLink } from '#domain/receipt/receiptLink.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import css from './Receipt.module.css'

/** A person's own words beside the payment. They make another link; nothing else keeps them. */
export function NoteForm({ link }: { link: ReceiptLink }) {
  const [, navigate] = useLocation()
  const [typed, setTyped] = useState(link.note)
  const [fault, setFault] = useState<string | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const note = cleanLabel(typed)
    const over = labelLength(note) - MAX_NOTE
    if (over > 0) return setFault(`${over} ${over === 1 ? 'character' : 'characters'} too long.`)
    setTyped(note)
    navigate(encodeReceipt({ ...link, note }), { replace: true })
  }
  return (
    <form className={css.form} onSubmit={submit}>
      <Field
        label="Your note"
        hint={`Up to ${MAX_NOTE} characters. Whoever has the link can read it.`}
        fault={fault}
      >
        {(control) => (
          <input
            {...control}
            value={typed}
            autoComplete="off"
            onChange={(event) => {
              setTyped(event.target.value)
              setFault(null)
            }}
          />
        )}
      </Field>
      <p>
        <Button type="submit">Put it into the link</Button>
      </p>
    </form>
  )
}
