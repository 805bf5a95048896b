import { Link } from 'wouter'
import { handleText, profileUrl } from '#domain/proof/Handle.ts'
import type { SignedProof } from '#domain/proof/Proof.ts'
import { proofCode } from '#domain/proof/proofCode.ts'
import { encodeProof } from '#domain/proof/proofLink.ts'
import { attachedProof } from '#domain/request/attachedProof.ts'
import type { SignedRequest } from '#domain/request/PaymentRequest.ts'
import { proofPath } from '#domain/shared/paths.ts'
import { ProofNotice } from '#features/shared/ProofNotice.tsx'
import { Notice } from '#ui/Notice.tsx'
import css from './Request.module.css'

/** Whose name the account goes by that is to be paid, as far as a proof beside the request shows it. */
export function ProofOfPayee({ signed }: { signed: SignedRequest }) {
  const attached = attachedProof(signed)
  if (attached === null) return null
  if (attached.kind === 'of-payee') return <Shown signed={attached.signed} />
  return (
    <Notice tone="bad" title="The proof of account beside this request is none of it.">
      <p>{attached.words} Do not rely on it: ask whoever sent the link.</p>
    </Notice>
  )
}

function Shown({ signed }: { signed: SignedProof }) {
  const { address, handle, post } = signed.proof
  return (
    <>
      <ProofNotice signed={signed} />
      <p className={css.small}>
        Look for <strong className={css.mono}>{proofCode(address, handle)}</strong> in{' '}
        <a href={post ?? profileUrl(handle)} target="_blank" rel="noopener noreferrer">
          {post ? 'the post' : handleText(handle)}
        </a>
        . <Link href={proofPath('check', encodeProof(signed))}>The whole proof</Link>
      </p>
    </>
  )
}
