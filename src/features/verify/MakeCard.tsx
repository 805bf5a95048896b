import { useState } from 'react'
import { useLocation } from 'wouter'
import { useAccount } from '#account/connection.ts'
import { explorerAddress } from '#chain/explorer.ts'
import { newProof, type SignedProof } from '#domain/proof/Proof.ts'
import { emptyProofDraft, parseProofDraft } from '#domain/proof/proofDraft.ts'
import { encodeProof } from '#domain/proof/proofLink.ts'
import { portalUrl, proofPath } from '#domain/shared/paths.ts'
import { ConnectButtons } from '#features/shared/ConnectFirst.tsx'
import { WholeAddress } from '#ui/AddressText.tsx'
import { Card } from '#ui/Card.tsx'
import layout from '#ui/layout/layout.module.css'
import prose from '#ui/layout/prose.module.css'
import { Notice } from '#ui/Notice.tsx'
import { ProofForm } from './ProofForm.tsx'

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
    <Card title="Prove that an account is yours">
      {account ? (
        <div className={layout.stack}>
          <p className={prose.small}>The account that signs</p>
          <WholeAddress address={account.address} explorer={explorerAddress(account.address)} />
        </div>
      ) : (
        <div className={layout.stack}>
          <p>Connect the account that you want to prove. A signature costs nothing and moves nothing.</p>
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
        <Notice tone="bad" title="No proof can be made on this page.">
          <p>
            Its address, {portalUrl()}, is not one that a proof can name: it needs https. Nothing was signed.
          </p>
        </Notice>
      )}
    </Card>
  )
}
