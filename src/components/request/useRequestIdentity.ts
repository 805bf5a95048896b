import { useQueries } from '@tanstack/react-query'
import type { Handle } from '#domain/proof/Handle.ts'
import { judgeProof, type ProofVerdict } from '#domain/proof/judgeProof.ts'
import type { SignedProof } from '#domain/proof/Proof.ts'
import { proofWords } from '#domain/proof/proofWords.ts'
import { attachedProof } from '#domain/request/attachedProof.ts'
import type { SignedRequest } from '#domain/request/PaymentRequest.ts'
import { portalDomain } from '#domain/shared/paths.ts'
import type { StatusText } from '#domain/shared/StatusText.ts'
import { proofQuery } from '#queries/proof.ts'
import type { TextSignature } from '#safe/signature/textSignature.ts'
import { useNow } from '#ui/useNow.ts'

/** The proof that a request carries: of its payee, with its verdict once that is known, or of something else. */
type CarriedProof =
  | {
      readonly kind: 'of-payee'
      readonly signed: SignedProof
      readonly verdict: ProofVerdict | null
      readonly words: StatusText | null
    }
  | { readonly kind: 'not-of-payee'; readonly words: string }

/** Who asks to be paid, as far as signatures of the payee show it. Nobody has looked at a profile for it. */
export type RequestIdentity = {
  /** In the signed request, else in a valid proof; null for neither. */
  readonly handle: Handle | null
  /** The display name in the signed request, the payee's own words; null for none. */
  readonly name: string | null
  readonly proof: CarriedProof | null
  /** A reason against paying; null for none. */
  readonly doubt: string | null
}

/** @param signature the check of the request's own signature; null before it and without one */
export function useRequestIdentity(signed: SignedRequest, signature: TextSignature | null): RequestIdentity {
  const now = useNow()
  const here = portalDomain()
  const attached = attachedProof(signed.request.payee, signed.proof)
  const own = attached?.kind === 'of-payee' ? attached.signed : null
  const [read] = useQueries({ queries: (own ? [own] : []).map((one) => proofQuery(one)) })
  const verdict = own && read?.data ? judgeProof(own.proof, read.data, here, now) : null
  const { name, handle } = signature?.kind === 'valid' ? signed.request : { name: '', handle: null }
  const isDoubt = verdict === 'wrong-signer' || verdict === 'owners-changed' || verdict === 'other-domain'
  return {
    handle: handle ?? (own && verdict === 'valid' ? own.proof.handle : null),
    name: name || null,
    proof:
      own === null
        ? attached?.kind === 'not-of-payee'
          ? attached
          : null
        : {
            ...{ kind: 'of-payee', signed: own, verdict },
            words: verdict && read?.data ? proofWords(own.proof, verdict, read.data, here) : null,
          },
    doubt:
      attached?.kind === 'not-of-payee'
        ? 'The attached proof doesn’t belong to this request.'
        : isDoubt
          ? 'The attached proof isn’t valid.'
          : null,
  }
}
