import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { Account } from '#account/Account.ts'
import { factsOf } from '#account/facts.ts'
import { signCostWords } from '#components/account/AccountNotices.tsx'
import { BackupFile } from '#components/backup/BackupFile.tsx'
import { SignError } from '#components/error/ExplainedError.tsx'
import { ProofCode } from '#components/proof/ProofCode.tsx'
import { useProofVerdict } from '#components/proof/useProofVerdict.ts'
import { UnreadableNotice } from '#components/stored/UnreadableNotice.tsx'
import { useKeptProofs } from '#components/stored/useKept.ts'
import { claimText, type Platform, platforms } from '#domain/proof/Handle.ts'
import { dayText, verdictNames } from '#domain/proof/judgeProof.ts'
import { type KeptProof, keptProofs } from '#domain/proof/keptProofs.ts'
import { isSignature, newProof, type Proof, type SignedProof } from '#domain/proof/Proof.ts'
import { lifetimes, parseProofDraft, proofOptions } from '#domain/proof/proofDraft.ts'
import { encodeProof, proofKey } from '#domain/proof/proofLink.ts'
import { proofCode, proofMessage } from '#domain/proof/proofMessage.ts'
import type { RequestFaults, TypedIdentity } from '#domain/request/requestDraft.ts'
import { count } from '#domain/shared/format.ts'
import { checkProofPath, portalUrl, proofPath } from '#domain/shared/paths.ts'
import type { Tone } from '#domain/shared/StatusText.ts'
import { clockErrorQuery } from '#queries/activity.ts'
import { Button } from '#ui/Button.tsx'
import { Card, CardPart, Inset } from '#ui/content/Card.tsx'
import { ShortAddress } from '#ui/content/Identity.tsx'
import { Disc, Rows, Row as RowView } from '#ui/content/Rows.tsx'
import { Field, SelectField, TextField } from '#ui/form/Fields.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Disclosure, Popover } from '#ui/page/Disclosure.tsx'
import { useNow } from '#ui/useNow.ts'
import css from './YouCard.module.css'

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

/**
 * The person: name and handle, which requests and proofs use alike, and the proofs made in this browser, each with
 * its current verdict. `arriving` gives the card the focus.
 */
