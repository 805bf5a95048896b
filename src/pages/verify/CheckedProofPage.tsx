import { useState } from 'react'
import { Link } from 'wouter'
import { explorerAddress } from '#chain/explorer.ts'
import { SavePerson } from '#components/payee/PersonName.tsx'
import { usePeople } from '#components/payee/usePeople.ts'
import { ProofCode } from '#components/proof/ProofCode.tsx'
import { useCodeAnswer, useProofVerdict } from '#components/proof/useProofVerdict.ts'
import { useProofText } from '#components/request/useLinkText.ts'
import { profileUrl } from '#domain/proof/Handle.ts'
import { codePlace, proofStatus } from '#domain/proof/judgeProof.ts'
import type { CodeAnswer } from '#domain/proof/keptProofs.ts'
import { otherAuthor, type Proof, type SignedProof } from '#domain/proof/Proof.ts'
import { proofLinkFaultText } from '#domain/proof/proofFaultText.ts'
import { decodeProof, encodeProof } from '#domain/proof/proofLink.ts'
import { proofCode } from '#domain/proof/proofMessage.ts'
import { when } from '#domain/shared/format.ts'
import { checkProofPath } from '#domain/shared/paths.ts'
import type { StatusText } from '#domain/shared/StatusText.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Surface } from '#ui/content/Card.tsx'
import { ExternalLink } from '#ui/content/ExternalLink.tsx'
import { Identicon } from '#ui/content/Identity.tsx'
import { WholeAddress } from '#ui/page/AddressText.tsx'
import { SubpageHeading } from '#ui/page/BackLink.tsx'
import { Disclosure } from '#ui/page/Disclosure.tsx'
import { StatusBanner } from '#ui/page/StatusBadge.tsx'
import { useDocumentTitle } from '#ui/useDocumentTitle.ts'
import css from './CheckedProofPage.module.css'
import { codeLink, Limits, ProofCheck, ProofFolds, ShareProof } from './ProofParts.tsx'

/** Another person's proof. Anyone can open it; nothing connects, and no wallet is needed. */
export function CheckedProofPage() {
  const text = useProofText('check')
  const decoded = decodeProof(text)
  if (!decoded.ok) return <BadProof words={proofLinkFaultText[decoded.fault]} />
  return <CheckedProof key={text} signed={decoded.signed} />
}

function CheckedProof({ signed }: { signed: SignedProof }) {
  useDocumentTitle('Proof')
  const { proof } = signed
  const { words, isChecking, checkAgain } = useProofVerdict(signed)
  const { answer, give, takeBack } = useCodeAnswer(proof)
  const isBad = words?.tone === 'bad' || otherAuthor(proof) !== null
  return (
    <div className={css.middle}>
      <SubpageHeading up={[checkProofPath, 'Check a proof']}>Proof</SubpageHeading>
      <ProofBanner proof={proof} words={words} answer={answer} />
      <Surface label="Checks">
        <SignatureCheck proof={proof} words={words} isChecking={isChecking} onCheck={checkAgain} />
        {/* A code proves nothing about an address that did not sign. */}
        {!isBad && (
          <CodeCheck
            proof={proof}
            answer={answer?.isRestored ? null : answer}
            onAnswer={give}
            onUndo={takeBack}
          />
        )}
      </Surface>
      {words?.tone === 'good' && !isBad && <InPeople proof={proof} text={encodeProof(signed)} />}
      <Surface label="What it says">
        <ProofFolds signed={signed}>
          <Disclosure summary="What this doesn’t prove">
            <Limits />
          </Disclosure>
          {!isBad && (
            <Disclosure summary="Share this proof">
              <ShareProof signed={signed} />
            </Disclosure>
          )}
        </ProofFolds>
      </Surface>
    </div>
  )
}

/** The name that the person at this browser gave to the address, and a way to keep the proof with it. */
function InPeople({ proof: { address }, text }: { proof: Proof; text: string }) {
  const name = usePeople().nameOf(address)
  return (
    <div>
      {name !== null && (
        <p>
          Your name for this address: <bdi>{name}</bdi>
        </p>
      )}
      <SavePerson address={address} proof={text} />
    </div>
  )
}

/** The first statement on a proof's page: complete, half, or not to be relied on. */
function ProofBanner(props: { proof: Proof; words: StatusText | null; answer: CodeAnswer | null }) {
  const { proof, words, answer } = props
  const status = words && proofStatus(proof, words, answer)
  return (
    <section aria-label="Status">
      <StatusBanner tone={status?.tone ?? 'wait'} status={status?.title ?? 'Checking the signature'}>
        {status?.text.split('\n').map((line) => (
          <p key={line}>{line}</p>
        ))}
      </StatusBanner>
    </section>
  )
}

