import { hashMessage } from 'viem'
import { Link } from 'wouter'
import { explorerAddress } from '#chain/explorer.ts'
import { handleText, profileUrl } from '#domain/proof/Handle.ts'
import { domainOf, type Proof, type SignedProof } from '#domain/proof/Proof.ts'
import { proofCode } from '#domain/proof/proofCode.ts'
import { proofLinkFaultText } from '#domain/proof/proofFaultText.ts'
import { decodeProof } from '#domain/proof/proofLink.ts'
import { proofMessage } from '#domain/proof/proofMessage.ts'
import { when } from '#domain/shared/format.ts'
import { ProofBanner } from '#features/shared/ProofNotice.tsx'
import { useProofText } from '#features/shared/useLinkText.ts'
import { Card } from '#ui/content/Card.tsx'
import { ExternalLink } from '#ui/content/ExternalLink.tsx'
import { TextToCopy } from '#ui/file/TextToCopy.tsx'
import { Facts } from '#ui/layout/Facts.tsx'
import layout from '#ui/layout/layout.module.css'
import prose from '#ui/layout/prose.module.css'
import { Notice } from '#ui/Notice.tsx'
import { WholeAddress } from '#ui/page/AddressText.tsx'
import { BackLink } from '#ui/page/BackLink.tsx'
import { CopyButton } from '#ui/page/CopyButton.tsx'
import { useDocumentTitle } from '#ui/useNow.ts'
import css from './Proof.module.css'

/** The half that no page can check: whether the handle agrees. The reader must look. */
export function CompareByEye({ proof }: { proof: Proof }) {
  const { address, handle, post } = proof
  const code = proofCode(address, handle)
  const place = handle.platform === 'website' ? 'Website' : 'Profile'
  return (
    <Card title={`Step 2: check the ${post ? 'post' : place.toLowerCase()}`}>
      <div className={layout.stack}>
        <p>Open {post ? 'the post' : handleText(handle)} and look for this code. We can’t do this for you.</p>
        <p className={css.codeLine}>
          <strong className={css.codeText}>{code}</strong>
          <CopyButton text={code} label={`Copy the code ${code}`} />
        </p>
        <ul className={css.links}>
          {post && (
            <li>
              Post: <ExternalLink href={post}>{post}</ExternalLink>
            </li>
          )}
          <li>
            {place}: <ExternalLink href={profileUrl(handle)}>{profileUrl(handle)}</ExternalLink>
          </li>
        </ul>
        <p className={prose.small}>
          Not there? Then anyone could have made this claim. Don’t rely on it. (Case and hyphens don’t
          matter.)
        </p>
      </div>
    </Card>
  )
}

/** Someone else's proof. Anyone can open it; nothing connects, and no wallet is needed. */
export function CheckedProofPage() {
  const text = useProofText('check')
  const decoded = decodeProof(text)
  if (!decoded.ok) return <BadProof words={proofLinkFaultText[decoded.fault]} />
  return <Checked key={text} signed={decoded.signed} />
}

function Checked({ signed }: { signed: SignedProof }) {
  useDocumentTitle('Proof')
  return (
    <>
      <div>
        <BackLink href="/verify">Verify</BackLink>
        <h1>Proof</h1>
      </div>
      <div className={layout.page}>
        <ProofBanner signed={signed} />
        <div className={layout.columns}>
          <Card title="What it says">
            <ProofFacts signed={signed} />
          </Card>
          <CompareByEye proof={signed.proof} />
        </div>
        <WhatItIsNot />
      </div>
    </>
  )
}

/** Shown for an invalid proof link: what is wrong with it, without any of its content. */
export function BadProof({ words }: { words: string }) {
  const title = 'This proof link doesn’t work'
  useDocumentTitle(title)
  return (
    <>
      <h1>{title}</h1>
      <Notice tone="bad" title={words}>
        <p>
          We’re hiding its contents so no one relies on it. <Link href="/verify">Go to Verify</Link>
        </p>
      </Notice>
    </>
  )
}

function WhatItIsNot() {
  return (
    <Card title="What this doesn’t prove">
      <ul className={css.links}>
        <li>Who the person is, or that the handle isn’t a look-alike. Read it letter by letter.</li>
        <li>That the handle agrees, until you’ve seen the code there.</li>
        <li>That the address hasn’t changed hands since.</li>
        <li>Anything about money. Signing moved nothing and allows nothing.</li>
      </ul>
    </Card>
  )
}

/** The fields of a proof, and the exact text that is signed. */
export function ProofFacts({ signed }: { signed: SignedProof }) {
  const { proof } = signed
  const text = proofMessage(proof)
  return (
    <>
      <Facts>
        <div>
          <dt>Address (BNB Smart Chain)</dt>
          <dd>
            <WholeAddress address={proof.address} explorer={explorerAddress(proof.address)} />
          </dd>
        </div>
        <div>
          <dt>Handle</dt>
          <dd>
            <strong>{handleText(proof.handle)}</strong>
          </dd>
        </div>
        <div>
          <dt>Created</dt>
          <dd>
            <time>{when(proof.issuedAt * 1_000)}</time> on {domainOf(proof)}
          </dd>
        </div>
        <div>
          <dt>Valid until</dt>
          <dd>
            <time>{when(proof.expiresAt * 1_000)}</time>
          </dd>
        </div>
      </Facts>
      <details>
        <summary>Signed text (EIP-4361)</summary>
        <TextToCopy label="Signed text" text={text} rows={16} />
        <p className={prose.small}>
          Its hash, as a Safe shows it when signing on-chain:{' '}
          <span className={prose.mono}>{hashMessage(text)}</span>
        </p>
      </details>
    </>
  )
}
