import { useQueries } from '@tanstack/react-query'
import type { SignedRequest } from '#domain/request/PaymentRequest.ts'
import { attachedProof, type RequestIdentity, requestIdentity } from '#domain/request/requestIdentity.ts'
import { portalDomain } from '#domain/shared/paths.ts'
import { proofQuery } from '#queries/proof.ts'
import type { TextSignature } from '#safe/signature/textSignature.ts'
import { useNow } from '#ui/useNow.ts'

/**
 * Identifies the payee of each request.
 * @param checked each request with the check of its own signature; null before it and without one
 */
export function useRequestIdentities(
  checked: readonly { readonly signed: SignedRequest; readonly signature: TextSignature | null }[],
): readonly RequestIdentity[] {
  const now = useNow()
  const here = portalDomain()
  const proofs = checked.map(({ signed }) => {
    const attached = attachedProof(signed.request.payee, signed.proof)
    return attached?.kind === 'of-payee' ? attached.signed : null
  })
  const read = useQueries({
    queries: proofs.flatMap((proof) => (proof === null ? [] : [proofQuery(proof)])),
  })
  const found = read.values()
  return checked.map(({ signed, signature }, index) => {
    const proofSignature = proofs[index] ? (found.next().value?.data ?? null) : null
    return requestIdentity(signed, signature, proofSignature, here, now)
  })
}

/** Identifies the payee of one request, see `useRequestIdentities`. */
export function useRequestIdentity(signed: SignedRequest, signature: TextSignature | null): RequestIdentity {
  const [identity] = useRequestIdentities([{ signed, signature }])
  if (!identity) throw new Error('Each request has its identity.')
  return identity
}
