import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '#components/account/useAccount.ts'
import { useProofText } from '#components/request/useLinkText.ts'
import { useKeptProofs } from '#components/stored/useKept.ts'
import type { ProofSignature } from '#domain/proof/checkSignature.ts'
import { judgeProof, proofWords } from '#domain/proof/judgeProof.ts'
import { isSignature, type SignedProof } from '#domain/proof/Proof.ts'
import { proofLinkFaultText } from '#domain/proof/proofFaultText.ts'
import { decodeProof, proofKey } from '#domain/proof/proofLink.ts'
import { proofCode } from '#domain/proof/proofMessage.ts'
import { codePlace } from '#domain/proof/proofStatus.ts'
import { portalDomain } from '#domain/shared/paths.ts'
import type { StatusText } from '#domain/shared/StatusText.ts'
import { proofQuery } from '#queries/proof.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Surface } from '#ui/content/Card.tsx'
import { ExternalLink } from '#ui/content/ExternalLink.tsx'
import { BackLink } from '#ui/page/BackLink.tsx'
import { StatusBanner } from '#ui/page/StatusBanner.tsx'
import { useDocumentTitle } from '#ui/useDocumentTitle.ts'
import { useNow } from '#ui/useNow.ts'
import { useWhen } from '#ui/useWhen.ts'
import { BadProof } from './CheckedProofPage.tsx'
import { Code, codeLink, PreviewCard, ProofFolds, Step } from './ProofParts.tsx'
import { ShareProof } from './ShareProof.tsx'
import { SignProof } from './SignProof.tsx'

/** The person's own proof: the code for the profile, then to sign, then to share. */
export function OwnProofPage() {
  const decoded = decodeProof(useProofText('own'))
  if (!decoded.ok) return <BadProof words={proofLinkFaultText[decoded.fault]} />
  const { signed } = decoded
  return <Own key={proofKey(signed.proof)} signed={signed} />
}

function Own({ signed }: { signed: SignedProof }) {
  useDocumentTitle('Your proof')
  const { proof } = signed
  const account = useAccount()
  const [isAsking, setAsking] = useState(false)
  const [hasAsked, setAsked] = useState(false)
  const { complete, words, isSigned, ...found } = useOwnProof(signed, isAsking)
  const link = codeLink(proof)
  return (
    <>
      <div>
        <BackLink href="/get-paid">Get paid</BackLink>
        <h1>Your proof</h1>
      </div>
      <div className="layout-page">
        <OwnBanner signed={complete} isSigned={isSigned} state={found.state} words={words} />
        <div className="layout-aside">
          <div>
            <Surface label="Steps">
              <Step number={1} title="Add this code to your profile or a post">
                <p className="text-fine">
                  Payers look for it there. The code stays the same for this address and handle.
                </p>
                <Code text={proofCode(proof.address, proof.handle)} />
                <div className="layout-row">
                  <ExternalLink className={buttonClass({ size: 'small' })} href={link.href} icon>
                    {link.label}
                  </ExternalLink>
                </div>
              </Step>
              <Step number={2} title={isSigned ? 'Signed' : 'Sign with your wallet'} isDone={isSigned}>
                {!isSigned && (
                  <SignProof
                    signed={complete}
                    own={account?.address === proof.address ? account : null}
                    {...found}
                    isAsking={isAsking}
                    onAsking={(asking) => {
                      setAsking(asking)
                      setAsked(true)
                    }}
                  />
                )}
              </Step>
              <Step number={3} title="Share it" arriving={isSigned && hasAsked}>
                {isSigned ? (
                  <ShareProof signed={complete} primary />
                ) : (
                  <p className="text-fine">The link and its QR code appear here once it’s signed.</p>
                )}
              </Step>
            </Surface>
          </div>
          <div>
            <PreviewCard address={proof.address} handle={proof.handle} expiresAt={proof.expiresAt}>
              {isSigned && words && <p className="text-fine">{words.title}</p>}
              {isSigned && words && <p className="text-fine">{words.text}</p>}
            </PreviewCard>
            <Surface label="What it says">
              <ProofFolds signed={complete} />
            </Surface>
          </div>
        </div>
      </div>
    </>
  )
}

/** How far the person's own proof is. Signed is not yet green: only who sees the code knows both halves. */
function OwnBanner(props: {
  signed: SignedProof
  isSigned: boolean
  state: ProofSignature | null
  words: StatusText | null
}) {
  const { signed, isSigned, state, words } = props
  if (isSigned && words && words.tone !== 'good') {
    const { tone, title, text } = words
    return (
      <StatusBanner tone={tone === 'bad' ? 'bad' : 'warn'} status={title}>
        <p>{text}</p>
      </StatusBanner>
    )
  }
  if (isSigned) {
    return (
      <StatusBanner tone="sign" status="Signed">
        <p>Share it now. Others look for your code {codePlace(signed.proof)}, so leave it there.</p>
      </StatusBanner>
    )
  }
  if (state?.kind === 'collecting' && state.have !== 0) {
    const { have, need } = state
    const isCounted = have !== null && need !== null
    return (
      <StatusBanner
        tone="sign"
        status={isCounted ? `${have} of ${need} owners signed.` : 'Other owners still have to sign.'}
      >
        <p>
          They find the message in Safe{'{Wallet}'} under Messages. You can close this page: the proof is
          listed under Get paid.
        </p>
      </StatusBanner>
    )
  }
  return (
    <StatusBanner tone="none" status="Not signed yet">
      <p>Add the code, then sign. Until then there’s nothing to check.</p>
    </StatusBanner>
  )
}

/**
 * The person's own proof with any signature that its account has made since, also after a reload or on
 * another day. A signature that was found is stored in this browser.
 */
function useOwnProof(signed: SignedProof, isAsking: boolean) {
  const { items: proofs, keep } = useKeptProofs()
  const now = useNow()
  const { proof } = signed
  const entry = proofs.find((one) => proofKey(one.proof) === proofKey(proof)) ?? null
  const known = signed.signature ?? entry?.signature ?? null
  // The host may keep its dialog open until all owners have signed.
  const checked = useQuery(proofQuery({ proof, signature: known }, isAsking))
  const state = checked.data ?? null
  const here = portalDomain()
  const words = state && proofWords(proof, judgeProof(proof, state, here, now), state, here)
  const found = state?.kind === 'valid' ? (state.found ?? null) : null
  // A longer one stays with the Safe: the proof finds it there.
  const signature = known ?? (found && isSignature(found) ? found : null)
  const safeTxHash = entry?.safeTxHash ?? null
  const isNew = signature !== (entry?.signature ?? null)
  useWhen(isNew, () => {
    keep([{ proof, signature, safeTxHash }])
  })
  return {
    complete: { proof, signature } satisfies SignedProof,
    state,
    words,
    isSigned: signature !== null || state?.kind === 'valid',
    safeTxHash,
    look: () => void checked.refetch(),
    /** Stores the result of a request: a signature, or the proposal to sign on the chain. */
    take: (got: { readonly signature?: SignedProof['signature']; readonly safeTxHash?: SafeTxHash }) =>
      keep([{ proof, signature: got.signature ?? signature, safeTxHash: got.safeTxHash ?? safeTxHash }]),
  }
}