export function YouCard(props: {
  account: Account | null
  draft: TypedIdentity
  faults: RequestFaults
  arriving: boolean
  onChange: (some: Partial<TypedIdentity>) => void
  /** Called after a proof is made while a request is being written; null opens the proof's own page instead. */
  onProved: (() => void) | null
}) {
  const { account, draft, faults, onChange } = props
  const kept = useKeptProofs()
  const { items, unreadable } = kept
  // The list has the proofs of every account in this browser.
  const isFirst = items.every(({ proof }) => proof.address !== account?.address)
  const prove = account && (
    <ProveHandle
      account={account}
      draft={draft}
      fault={faults.handle ?? null}
      onChange={onChange}
      onProved={props.onProved}
    />
  )
  return (
    <Card
      title="You"
      flush
      arriving={props.arriving}
      action={
        <Popover icon="ellipsis" label="Proofs">
          <section>
            <p>
              <Link href={checkProofPath}>Check a proof</Link>
            </p>
            <BackupFile list={keptProofs} kept={kept} naming={naming} />
          </section>
        </Popover>
      }
    >
      {account ? (
        <Inset>
          <TextField
            label="Your name (optional)"
            hint="Shown in requests you sign."
            fault={faults.name}
            name="name"
            value={draft.name}
            autoComplete="name"
            spellCheck={false}
            onText={(name) => onChange({ name })}
          />
        </Inset>
      ) : (
        items.length === 0 && (
          <Inset>
            <p className="text-fine">
              Connect a wallet to prove your handle, so that payers know the address is yours.
            </p>
          </Inset>
        )
      )}
      <Rows label={naming.title}>
        {items.map((one, index) => {
          const forget = () => kept.forget(one)
          return (
            <li key={proofKey(one.proof)}>
              {index < CHECKED ? (
                <CheckedRow one={one} onForget={forget} />
              ) : (
                <ProofRow one={one} tone="none" status="Open for status" onForget={forget} />
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
          <UnreadableNotice number={unreadable} one="saved proof" left="shown" />
        </Inset>
      )}
      {prove &&
        (isFirst ? (
          <Inset>{prove}</Inset>
        ) : (
          <CardPart>
            <Disclosure summary="Prove another handle" isOpen={faults.handle !== undefined}>
              {prove}
            </Disclosure>
          </CardPart>
        ))}
    </Card>
  )
}

/**
 * Proves a handle of the connected account: the handle, its code, then the signature. A wallet signs at once; the owners
 * of a Safe choose on the proof's own page how they do.
 */
function ProveHandle(props: {
  account: Account
  draft: TypedIdentity
  /** The fault of the handle in the request just submitted; null if there is none. */
  fault: string | null
  onChange: (some: Partial<TypedIdentity>) => void
  onProved: (() => void) | null
}) {
  const { account, draft, onChange, onProved } = props
  const { platform, handle: name } = draft
  const { keep } = useKeptProofs()
  const [options, setOptions] = useState(proofOptions)
  const [asked, setAsked] = useState(false)
  const [refused, setRefused] = useState(false)
  const [, navigate] = useLocation()
  const { data: clockError = 0 } = useQuery(clockErrorQuery)
  const parsed = parseProofDraft({ platform, name, ...options })
  const faults = asked && !parsed.ok ? parsed.faults : {}
  const finish = (signed: SignedProof) => {
    keep([{ ...signed, safeTxHash: null }])
    if (onProved) onProved()
    else navigate(proofPath('own', encodeProof(signed)))
  }
  const sign = useMutation({
    async mutationFn(proof: Proof) {
      const answer = await account.signMessage(proofMessage(proof))
      const isShort = answer.kind === 'signed' && isSignature(answer.signature)
      finish({ proof, signature: isShort ? answer.signature : null })
    },
  })
  const make = () => {
    setAsked(true)
    if (!parsed.ok) return
    try {
      const { handle, post } = parsed
      const wanted = { address: account.address, handle, post, uri: portalUrl(), days: options.days }
      const proof = newProof(wanted, Date.now() - clockError, (bytes) => crypto.getRandomValues(bytes))
      if (factsOf(account).hasOwners) finish({ proof, signature: null })
      else sign.mutate(proof)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      setRefused(true)
    }
  }
  const isWebsite = platform === 'website'
  return (
    <Form onSubmit={make}>
      <HandleField
        platform={platform}
        name={name}
        fault={faults.name ?? props.fault}
        onPlatform={(chosen) => onChange({ platform: chosen })}
        onName={(handle) => onChange({ handle })}
      />
      {parsed.handle && (
        <div className="layout-stack">
          <p className="text-fine">
            To prove it, add this code to your {isWebsite ? 'website' : 'profile or a post'}, then sign. Your
            wallet calls it a sign-in. {signCostWords(account)}
          </p>
          <ProofCode text={proofCode(account.address, parsed.handle)} />
        </div>
      )}
      {refused && (
        <Notice tone="bad" title="Proofs can’t be created on this page.">
          <p>A proof needs a site with https, and this one is {portalUrl()}. Nothing was signed.</p>
        </Notice>
      )}
      {sign.error && <SignError error={sign.error} />}
      <div>
        <Button type="submit" disabled={sign.isPending}>
          {sign.isPending
            ? 'Sign it in your wallet'
            : factsOf(account).hasOwners
              ? 'Create proof'
              : 'Sign proof'}
        </Button>
      </div>
      <Disclosure summary="Post and validity">
        <TextField
          label="Post with your code (optional)"
          hint={`Others look there, not in your ${isWebsite ? 'website' : 'bio'}.`}
          fault={faults.post ?? null}
          value={options.post}
          inputMode="url"
          spellCheck={false}
          onText={(post) => setOptions({ ...options, post })}
        />
        <SelectField
          label="Valid for"
          hint="Proofs can’t be revoked, so they expire."
          value={options.days}
          options={lifetimes.map(({ days, label }) => [days, label])}
          onChoose={(days) => setOptions({ ...options, days })}
        />
      </Disclosure>
    </Form>
  )
}

function CheckedRow({ one, onForget }: { one: KeptProof; onForget: () => void }) {
  const { verdict, words } = useProofVerdict(one)
  return (
    <ProofRow
      one={one}
      tone={verdict === 'valid' ? 'sign' : (words?.tone ?? 'none')}
      status={verdict ? verdictNames[verdict] : 'Checking'}
      onForget={onForget}
    />
  )
}

function ProofRow(props: { one: KeptProof; tone: Tone; status: string; onForget: () => void }) {
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

const kinds = Object.keys(platforms) as Platform[]

/** A platform and the handle on it; for a website its name. */
function HandleField(props: {
  platform: Platform
  name: string
  fault: string | null
  onPlatform: (platform: Platform) => void
  onName: (name: string) => void
}) {
  const { platform, name, fault, onPlatform, onName } = props
  const isWebsite = platform === 'website'
  return (
    <div className={css.pair}>
      <SelectField
        label="Platform"
        value={platform}
        options={kinds.map((kind) => [kind, kind === 'website' ? 'Your website' : platforms[kind].label])}
        onChoose={onPlatform}
      />
      <Field
        label={isWebsite ? 'Website name' : 'Your handle'}
        hint={isWebsite ? 'For example ada.example' : 'Its name or profile link'}
        fault={fault}
      >
        {(control) => (
          <span className={css.prefixed}>
            <Icon name={isWebsite ? 'globe' : 'at-sign'} />
            <input
              {...control}
              value={name}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onChange={(event) => onName(event.target.value)}
            />
          </span>
        )}
      </Field>
    </div>
  )
}
