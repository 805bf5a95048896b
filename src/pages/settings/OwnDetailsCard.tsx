import { useState } from 'react'
import { usePortal } from '#account/connection.ts'
import { cleanLabel } from '#chain/text/label.ts'
import { useOwnDetails } from '#components/settings/useOwnDetails.ts'
import { cleanLines, detailsFault, keepOwnDetails, LONGEST_DETAILS } from '#domain/receipt/ownDetails.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { Form } from '#ui/form/Form.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Actions } from '#ui/layout/Actions.tsx'

/** The person's own name and address, which stand on their papers. */
export function OwnDetailsCard() {
  const { storage } = usePortal().page
  const kept = useOwnDetails()
  const [typed, setTyped] = useState<{ name?: string; text?: string }>({})
  const [isTried, setTried] = useState(false)
  const [said, setSaid] = useState('')
  const { name, text } = { name: kept?.name ?? '', text: kept?.text ?? '', ...typed }
  const own = { name: cleanLabel(name), text: cleanLines(text) }
  const faults = detailsFault(own)
  const change = (some: typeof typed) => {
    setTyped({ ...typed, ...some })
    setSaid('')
  }
  const save = () => {
    setTried(true)
    if (faults) return
    keepOwnDetails(storage, own)
    setTyped({})
    setSaid(own.name || own.text ? 'Saved in this browser.' : 'Removed.')
  }
  return (
    <Card title="Your details">
      <Form className="layout-stack" onSubmit={save}>
        <p className="text-fine">
          Optional. They’re printed on your receipts and statements, and are never in a link.
        </p>
        <TextField
          label="Name or company"
          value={name}
          fault={isTried ? faults?.name : null}
          autoComplete="organization"
          onText={(next) => change({ name: next })}
        />
        <TextField
          label="Address, tax number"
          hint={`Several lines, up to ${LONGEST_DETAILS} characters.`}
          rows={4}
          value={text}
          fault={isTried ? faults?.text : null}
          onText={(next) => change({ text: next })}
        />
        <Actions>
          <Button type="submit">Save details</Button>
          <span role="status" className="text-small">
            {said}
          </span>
        </Actions>
      </Form>
    </Card>
  )
}
