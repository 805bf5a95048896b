import { type ReactNode, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { TextField } from './Fields.tsx'

/** A form. Once submitted, the first field with a fault gets the focus. */
export function Form(props: { onSubmit: () => void; className?: string | undefined; children: ReactNode }) {
  return (
    <form
      className={props.className ?? 'layout-form'}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        props.onSubmit()
        const form = event.currentTarget
        // The faults are rendered after this handler, and one may be folded away.
        requestAnimationFrame(() => {
          const faulty = form.querySelector<HTMLElement>('[aria-invalid]')
          faulty?.closest('details')?.setAttribute('open', '')
          faulty?.focus()
        })
      }}
    >
      {props.children}
    </form>
  )
}

/**
 * One text field and one button. `onText` accepts the text and returns an error sentence, or null: then the
 * field is cleared.
 */
export function OneLineForm(props: {
  label: string
  hint: string
  button: string
  onText: (text: string) => string | null
}) {
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  return (
    <Form
      className="layout-stack"
      onSubmit={() => {
        const wrong = props.onText(text)
        setFault(wrong)
        if (wrong === null) setText('')
      }}
    >
      <TextField
        label={props.label}
        hint={props.hint}
        fault={fault}
        value={text}
        spellCheck={false}
        onText={(typed) => {
          setText(typed)
          setFault(null)
        }}
      />
      <p>
        <Button type="submit">{props.button}</Button>
      </p>
    </Form>
  )
}
