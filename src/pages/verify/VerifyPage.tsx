import { useState } from 'react'
import { Link, Route, Switch, useLocation } from 'wouter'
import { BackupFile } from '#components/backup/BackupFile.tsx'
import { useProofVerdict } from '#components/proof/useProofVerdict.ts'
import { useKeptProofs } from '#components/stored/useKept.ts'
import type { KeptItems } from '#components/stored/useKeptList.ts'
import { type KeptProof, keptProofs } from '#domain/proof/keptProofs.ts'
import { readPasted } from '#domain/proof/proofDocument.ts'
import { pastedFaultText } from '#domain/proof/proofFaultText.ts'
import { encodeProof, proofKey } from '#domain/proof/proofLink.ts'
import { dayText, verdictNames } from '#domain/proof/proofWords.ts'
import { count, plural } from '#domain/shared/format.ts'
import { proofPath, verifyPaths } from '#domain/shared/paths.ts'
import type { Tone } from '#domain/shared/StatusText.ts'
import { Button } from '#ui/Button.tsx'
import { Card, CardPart, Inset, Surface } from '#ui/content/Card.tsx'
import { Disc, Rows, Row as RowView } from '#ui/content/Rows.tsx'
import { ShortAddress } from '#ui/content/ShortAddress.tsx'
import { Form } from '#ui/form/Form.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Tabs } from '#ui/page/Tabs.tsx'
import { useNow } from '#ui/useNow.ts'
import { CheckedProofPage } from './CheckedProofPage.tsx'
import { OwnProofPage } from './OwnProofPage.tsx'
import { MakeProof } from './ProofForm.tsx'
import { claimText, Limits } from './ProofParts.tsx'
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

/**
 * How many are checked while the list is on the screen: each proof of a Safe costs requests to nodes and the
 * service.
 */
const CHECKED = 10
/** Days before its end from which a proof is worth renewing. */
const ENDING = 14
const DAY = 86_400
// A signed proof is not green: others still have to look for its code.

const naming = {
  kind: 'proofs',
  title: 'Your proofs',
  many: 'proofs',
  fileName: 'proofs-of-account.json',
} as const

/** The proofs made in this browser, each with its current verdict. */
function MyProofs({ kept }: { kept: KeptItems<KeptProof> }) {
  const { items, unreadable } = kept
  return (
    <Card title={naming.title} flush>
      {items.length === 0 && (
        <Inset>
          <p className="text-fine">No proofs yet. They’re saved only in this browser.</p>
        </Inset>
      )}
      <Rows label={naming.title}>
        {items.map((one, index) => {
          const forget = () => kept.forget(one)
          return (
            <li key={proofKey(one.proof)}>
              {index < CHECKED ? (
                <CheckedRow one={one} onForget={forget} />
              ) : (
                <Row one={one} tone="none" status="Open for status" onForget={forget} />
              )}
            </li>
          )
        })}
      </Rows>
      {items.length >= keptProofs.max && (
        <Inset>
          <p role="status">This list is full. Remove a proof before you make another one.</p>
        </Inset>
      )}
      {unreadable > 0 && (
        <Inset>
          <p role="alert">
            {count(unreadable, 'saved proof')} couldn’t be read and {plural(unreadable, 'isn’t', 'aren’t')}{' '}
            shown.
          </p>
        </Inset>
      )}
      <CardPart>
        <BackupFile list={keptProofs} kept={kept} naming={naming} />
      </CardPart>
    </Card>
  )
}

function CheckedRow({ one, onForget }: { one: KeptProof; onForget: () => void }) {
  const { verdict, words } = useProofVerdict(one)
  return (
    <Row
      one={one}
      tone={verdict === 'valid' ? 'sign' : (words?.tone ?? 'none')}
      status={verdict ? verdictNames[verdict] : 'Checking'}
      onForget={onForget}
    />
  )
}

function Row(props: { one: KeptProof; tone: Tone; status: string; onForget: () => void }) {
  const { one, tone, status, onForget } = props
  const { address, handle, expiresAt } = one.proof
  const days = Math.floor((expiresAt - useNow() / 1_000) / DAY)
  const isEnding = tone === 'sign' && days <= ENDING
  return (
    <RowView
      mark={<Disc icon="badge-check" tone={isEnding ? 'warn' : tone} />}
      title={<Link href={proofPath('own', encodeProof(one))}>{claimText(handle)}</Link>}
      sub={
        <>
          <span>{status}</span>
          <span>{isEnding ? `ends in ${count(days, 'day')}` : `until ${dayText(expiresAt)}`}</span>
          <ShortAddress address={address} />
        </>
      }
      end={
        <Button
          ghost
          size="small"
          onClick={onForget}
          aria-label={`Remove from list: proof of ${claimText(handle)}`}
        >
          Remove
        </Button>
      }
    />
  )
}
