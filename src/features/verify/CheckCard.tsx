import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { readPasted } from '#domain/proof/proofDocument.ts'
import { pastedFaultText } from '#domain/proof/proofFaultText.ts'
import { encodeProof } from '#domain/proof/proofLink.ts'
import { proofPath } from '#domain/shared/paths.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Field } from '#ui/Field.tsx'
import { Notice } from '#ui/Notice.tsx'
import css from './Proof.module.css'

/** Reads a pasted proof. What is altered ends here, with the reason; everything else is judged on its own page. */
export function CheckCard() {
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [, navigate] = useLocation()
  const check = (event: FormEvent) => {
    event.preventDefault()
    const read = readPasted(text)
    if (read.ok) navigate(proofPath('check', encodeProof(read.signed)))
    else setFault(pastedFaultText(read))
  }
  return (
    <Card title="Check a proof">
      <form className={css.form} onSubmit={check} noValidate>
        <Field
          label="Link or text of the proof"
          hint="Paste it whole. It is read on this page; who signed for a Safe is asked of the chain and of its message service."
        >
          {(control) => (
            <textarea
              {...control}
              className={css.paste}
              rows={6}
              spellCheck={false}
              autoComplete="off"
              value={text}
              onChange={(event) => {
                setText(event.target.value)
                setFault(null)
              }}
            />
          )}
        </Field>
        {fault && (
          <Notice tone="bad" title="This is not a proof, or it was altered.">
            <p>{fault}</p>
          </Notice>
        )}
        <p>
          <Button primary type="submit">
            Check it
          </Button>
        </p>
      </form>
    </Card>
  )
}
