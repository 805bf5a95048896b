import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import type { Account } from '#account/Account.ts'
import { factsOf } from '#account/facts.ts'
import { signCostWords } from '#components/account/AccountNotices.tsx'
import { ConnectButtons } from '#components/account/ConnectButton.tsx'
import { useAccount } from '#components/account/useAccount.ts'
import { HandleField } from '#components/proof/HandleField.tsx'
import { useKeptProofs } from '#components/stored/useKept.ts'
import { isSignature, newProof, type Proof, type SignedProof } from '#domain/proof/Proof.ts'
import { readPasted } from '#domain/proof/proofDocument.ts'
import {
  emptyProofDraft,
  lifetimes,
  type ParsedProofDraft,
  type ProofDraft,
  parseProofDraft,
} from '#domain/proof/proofDraft.ts'
import { pastedFaultText } from '#domain/proof/proofFaultText.ts'
import { encodeProof } from '#domain/proof/proofLink.ts'
import { proofCode, proofMessage } from '#domain/proof/proofMessage.ts'
import { portalUrl, proofPath, verifyPaths } from '#domain/shared/paths.ts'
import { Button } from '#ui/Button.tsx'
import { Card, Surface } from '#ui/content/Card.tsx'
import { Form } from '#ui/form/Form.tsx'
import { SelectField, TextField } from '#ui/form/TextField.tsx'
import { Notice } from '#ui/Notice.tsx'
import { BackLink } from '#ui/page/BackLink.tsx'
import { Disclosure } from '#ui/page/Disclosure.tsx'
import { useDocumentTitle } from '#ui/useDocumentTitle.ts'
import { useNow } from '#ui/useNow.ts'
import { CheckedProofPage } from './CheckedProofPage.tsx'
import { OwnProofPage, SignError } from './OwnProofPage.tsx'
import { Code, Limits, PreviewCard, Step } from './ProofParts.tsx'
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

