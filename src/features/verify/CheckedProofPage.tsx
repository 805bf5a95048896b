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
import { ProofNotice } from '#features/shared/ProofNotice.tsx'
import { useProofText } from '#features/shared/useLinkText.ts'
import { Card } from '#ui/content/Card.tsx'
import { TextToCopy } from '#ui/file/TextToCopy.tsx'
import { Facts } from '#ui/layout/Facts.tsx'
import layout from '#ui/layout/layout.module.css'
import prose from '#ui/layout/prose.module.css'
import { Notice } from '#ui/Notice.tsx'
import { WholeAddress } from '#ui/page/AddressText.tsx'
import { CopyButton } from '#ui/page/CopyButton.tsx'
import { useDocumentTitle } from '#ui/useNow.ts'
import css from './Proof.module.css'

/** The half that no page can check: whether the handle agrees. The reader must look. */
export function CompareByEye({ proof }: { proof: Proof }) {
  const { address, handle, post } = proof
  const code = proofCode(address, handle)
  const place = handle.platform === 'website' ? 'the website' : 'the profile'
  return (
    <Card title="Compare by eye">
      <div className={layout.stack}>
        <p>
          A signature shows who has the account. Whether {handleText(handle)} agrees was not checked by us:
          open {post ? 'the post' : place} and look for this code.
        </p>
        <p className={css.codeLine}>
          <strong className={css.codeText}>{code}</strong>
          <CopyButton text={code} label={`Copy the code ${code}`} />
        </p>
        <ul className={css.links}>
          {post && (
            <li>
              The post:{' '}
              <a href={post} target="_blank" rel="noopener noreferrer">
                {post}
              </a>
            </li>
          )}
          <li>
            {handle.platform === 'website' ? 'The website' : 'The profile'}:{' '}
            <a href={profileUrl(handle)} target="_blank" rel="noopener noreferrer">
              {profileUrl(handle)}
            </a>
          </li>
        </ul>
        <p className={prose.small}>
          No such code there: then the proof shows only that somebody who has this account claims the name. It
          is enough that the code is the same sign by sign; small letters and hyphens do not matter.
        </p>
      </div>
    </Card>
  )
}

/** Someone else's proof. Anyone can open it; nothing connects, and no wallet is needed. */
export function CheckedProofPage() {
  useDocumentTitle('Proof of account')
  const text = useProofText('check')
  const decoded = decodeProof(text)
  if (!decoded.ok) return <BadProof words={proofLinkFaultText[decoded.fault]} />
  const { signed } = decoded
  return (
    <>
      <p>
        <Link href="/verify">← Verify</Link>
      </p>
      <h1>Proof of account</h1>
      <div className={layout.page}>
        <Card title="What was checked">
          <ProofNotice key={text} signed={signed} />
        </Card>
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
  return (
    <>
      <h1>This link is not a proof of account</h1>
      <Card title="What is wrong">
        <Notice tone="bad" title="Altered or damaged.">
          <p>{words} Nothing of it is shown, so that nobody relies on what it says.</p>
        </Notice>
        <p>
          <Link href="/verify">Verify</Link>
        </p>
      </Card>
    </>
  )
}

function WhatItIsNot() {
  return (
    <Card title="What a proof does not prove">
      <ul className={css.links}>
        <li>Who the person is, or that the name is not an imitation of another one: read it sign by sign.</li>
        <li>That the handle agrees, until you have seen the code there.</li>
        <li>
          That the account still belongs to the same person: keys are sold and lost. The older it is, the less
          it says.
        </li>
        <li>Anything about money. Signing it moved nothing and allows nothing.</li>
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
          <dt>Account on BNB Smart Chain</dt>
          <dd>
            <WholeAddress address={proof.address} explorer={explorerAddress(proof.address)} />
          </dd>
        </div>
        <div>
          <dt>Belongs to</dt>
          <dd>
            <strong>{handleText(proof.handle)}</strong>
          </dd>
        </div>
        <div>
          <dt>Made</dt>
          <dd>
            <time>{when(proof.issuedAt * 1_000)}</time> on {domainOf(proof)}
          </dd>
        </div>
        <div>
          <dt>Good until</dt>
          <dd>
            <time>{when(proof.expiresAt * 1_000)}</time>
          </dd>
        </div>
      </Facts>
      <details>
        <summary>The text that is signed (EIP-4361)</summary>
        <TextToCopy label="The text that is signed" text={text} rows={16} />
        <p className={prose.small}>
          Its hash, as a Safe shows it that signs on the chain:{' '}
          <span className={prose.mono}>{hashMessage(text)}</span>
        </p>
      </details>
    </>
  )
}
