import { useQueries } from '@tanstack/react-query'
import { judgeProof, proofQuery } from '#domain/proof/judgeProof.ts'
import { attachedProof } from '#domain/request/attachedProof.ts'
import type { SignedRequest } from '#domain/request/PaymentRequest.ts'
import { portalDomain } from '#domain/shared/paths.ts'
import { useNow } from '#ui/useNow.ts'

/** What speaks against paying a request because of the proof beside it; null when nothing does, or none is there. */
export function useProofDoubt(signed: SignedRequest): string | null {
  const now = useNow()
  const attached = attachedProof(signed)
  const own = attached?.kind === 'of-payee' ? attached.signed : null
  const [read] = useQueries({ queries: (own ? [own] : []).map((one) => proofQuery(one)) })
  if (attached?.kind === 'not-of-payee') return 'The proof beside this request does not belong to it.'
  if (!own || !read?.data) return null
  const verdict = judgeProof(own.proof, read.data, portalDomain(), now)
  return verdict === 'wrong-signer' || verdict === 'owners-changed' || verdict === 'other-domain'
    ? 'The proof of account beside this request does not hold.'
    : null
}