/** Checks another person's proof, from its pasted link or text. */
function CheckPage() {
  return (
    <>
      <Heading>Check a proof</Heading>
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

/** Makes a proof of the connected address. */
function ProvePage() {
  const { keep } = useKeptProofs()
  return (
    <>
      <Heading>Prove your handle</Heading>
      <MakeProof onMade={(signed) => keep([{ ...signed, safeTxHash: null }])} />
    </>
  )
}

function Heading({ children }: { children: string }) {
  useDocumentTitle(children)
  return (
    <div>
      <BackLink href="/get-paid">Get paid</BackLink>
      <h1>{children}</h1>
    </div>
  )
}

/** Routes of proofs: checking and making them, the person's own proof, another person's. */
export function VerifyPage() {
  return (
    <Switch>
      <Route path={verifyPaths.check}>
        <CheckPage />
      </Route>
      <Route path={verifyPaths.prove}>
        <ProvePage />
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

const DAY = 86_400

/**
 * The platform, the handle, an optional post with the code, and the lifetime. Errors appear when the person submits
 * the form, then update while typing.
 */
function ProofForm(props: {
  draft: ProofDraft
  parsed: ParsedProofDraft
  /** Whether errors are shown. */
  shown: boolean
  /** The account that will sign; null while none is connected. */
  account: Account | null
  isSigning: boolean
  onChange: (draft: ProofDraft) => void
  onMake: () => void
  /** The result of the signature, above the button. */
  children: ReactNode
}) {
  const { draft, parsed, shown, account, isSigning } = props
  const address = account?.address ?? null
  const set = (some: Partial<ProofDraft>) => props.onChange({ ...draft, ...some })
  const faults = shown && !parsed.ok ? parsed.faults : {}
  const isWebsite = draft.platform === 'website'
  const place = isWebsite ? 'website' : 'profile or a post'
  return (
    <Form className="" onSubmit={props.onMake}>
      <Step number={1} title={isWebsite ? 'Your site' : 'Your profile'}>
        <HandleField
          platform={draft.platform}
          name={draft.name}
          fault={faults.name ?? null}
          onPlatform={(platform) => set({ platform })}
          onName={(name) => set({ name })}
        />
      </Step>
      <Step number={2} title={`Add this code to your ${place}`}>
        <p className="text-fine">
          {address === null
            ? 'Connect your wallet to see the code.'
            : parsed.handle === null
              ? `Enter your ${isWebsite ? 'site' : 'handle'} to see the code.`
              : 'Payers look for it there. The code stays the same for this address and handle.'}
        </p>
        {address && parsed.handle && <Code text={proofCode(address, parsed.handle)} />}
      </Step>
      <Step number={3} title="Sign with your wallet">
        <p className="text-fine">
          {signCostWords(account)} Your wallet will say “sign in with your Ethereum account”: the standard
          wording. The proof ends by itself after {lifetimes.find(({ days }) => days === draft.days)?.label}.
        </p>
        {props.children}
        {account ? (
          <div className="layout-wide">
            <Button primary size="large" type="submit" disabled={isSigning}>
              {isSigning
                ? 'Sign it in your wallet'
                : factsOf(account).hasOwners
                  ? 'Create proof'
                  : 'Sign proof'}
            </Button>
          </div>
        ) : (
          <div className="layout-row">
            <ConnectButtons />
          </div>
        )}
        <PostAndLifetime draft={draft} fault={faults.post ?? null} onSet={set} />
      </Step>
    </Form>
  )
}

/** The options of a proof: a post with its code, and another lifetime. */
function PostAndLifetime(props: {
  draft: ProofDraft
  fault: string | null
  onSet: (some: Partial<ProofDraft>) => void
}) {
  const { draft, fault, onSet } = props
  return (
    <Disclosure summary="Name a post, or change how long it’s valid">
      <TextField
        label="Post with your code (optional)"
        hint={`Others look there, not in your ${draft.platform === 'website' ? 'website' : 'bio'}.`}
        fault={fault}
        value={draft.post}
        inputMode="url"
        spellCheck={false}
        onText={(post) => onSet({ post })}
      />
      <SelectField
        label="Valid for"
        hint="Proofs can’t be revoked, so they expire."
        value={draft.days}
        options={lifetimes.map(({ days, label }) => [days, label])}
        onChoose={(days) => onSet({ days })}
      />
    </Disclosure>
  )
}

/**
 * Makes a proof for the connected account: the handle, its code, then the signature. A wallet signs at once; the owners
 * of a Safe choose on the proof's own page how they do.
 */
function MakeProof({ onMade }: { onMade: (signed: SignedProof) => void }) {
  const account = useAccount()
  const now = useNow()
  const [draft, setDraft] = useState(emptyProofDraft)
  const [asked, setAsked] = useState(false)
  const [refused, setRefused] = useState(false)
  const [, navigate] = useLocation()
  const parsed = parseProofDraft(draft)
  const finish = (signed: SignedProof) => {
    onMade(signed)
    navigate(proofPath('own', encodeProof(signed)))
  }
  const sign = useMutation({
    async mutationFn({ by, proof }: { by: Account; proof: Proof }) {
      const answer = await by.signMessage(proofMessage(proof))
      finish({
        proof,
        signature: answer.kind === 'signed' && isSignature(answer.signature) ? answer.signature : null,
      })
    },
  })
  const make = () => {
    setAsked(true)
    if (!parsed.ok || !account) return
    try {
      const { handle, post } = parsed
      const wanted = { address: account.address, handle, post, uri: portalUrl(), days: draft.days }
      const proof = newProof(wanted, Date.now(), (bytes) => crypto.getRandomValues(bytes))
      if (factsOf(account).hasOwners) finish({ proof, signature: null })
      else sign.mutate({ by: account, proof })
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      setRefused(true)
    }
  }
  return (
    <div className="layout-aside">
      <div>
        {refused && (
          <Notice tone="bad" title="Proofs can’t be created on this page.">
            <p>A proof needs a site with https, and this one is {portalUrl()}. Nothing was signed.</p>
          </Notice>
        )}
        <Surface label="New proof">
          <ProofForm
            draft={draft}
            parsed={parsed}
            shown={asked}
            account={account}
            isSigning={sign.isPending}
            onChange={setDraft}
            onMake={make}
          >
            {sign.error && <SignError error={sign.error} />}
          </ProofForm>
        </Surface>
      </div>
      <div>
        {account && parsed.handle && (
          <PreviewCard
            address={account.address}
            handle={parsed.handle}
            expiresAt={now / 1_000 + draft.days * DAY}
          />
        )}
      </div>
    </div>
  )
}
