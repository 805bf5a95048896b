import { useQueries } from '@tanstack/react-query'
import { judgeProof } from '#account/proof/judgeProof.ts'
import type { SignedProof } from '#account/proof/Proof.ts'
import { proofLinkFaultText } from '#account/proof/proofFaultText.ts'
import { decodeProof } from '#account/proof/proofLink.ts'
import { portalDomain } from '#account/proof/proofPaths.ts'
import { proofQuery } from '#account/proof/proofQuery.ts'
import type { SignedRequest } from '#chain/PaymentRequest.ts'

/** What stands as a proof of account beside a request: one of the payee, or something that is none of it. */
export type AttachedProof =
  | { readonly kind: 'of-payee'; readonly signed: SignedProof }
  | { readonly kind: 'not-of-payee'; readonly words: string }

/** Null for a request without one. */
export function attachedProof({
  request,
  proof,
}: Pick<SignedRequest, 'request' | 'proof'>): AttachedProof | null {
  if (proof === null) return null
  const decoded = decodeProof(proof)
  if (!decoded.ok) return { kind: 'not-of-payee', words: proofLinkFaultText[decoded.fault] }
  const { signed } = decoded
  return signed.proof.address === request.payee
    ? { kind: 'of-payee', signed }
    : { kind: 'not-of-payee', words: `It is about another account, ${signed.proof.address}.` }
}

/** What speaks against paying a request because of the proof beside it; null when nothing does, or none is there. */
export function useProofDoubt(signed: SignedRequest): string | null {
  const attached = attachedProof(signed)
  const own = attached?.kind === 'of-payee' ? attached.signed : null
  const [read] = useQueries({ queries: (own ? [own] : []).map(proofQuery) })
  if (attached?.kind === 'not-of-payee') return 'The proof beside this request does not belong to it.'
  if (!own || !read?.data) return null
  const verdict = judgeProof(own.proof, read.data, portalDomain(), Date.now())
  return verdict === 'wrong-signer' || verdict === 'owners-changed' || verdict === 'other-domain'
    ? 'The proof of account beside this request does not hold.'
    : null
}
