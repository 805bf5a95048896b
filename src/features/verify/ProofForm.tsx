import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { useAccount } from '#account/connection.ts'
import { explorerAddress } from '#chain/explorer.ts'
import type { Address } from '#chain/money/Address.ts'
import { newProof, type SignedProof } from '#domain/proof/Proof.ts'
import { type Platform, platforms } from '#domain/proof/platforms.ts'
import {
  emptyProofDraft,
  lifetimes,
  type ParsedProofDraft,
  type ProofDraft,
  parseProofDraft,
} from '#domain/proof/proofDraft.ts'
import { encodeProof } from '#domain/proof/proofLink.ts'
import { portalUrl, proofPath } from '#domain/shared/paths.ts'
import { ConnectButtons } from '#features/shared/ConnectButtons.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { Field } from '#ui/Field.tsx'
import layout from '#ui/layout/layout.module.css'
import prose from '#ui/layout/prose.module.css'
import { Notice } from '#ui/Notice.tsx'
import { WholeAddress } from '#ui/page/AddressText.tsx'
import { CodeToPost } from './OwnProofPage.tsx'
import css from './Proof.module.css'

const kinds = Object.keys(platforms) as Platform[]

/** Who, where, how long. Errors appear when the person submits the form, then update while typing. */
export function ProofForm(props: {
  draft: ProofDraft
  parsed: ParsedProofDraft
  /** Whether errors are shown. */
  shown: boolean
  /** The account that will sign; null while none is connected. */
  address: Address | null
  onChange: (draft: ProofDraft) => void
  onMake: () => void
}) {
  const { draft, parsed, shown, address } = props
  const set = (some: Partial<ProofDraft>) => props.onChange({ ...draft, ...some })
  const faults = shown && !parsed.ok ? parsed.faults : {}
  const isWebsite = draft.platform === 'website'
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    props.onMake()
    const form = event.currentTarget
    // The errors are rendered after this handler.
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid]')?.focus())
  }
  return (
    <form className={layout.form} onSubmit={submit} noValidate>
      <div className={css.pair}>
        <Field label="Platform">
          {(control) => (
            <select
              {...control}
              value={draft.platform}
              onChange={(event) => set({ platform: event.target.value as Platform })}
            >
              {kinds.map((kind) => (
                <option key={kind} value={kind}>
                  {kind === 'website' ? 'Your website' : platforms[kind].label}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field
          label={isWebsite ? 'Website name' : 'Your handle'}
          hint={isWebsite ? 'For example ada.example' : '@name or profile link'}
          fault={faults.name ?? null}
        >
          {(control) => (
            <input
              {...control}
              value={draft.name}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onChange={(event) => set({ name: event.target.value })}
            />
          )}
        </Field>
      </div>
      {address && (parsed.ok ? parsed.handle : parsed.handle) && (
        <CodeToPost address={address} handle={parsed.handle} />
      )}
      <Field
        label="Post with your code (optional)"
        hint={`Or add the code to your ${isWebsite ? 'website' : 'bio'}.`}
        fault={faults.post ?? null}
      >
        {(control) => (
          <input
            {...control}
            value={draft.post}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => set({ post: event.target.value })}
          />
        )}
      </Field>
      <Field label="Valid for" hint="Proofs can’t be revoked, so they expire.">
        {(control) => (
          <select
            {...control}
            value={draft.days}
            onChange={(event) => set({ days: Number(event.target.value) })}
          >
            {lifetimes.map(({ days, label }) => (
              <option key={days} value={days}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <p>
        <Button primary type="submit" disabled={!address}>
          Create proof
        </Button>
      </p>
    </form>
  )
}

/** Starts a proof for the connected account: the handle and the lifetime, then the text to sign. */
export function MakeCard({ onMade }: { onMade: (signed: SignedProof) => void }) {
  const account = useAccount()
  const [draft, setDraft] = useState(emptyProofDraft)
  const [asked, setAsked] = useState(false)
  const [refused, setRefused] = useState(false)
  const [, navigate] = useLocation()
  const parsed = parseProofDraft(draft)
  const make = () => {
    setAsked(true)
    if (!parsed.ok || !account) return
    try {
      const { handle, post } = parsed
      const wanted = { address: account.address, handle, post, uri: portalUrl(), days: draft.days }
      const signed = {
        proof: newProof(wanted, Date.now(), (bytes) => crypto.getRandomValues(bytes)),
        signature: null,
      }
      onMade(signed)
      navigate(proofPath('own', encodeProof(signed)))
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      setRefused(true)
    }
  }
  return (
    <Card title="Prove your address">
      {account ? (
        <div className={layout.stack}>
          <p className={prose.small}>Address</p>
          <WholeAddress address={account.address} explorer={explorerAddress(account.address)} />
        </div>
      ) : (
        <div className={layout.stack}>
          <p>Connect the wallet whose address you want to prove. Free; moves no money.</p>
          <ConnectButtons />
        </div>
      )}
      <ProofForm
        draft={draft}
        parsed={parsed}
        shown={asked}
        address={account?.address ?? null}
        onChange={setDraft}
        onMake={make}
      />
      {refused && (
        <Notice tone="bad" title="Proofs can’t be created on this page.">
          <p>A proof needs a site with https, and this one is {portalUrl()}. Nothing was signed.</p>
        </Notice>
      )}
    </Card>
  )
}
