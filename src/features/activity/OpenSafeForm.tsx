import { useState } from 'react'
import { useLocation } from 'wouter'
import { safePath } from '#account/paths.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import css from './Activity.module.css'
import { parseSafeText, safeTextFaults } from './safeLink.ts'

/** Opens any Safe by its address or a link, to be looked at only. */
export function OpenSafeForm() {
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [, navigate] = useLocation()
  const open = () => {
    const parsed = parseSafeText(text)
    if (parsed.ok) navigate(safePath(parsed.address))
    else setFault(safeTextFaults[parsed.fault])
  }
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        open()
      }}
    >
      <Field label="Address of a Safe" hint="0x…, bnb:0x… or a link to it" fault={fault}>
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
      <Button type="submit">Look at it</Button>
    </form>
  )
}
