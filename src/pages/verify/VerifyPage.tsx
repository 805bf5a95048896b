import { useState } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { useKeptProofs } from '#components/stored/useKept.ts'
import { readPasted } from '#domain/proof/proofDocument.ts'
import { pastedFaultText } from '#domain/proof/proofFaultText.ts'
import { encodeProof } from '#domain/proof/proofLink.ts'
import { proofPath, verifyPaths } from '#domain/shared/paths.ts'
import { Button } from '#ui/Button.tsx'
import { Card, Surface } from '#ui/content/Card.tsx'
import { Form } from '#ui/form/Form.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Tabs } from '#ui/page/Tabs.tsx'
import { CheckedProofPage } from './CheckedProofPage.tsx'
import { MyProofs } from './MyProofs.tsx'
import { OwnProofPage } from './OwnProofPage.tsx'
import { MakeProof } from './ProofForm.tsx'
import { Limits } from './ProofParts.tsx'
import css from './VerifyPage.module.css'

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
      <Form className={`layout-form ${css.form}`} onSubmit={check}>
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

/** Checks another person's proof, or makes one and lists those made here. */
function VerifyHome({ tab }: { tab: keyof typeof verifyPaths }) {
  const kept = useKeptProofs()
  return (
    <>
      <h1>Verify</h1>
      <div className="layout-page">
        <div className={css.tabs}>
          <Tabs
            label="Parts of Verify"
            current={verifyPaths[tab]}
            tabs={[
              { href: verifyPaths.check, label: 'Check a proof' },
              { href: verifyPaths.prove, label: 'Prove my address' },
            ]}
          />
        </div>
        {tab === 'check' ? (
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
        ) : (
          <MakeProof onMade={(signed) => kept.keep([{ ...signed, safeTxHash: null }])}>
            <MyProofs kept={kept} />
          </MakeProof>
        )}
      </div>
    </>
  )
}

/** Routes under Verify: checking and making proofs, the person's own proof, another person's. */
export function VerifyPage() {
  return (
    <Switch>
      <Route path={verifyPaths.check}>
        <VerifyHome tab="check" />
      </Route>
      <Route path={verifyPaths.prove}>
        <VerifyHome tab="prove" />
      </Route>
      <Route path={`${verifyPaths.prove}/*`}>
        <OwnProofPage />
      </Route>
      <Route>
        <CheckedProofPage />
      </Route>
    </Switch>
  )
}
