import { queryOptions } from '@tanstack/react-query'
import { polling } from '#account/polling.ts'
import type { Address } from '#chain/money/Address.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import type { SignedProof } from '#domain/proof/Proof.ts'
import { proofLinkFaultText } from '#domain/proof/proofFaultText.ts'
import { decodeProof, encodeProof } from '#domain/proof/proofLink.ts'
import { checkTextSignature, type TextSignature } from '#safe/signature/textSignature.ts'
import type { SignedRequest } from './PaymentRequest.ts'
import { encodeRequest, requestKey } from './requestLink.ts'
import { requestMessage } from './requestMessage.ts'

/** A proof attached to a payee, by a request or among the people: of the payee's account, or something invalid. */
type AttachedProof =
  | { readonly kind: 'of-payee'; readonly signed: SignedProof }
  | { readonly kind: 'not-of-payee'; readonly words: string }

/** Null without a proof. */
export function attachedProof(payee: Address, proof: string | null): AttachedProof | null {
  if (proof === null) return null
  const decoded = decodeProof(proof)
  if (!decoded.ok) return { kind: 'not-of-payee', words: proofLinkFaultText[decoded.fault] }
  const { signed } = decoded
  return signed.proof.address === payee
    ? { kind: 'of-payee', signed }
    : { kind: 'not-of-payee', words: `It’s for a different address, ${signed.proof.address}.` }
}

/**
 * Whether a proof can be attached to a request: it must prove the payee's account, and the link must have
 * room for it.
 */
export function fitsBeside(signed: SignedRequest, kept: SignedProof): boolean {
  if (kept.proof.address !== signed.request.payee) return false
  try {
    encodeRequest({ ...signed, proof: encodeProof(kept) })
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/**
 * Checks a request's signature; null for a request without one. A key's signature is checked locally. A
 * contract is called only with early checks on (`isOn`).
 */
export function signatureQuery({ request, signature }: SignedRequest, isOn: boolean) {
  const paced = polling(15_000)
  return queryOptions({
    queryKey: ['request-signature', 56, requestKey(request), signature, isOn],
    queryFn: (): Promise<TextSignature> | null =>
      signature &&
      checkTextSignature(isOn ? bscRpc : unasked, request.payee, requestMessage(request), signature),
    // A Safe's signature holds only while its owners stay the same. Failed reads are retried.
    refetchInterval: (query) =>
      isOn && (query.state.data?.kind === 'unknown' || query.state.error) ? paced(query) : false,
  })
}

/** Replaces the nodes when early checks are off. */
const unasked: Rpc = () => Promise.reject(new Error('Early checks are turned off'))
