import { useState } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { readPasted } from '#domain/proof/proofDocument.ts'
import { pastedFaultText } from '#domain/proof/proofFaultText.ts'
import { encodeProof } from '#domain/proof/proofLink.ts'
import { checkProofPath, proofPath } from '#domain/shared/paths.ts'
import { Button } from '#ui/Button.tsx'
import { Card, Surface } from '#ui/content/Card.tsx'
import { TextField } from '#ui/form/Fields.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Notice } from '#ui/Notice.tsx'
import { SubpageHeading } from '#ui/page/BackLink.tsx'
import { useDocumentTitle } from '#ui/useDocumentTitle.ts'
import { CheckedProofPage } from './CheckedProofPage.tsx'
import { OwnProofPage } from './OwnProofPage.tsx'
import { Limits } from './ProofParts.tsx'

/**
 * Parses a pasted proof. An altered one is rejected here with the reason; every other one is judged on its
 * own page.
 */
function CheckForm() {
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [, navigate] = useLocation()
  const check = () => {
    const read = readPasted(text)
    if (read.ok) navigate(proofPath('check', encodeProof(read.signed)))
    else setFault(pastedFaultText(read))
  }
  return (
    <Surface label="Check a proof">
      <Form className="layout-edges layout-form" onSubmit={check}>
        <TextField
          label="Paste a proof link or text"
          hint="Checked in your browser. You need no wallet."
          className="layout-paste"
          rows={6}
          spellCheck={false}
          value={text}
          onText={(pasted) => {
            setText(pasted)
            setFault(null)
          }}
        />
        {fault && (
          <Notice tone="bad" title="That’s not a proof, or it was changed.">
            <p>{fault}</p>
          </Notice>
        )}
        <Button primary size="large" type="submit">
          Check proof
        </Button>
      </Form>
    </Surface>
  )
}

/** Checks another person's proof, from its pasted link or text. */
function CheckPage() {
  useDocumentTitle('Check a proof')
  return (
    <>
      <SubpageHeading up={['/get-paid', 'Get paid']}>Check a proof</SubpageHeading>
      <div className="layout-aside">
        <div>
          <CheckForm />
        </div>
        <div>
          <Card title="What a proof doesn’t prove">
            <Limits />
          </Card>
        </div>
      </div>
    </>
  )
}

/** Routes of proofs: checking them, the person's own proof, another person's. */
export function VerifyPage() {
  return (
    <Switch>
      <Route path={checkProofPath}>
        <CheckPage />
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
