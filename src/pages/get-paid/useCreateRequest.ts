import { useRef, useState } from 'react'
import type { Hex } from 'viem'
import { useLocation } from 'wouter'
import type { Account } from '#account/Account.ts'
import { factsOf } from '#account/facts.ts'
import { findPortalError } from '#chain/PortalError.ts'
import { useKeptProofs } from '#components/stored/useKept.ts'
import type { KeptItems } from '#components/stored/useKeptList.ts'
import { withProof } from '#domain/request/attachedProof.ts'
import type { KeptRequest } from '#domain/request/keptRequests.ts'
import { type PaymentRequest, withoutIdentity } from '#domain/request/PaymentRequest.ts'
import { encodeRequest } from '#domain/request/requestLink.ts'
import { requestMessage } from '#domain/request/requestMessage.ts'
import { requestPath } from '#domain/shared/paths.ts'

/** A request between Create and its link. */
type Creating =
  | { readonly kind: 'idle' }
  /** The wallet or the Safe is asked to sign it. */
  | { readonly kind: 'signing'; readonly request: PaymentRequest }
  | { readonly kind: 'not-signed'; readonly request: PaymentRequest; readonly error: unknown }

/** Making a request, and how far that is. */
type RequestCreation = {
  readonly creating: Creating
  /** @param signer signs it; null for a request without a signature */
  readonly create: (request: PaymentRequest, signer: Account | null) => void
  readonly createUnsigned: (request: PaymentRequest) => void
  /** The person changed the request that was not signed. */
  readonly reset: () => void
}

/**
 * Creates a request: signed before its link is shown, so that the link never changes after it was copied. Without a
 * signature nothing is created unless the person agrees. A proof of whose address it is goes into the link.
 */
export function useCreateRequest(kept: KeptItems<KeptRequest>): RequestCreation {
  const { items: proofs } = useKeptProofs()
  const [, navigate] = useLocation()
  const [creating, setCreating] = useState<Creating>({ kind: 'idle' })
  // A signature that comes after the person went on without it is not used.
  const turn = useRef(0)
  const finish = (request: PaymentRequest, signature: Hex | null) => {
    const signed = withProof({ request, signature, proof: null }, proofs, Date.now())
    const text = encodeRequest(signed)
    turn.current++
    kept.keep([{ ...signed, claimed: [] }])
    navigate(requestPath('share', text))
  }
  const sign = async (request: PaymentRequest, account: Account) => {
    const own = ++turn.current
    setCreating({ kind: 'signing', request })
    try {
      const signature = await askedFor(request, account)
      if (own === turn.current) finish(request, signature)
    } catch (error) {
      if (own !== turn.current) return
      setCreating({ kind: 'not-signed', request, error })
    }
  }
  return {
    creating,
    create: (request: PaymentRequest, signer: Account | null) =>
      signer ? void sign(request, signer) : finish(request, null),
    createUnsigned: (request: PaymentRequest) => finish(withoutIdentity(request), null),
    reset() {
      if (creating.kind !== 'idle') setCreating({ kind: 'idle' })
    },
  }
}

/**
 * The signature; null while further owners of a Safe have to sign, which may take days and is followed on the page of
 * the request.
 */
async function askedFor(request: PaymentRequest, account: Account): Promise<Hex | null> {
  const text = requestMessage(request)
  try {
    const answer = await account.signMessage(text)
    return answer.kind === 'signed' ? answer.signature : null
  } catch (error) {
    // Safe{Wallet} waits for all owners and answers "rejected" when the first one, who has signed, closes its dialog.
    if (!factsOf(account).hasOwners || findPortalError(error)?.kind !== 'rejected') throw error
    const known = await account.messageSignature(text, new AbortController().signal).catch(() => null)
    if (known === null) throw error
    return known.kind === 'signed' ? known.signature : null
  }
}
