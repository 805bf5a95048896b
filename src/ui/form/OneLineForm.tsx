import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import css from './OneLineForm.module.css'

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
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        const wrong = props.onText(text)
        setFault(wrong)
        if (wrong === null) setText('')
      }}
    >
      <Field label={props.label} hint={props.hint} fault={fault}>
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
      <p>
        <Button type="submit">{props.button}</Button>
      </p>
    </form>
  )
}
