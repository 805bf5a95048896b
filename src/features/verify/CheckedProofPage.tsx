import { Link } from 'wouter'
import { proofLinkFaultText } from '#domain/proof/proofFaultText.ts'
import { decodeProof } from '#domain/proof/proofLink.ts'
import { ProofNotice } from '#features/shared/ProofNotice.tsx'
import { useProofText } from '#features/shared/useLinkText.ts'
import { Card } from '#ui/Card.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useDocumentTitle } from '#ui/useDocumentTitle.ts'
import { CompareByEye } from './CompareByEye.tsx'
import css from './Proof.module.css'
import { ProofFacts } from './ProofFacts.tsx'

/** A proof of somebody else. It opens for everybody; nothing connects, and no wallet is needed. */
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
      <div className={css.page}>
        <Card title="What was checked">
          <ProofNotice key={text} signed={signed} />
        </Card>
        <div className={css.columns}>
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

/** A link that is no proof: what is wrong with it, with nothing of its content on the page. */
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
