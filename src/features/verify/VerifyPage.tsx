import { type FormEvent, useState } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { readPasted } from '#domain/proof/proofDocument.ts'
import { pastedFaultText } from '#domain/proof/proofFaultText.ts'
import { encodeProof } from '#domain/proof/proofLink.ts'
import { proofPath } from '#domain/shared/paths.ts'
import { useKeptProofs } from '#features/shared/useKept.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { Field } from '#ui/Field.tsx'
import layout from '#ui/layout/layout.module.css'
import prose from '#ui/layout/prose.module.css'
import { Notice } from '#ui/Notice.tsx'
import { CheckedProofPage } from './CheckedProofPage.tsx'
import { MyProofs } from './MyProofs.tsx'
import { OwnProofPage } from './OwnProofPage.tsx'
import { MakeCard } from './ProofForm.tsx'

/**
 * Parses a pasted proof. An altered one is rejected here with the reason; every other one is judged on its
 * own page.
 */
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
      <form className={layout.form} onSubmit={check} noValidate>
        <Field label="Paste a proof link or text" hint="Checked in your browser.">
          {(control) => (
            <textarea
              {...control}
              className={layout.paste}
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
          <Notice tone="bad" title="That’s not a proof, or it was changed.">
            <p>{fault}</p>
          </Notice>
        )}
        <p>
          <Button primary type="submit">
            Check
          </Button>
        </p>
      </form>
    </Card>
  )
}

/** Checks someone else's proof, makes a new one, and lists those made here. */
export function VerifyHome() {
  const kept = useKeptProofs()
  return (
    <>
      <h1>Verify</h1>
      <p className={prose.muted}>
        Prove which address is yours, or check someone else’s proof. Free, no wallet needed to check.
      </p>
      <div className={layout.page}>
        <div className={layout.columns}>
          <CheckCard />
          <MakeCard onMade={(signed) => kept.keep([{ ...signed, safeTxHash: null }])} />
        </div>
        <MyProofs kept={kept} />
      </div>
    </>
  )
}

/** Routes under Verify: checking and making proofs, the person's own proof, someone else's. */
export function VerifyPage() {
  return (
    <Switch>
      <Route path="/verify">
        <VerifyHome />
      </Route>
      <Route path="/verify/mine/*">
        <OwnProofPage />
      </Route>
      <Route>
        <CheckedProofPage />
      </Route>
    </Switch>
  )
}
