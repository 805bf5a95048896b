import { useState } from 'react'
import { Link } from 'wouter'
import { useAccount } from '#account/connection.ts'
import type { SignedProof } from '#domain/proof/Proof.ts'
import { proofLinkFaultText } from '#domain/proof/proofFaultText.ts'
import { decodeProof, proofKey } from '#domain/proof/proofLink.ts'
import { ProofNotice } from '#features/shared/ProofNotice.tsx'
import { useProofText } from '#features/shared/useLinkText.ts'
import { Card } from '#ui/Card.tsx'
import { useDocumentTitle } from '#ui/useDocumentTitle.ts'
import { BadProof } from './CheckedProofPage.tsx'
import { CodeToPost } from './CodeToPost.tsx'
import { HandOnCard } from './HandOnCard.tsx'
import css from './Proof.module.css'
import { ProofFacts } from './ProofFacts.tsx'
import { SignProofCard } from './SignProofCard.tsx'
import { useOwnProof } from './useOwnProof.ts'

/** One's own proof: to be signed, then to be handed on. */
export function OwnProofPage() {
  useDocumentTitle('Your proof of account')
  const decoded = decodeProof(useProofText('own'))
  if (!decoded.ok) return <BadProof words={proofLinkFaultText[decoded.fault]} />
  const { signed } = decoded
  return <Own key={proofKey(signed.proof)} signed={signed} />
}

function Own({ signed }: { signed: SignedProof }) {
  const { proof } = signed
  const account = useAccount()
  const [isAsking, setAsking] = useState(false)
  const { complete, isSigned, ...found } = useOwnProof(signed, isAsking)
  return (
    <>
      <p>
        <Link href="/verify">← Verify</Link>
      </p>
      <h1>Your proof of account</h1>
      <div className={css.page}>
        {isSigned && (
          <Card title="What others will see" arriving>
            <ProofNotice signed={complete} />
          </Card>
        )}
        <div className={css.columns}>
          {isSigned ? (
            <HandOnCard signed={complete} />
          ) : (
            <SignProofCard
              signed={complete}
              own={account?.address === proof.address ? account : null}
              {...found}
              isAsking={isAsking}
              onAsking={setAsking}
            />
          )}
          <div className={css.page}>
            <Card title="What it says">
              <ProofFacts signed={complete} />
            </Card>
            <Card title="Code for your profile or post">
              <CodeToPost address={proof.address} handle={proof.handle} />
            </Card>
          </div>
        </div>
      </div>
    </>
  )
}
