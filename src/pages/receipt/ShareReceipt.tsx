import { useState } from 'react'
import { useLocation } from 'wouter'
import { cleanLabel, labelLength } from '#chain/text/label.ts'
import { encodeReceipt, MAX_NOTE, type ReceiptLink } from '#domain/receipt/receiptLink.ts'
import { count } from '#domain/shared/format.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Surface } from '#ui/content/Card.tsx'
import { ExternalLink } from '#ui/content/ExternalLink.tsx'
import { TextToCopy } from '#ui/file/TextToCopy.tsx'
import { Form } from '#ui/form/Form.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { useCopy } from '#ui/page/CopyButton.tsx'
import { Disclosure } from '#ui/page/Disclosure.tsx'
import css from './Receipt.module.css'

/** A person's note beside the payment. It becomes part of a new link and is stored nowhere else. */
export function NoteForm({ link }: { link: ReceiptLink }) {
  const [, navigate] = useLocation()
  const [typed, setTyped] = useState(link.note)
  const [opened, setOpened] = useState(link.note)
  // Another link was opened. A key would take the focus away from the button.
  if (opened !== link.note) {
    setOpened(link.note)
    setTyped(link.note)
  }
  const [fault, setFault] = useState<string | null>(null)
  const submit = () => {
    const note = cleanLabel(typed)
    const over = labelLength(note) - MAX_NOTE
    if (over > 0) return setFault(`${count(over, 'character')} too long.`)
    setTyped(note)
    navigate(encodeReceipt({ ...link, note }), { replace: true })
  }
  return (
    <Surface label="Note">
      <Form className={`layout-stack ${css.box}`} onSubmit={submit}>
        <TextField
          label="Note on the receipt"
          hint={`Optional, up to ${MAX_NOTE} characters. Part of the link: anyone who has it can read it.`}
          fault={fault}
          value={typed}
          onText={(text) => {
            setTyped(text)
            setFault(null)
          }}
        />
        <Button type="submit">{link.note === '' ? 'Add' : 'Change'}</Button>
      </Form>
    </Surface>
  )
}

/** Printing and the link, with its text for browsers that block the clipboard. */
export function ShareBox({ url }: { url: string }) {
  const [said, copy] = useCopy(url)
  // A Safe's frame ignores print requests.
  const framed = window.parent !== window
  return (
    <Surface label="Share this receipt">
      <div className={`layout-stack ${css.box}`}>
        {framed ? (
          <ExternalLink className={buttonClass({ primary: true })} href={url} icon>
            {' '}
            Open in a new tab to print
          </ExternalLink>
        ) : (
          <Button primary onClick={() => window.print()}>
            <Icon name="printer" /> Print or save as PDF
          </Button>
        )}
        <Button onClick={copy}>
          <Icon name="copy" />
          <span aria-live="polite">{said ?? 'Copy link'}</span>
        </Button>
        <Disclosure summary="Show the link">
          <TextToCopy label="Link of the receipt" text={url} />
        </Disclosure>
      </div>
    </Surface>
  )
}