/** The half that the portal checks. */
function SignatureCheck(props: {
  proof: Proof
  words: StatusText | null
  isChecking: boolean
  onCheck: () => void
}) {
  const { proof, words, isChecking, onCheck } = props
  const tone = words?.tone ?? 'wait'
  const isSigned = tone === 'good'
  return (
    <ProofCheck
      label="Step 1: signature"
      icon={isSigned ? 'check' : tone === 'bad' ? 'x' : 'signature'}
      tone={tone}
      title={isSigned ? 'The address signed this claim' : 'The address in this claim'}
      // The banner explains what is wrong with a signature.
      text={isSigned ? words?.text : undefined}
      action={
        <Button size="small" onClick={onCheck} disabled={isChecking}>
          {isChecking ? 'Checking…' : 'Check again'}
        </Button>
      }
    >
      <div className="layout-line">
        <Identicon address={proof.address} />
        <WholeAddress address={proof.address} explorer={explorerAddress(proof.address)} />
      </div>
    </ProofCheck>
  )
}

/** The half that no page can check: whether the handle agrees. The reader looks, answers, and can take it back. */
function CodeCheck(props: {
  proof: Proof
  answer: CodeAnswer | null
  onAnswer: (isThere: boolean) => void
  onUndo: () => void
}) {
  const { proof, answer, onAnswer, onUndo } = props
  const { handle, post } = proof
  const place = codePlace(proof)
  const profile = codeLink({ handle, post: null })
  const found = answer ? (answer.isThere ? 'there' : 'missing') : 'open'
  // The pressed button disappears, so the focus moves to its replacement.
  const [hasChanged, setChanged] = useState(false)
  const change = (act: () => void) => () => {
    setChanged(true)
    act()
  }
  return (
    <ProofCheck
      key={found}
      arriving={hasChanged}
      label={`Step 2: the code ${place}`}
      {...looks[found]}
      title={
        found === 'there'
          ? `You saw the code ${place}`
          : found === 'missing'
            ? `You didn’t see the code ${place}`
            : `Is this code ${place}?`
      }
      text={
        answer
          ? `Answered by you on ${when(answer.at * 1_000)}, kept in this browser.`
          : `Look in ${lookIn(proof)}. We can’t do this for you. Case and hyphens don’t matter.`
      }
    >
      <ProofCode text={proofCode(proof.address, handle)} />
      <div className="layout-row">
        <ExternalLink className={buttonClass({ primary: !answer })} href={profile.href} icon>
          {profile.label}
        </ExternalLink>
        {post && (
          <ExternalLink className={buttonClass()} href={post} icon>
            Open post
          </ExternalLink>
        )}
        {answer ? (
          <Button ghost onClick={change(onUndo)}>
            Undo my answer
          </Button>
        ) : (
          <>
            <Button onClick={change(() => onAnswer(true))}>I see the code</Button>
            <Button ghost onClick={change(() => onAnswer(false))}>
              It isn’t there
            </Button>
          </>
        )}
      </div>
      {post && (
        <p className="text-fine">
          Anyone can post a code. Check that this post is from{' '}
          <ExternalLink href={profileUrl(handle)}>{profileUrl(handle)}</ExternalLink>.
        </p>
      )}
    </ProofCheck>
  )
}

const looks = {
  open: { icon: 'eye', tone: 'warn' },
  there: { icon: 'check', tone: 'good' },
  missing: { icon: 'x', tone: 'bad' },
} as const

/** The place to look for the code, as people read an address: the profile comes before any post. */
function lookIn({ handle }: Proof): string {
  const shown = profileUrl(handle).replace(/^https:\/\/(www\.)?|\/$/g, '')
  return handle.platform === 'website' ? shown : `the bio or a post of ${shown}`
}

/** Shown for an invalid proof link: what is wrong with it, without any of its content. */
export function BadProof({ words }: { words: string }) {
  const title = 'This proof link doesn’t work'
  useDocumentTitle(title)
  return (
    <div className={css.middle}>
      <SubpageHeading up={[checkProofPath, 'Check a proof']}>Proof</SubpageHeading>
      <StatusBanner
        tone="bad"
        status={title}
        action={
          <Link className={buttonClass()} href={checkProofPath}>
            Check another
          </Link>
        }
      >
        <p>{words} We’re hiding its contents so no one relies on it.</p>
      </StatusBanner>
    </div>
  )
}
