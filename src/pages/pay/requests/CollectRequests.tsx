import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Form } from '#ui/form/Form.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import css from './RequestRows.module.css'
import { type Collected, hasRequests } from './requestRows.ts'

/**
 * Takes more request links, under the answer to the ones that were pasted last. A changed text is not yet answered.
 */
export function CollectRequests(props: { last: Collected | null; onAdd: (pasted: string) => void }) {
  const { last, onAdd } = props
  const [typed, setTyped] = useState<{ text: string; after: Collected | null }>({ text: '', after: null })
  const said = typed.after === last ? null : last
  const text = said ? said.left : typed.text
  return (
    <Form className="" onSubmit={() => onAdd(text)}>
      <div className={css.add}>
        <TextField
          label="Request links"
          hint="They’re paid together."
          fault={said?.isFault ? said.said : null}
          rows={1}
          placeholder="Paste one or more links"
          value={text}
          spellCheck={false}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text/plain')
            // A whole link needs no second press.
            if (text !== '' || !hasRequests(pasted)) return
            event.preventDefault()
            onAdd(pasted)
          }}
          onText={(next) => setTyped({ text: next, after: last })}
        />
        <Button type="submit">Add</Button>
      </div>
      {said?.isFault === false && <p role="status">{said.said}</p>}
    </Form>
  )
}
