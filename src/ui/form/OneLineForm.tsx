import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Form } from './Form.tsx'
import { TextField } from './TextField.tsx'

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
