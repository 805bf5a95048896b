import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Hex } from 'viem'
import { Link } from 'wouter'
import type { Account } from '#account/Account.ts'
import { factsOf } from '#account/facts.ts'
import { NoOwnerNotice, signCostWords } from '#components/account/AccountNotices.tsx'
import { ConnectButtons } from '#components/account/ConnectButton.tsx'
import { useAccount } from '#components/account/useAccount.ts'
import { SignError } from '#components/error/ExplainedError.tsx'
import { ProofCode } from '#components/proof/ProofCode.tsx'
import { useProofText } from '#components/request/useLinkText.ts'
import { useKeptProofs } from '#components/stored/useKept.ts'
import { codePlace, judgeProof, type ProofSignature, proofWords } from '#domain/proof/judgeProof.ts'
import { isSignature, type SignedProof } from '#domain/proof/Proof.ts'
import { proofLinkFaultText } from '#domain/proof/proofFaultText.ts'
import { decodeProof, proofKey } from '#domain/proof/proofLink.ts'
import { proofCode, proofMessage } from '#domain/proof/proofMessage.ts'
import { portalDomain, proposalPath } from '#domain/shared/paths.ts'
import type { StatusText } from '#domain/shared/StatusText.ts'
import { proofQuery } from '#queries/proof.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Surface } from '#ui/content/Card.tsx'
import { ExternalLink } from '#ui/content/ExternalLink.tsx'
import { TextToCopy } from '#ui/file/FileButton.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { Notice } from '#ui/Notice.tsx'
import { SubpageHeading } from '#ui/page/BackLink.tsx'
import { Disclosure } from '#ui/page/Disclosure.tsx'
import { StatusBanner } from '#ui/page/StatusBadge.tsx'
import { useDocumentTitle } from '#ui/useDocumentTitle.ts'
import { useNow, useWhen } from '#ui/useNow.ts'
import { BadProof } from './CheckedProofPage.tsx'
import { codeLink, PreviewCard, ProofFolds, ShareProof, Step } from './ProofParts.tsx'

/** The person's own proof: the code for the profile, then to sign, then to share. */
export function OwnProofPage() {
  const decoded = decodeProof(useProofText('own'))
  if (!decoded.ok) return <BadProof words={proofLinkFaultText[decoded.fault]} />
  const { signed } = decoded
  return <OwnProof key={proofKey(signed.proof)} signed={signed} />
}

function OwnProof({ signed }: { signed: SignedProof }) {
  useDocumentTitle('Your proof')
  const { proof } = signed
  const account = useAccount()
  const [isAsking, setAsking] = useState(false)
  const [hasAsked, setAsked] = useState(false)
  const { complete, words, isSigned, ...found } = useOwnProof(signed, isAsking)
  const link = codeLink(proof)
  return (
    <>
      <SubpageHeading up={['/get-paid', 'Get paid']}>Your proof</SubpageHeading>
      <div className="layout-page">
        <OwnBanner signed={complete} isSigned={isSigned} state={found.state} words={words} />
        <div className="layout-aside">
          <div>
            <Surface label="Steps">
              <Step number={1} title="Add this code to your profile or a post">
                <p className="text-fine">
                  Payers look for it there. The code stays the same for this address and handle.
                </p>
                <ProofCode text={proofCode(proof.address, proof.handle)} />
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
            <PreviewCard proof={proof}>
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

/** Asks the account to sign its proof, whose text is there to be compared with the wallet’s or the Safe’s. */
function SignProof(props: {
  signed: SignedProof
  /** The connected account, if it is the proof's account. */
  own: Account | null
  /** The result of the signature check so far. */
  state: ProofSignature | null
  safeTxHash: SafeTxHash | null
  take: (got: { signature?: Hex; safeTxHash?: SafeTxHash }) => void
  look: () => void
  isAsking: boolean
  onAsking: (asking: boolean) => void
}) {
  const { signed, own } = props
  return (
    <>
      <p className="text-fine">
        {signCostWords(own)} Your wallet will say “sign in with your Ethereum account”. That’s the standard
        wording; it only proves the address is yours.
      </p>
      {own ? (
        <AskToSign {...props} own={own} />
      ) : (
        <>
          <Notice tone="info" title="This proof’s address isn’t connected.">
            <p>
              Connect {signed.proof.address} to sign. You can close this page: the proof is listed under Get
              paid.
            </p>
          </Notice>
          <div className="layout-row">
            <ConnectButtons />
          </div>
        </>
      )}
      <Disclosure summary="Text your wallet will show">
        <TextToCopy label="Text to sign" text={proofMessage(signed.proof)} rows={14} />
      </Disclosure>
    </>
  )
}

function AskToSign(props: Parameters<typeof SignProof>[0] & { own: Account }) {
  const { signed, own, isAsking, state, safeTxHash } = props
  const [onChain, setOnChain] = useState(false)
  const waiting = useRef<AbortController>(null)
  const sign = useMutation({
    mutationFn: () => {
      waiting.current = new AbortController()
      return own.signMessage(proofMessage(signed.proof), { onChain, signal: waiting.current.signal })
    },
    onMutate: () => props.onAsking(true),
    onSettled: () => props.onAsking(false),
    onSuccess: (answer) => {
      if (answer.kind === 'signed' && isSignature(answer.signature)) props.take(answer)
      else if (answer.kind === 'proposed') props.take({ safeTxHash: answer.safeTxHash })
      props.look()
    },
  })
  const { hasOwners, noun } = factsOf(own)
  // No source has reported the proposal yet.
  const isUncompared = sign.data?.kind === 'proposed' && !sign.data.compared
  return (
    <>
      {hasOwners && (
        <>
          <fieldset className="layout-choices" disabled={isAsking}>
            <legend>How the owners sign</legend>
            <label>
              <input type="radio" name="how" checked={!onChain} onChange={() => setOnChain(false)} />
              <span>
                Off-chain: each owner signs a message, for free. Valid while the owners stay the same.
              </span>
            </label>
            <label>
              <input type="radio" name="how" checked={onChain} onChange={() => setOnChain(true)} />
              <span>
                On-chain: owners sign one transaction, and one executes it for a network fee. Stays valid when
                owners change.
              </span>
            </label>
          </fieldset>
          {safeTxHash && (
            <Notice tone="info" title="On-chain signing was proposed.">
              <p>
                The proof is complete once the owners have executed{' '}
                <Link href={proposalPath(own.address, safeTxHash)}>this transaction</Link>.
                {isUncompared && ' We couldn’t read it back yet: compare it there before you sign.'}
              </p>
            </Notice>
          )}
          {state?.kind === 'unknown' && (
            <Notice tone="warn" title="We couldn’t read how many owners signed.">
              <p>{state.words} We’ll try again.</p>
            </Notice>
          )}
        </>
      )}
      {isAsking && (
        <Notice tone="info" title={`Check your ${noun} and sign.`}>
          <p>The text there should match the one below. No money moves.</p>
        </Notice>
      )}
      {sign.error && <SignError error={sign.error} />}
      <NoOwnerNotice account={own} to="sign" />
      <div className={isAsking && hasOwners ? 'layout-row' : 'layout-wide'}>
        <Button primary size="large" onClick={() => sign.mutate()} disabled={isAsking || own.safe?.readOnly}>
          {!isAsking && <Icon name="signature" />}
          {isAsking ? 'Waiting for the signature…' : onChain ? 'Propose on-chain signing' : 'Sign proof'}
        </Button>
        {isAsking && hasOwners && <Button onClick={() => waiting.current?.abort()}>Cancel waiting</Button>}
      </div>
    </>
  )
}
