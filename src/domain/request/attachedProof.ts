import { queryOptions } from '@tanstack/react-query'
import { polling } from '#account/polling.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import type { SignedProof } from '#domain/proof/Proof.ts'
import { proofLinkFaultText } from '#domain/proof/proofFaultText.ts'
import { decodeProof, encodeProof } from '#domain/proof/proofLink.ts'
import { checkTextSignature, type TextSignature } from '#safe/signature/textSignature.ts'
import type { SignedRequest } from './PaymentRequest.ts'
import { encodeRequest, requestKey } from './requestLink.ts'
import { requestMessage } from './requestMessage.ts'

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

/** Whether a proof can be put beside a request: it is of the payee, and the link with all that is in it can hold it. */
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
 * What a request's signature is worth; null for a request without one. A key's signature is checked here; a contract is
 * asked only with early checks on (`isOn`).
 */
export function signatureQuery({ request, signature }: SignedRequest, isOn: boolean) {
  const paced = polling(15_000)
  return queryOptions({
    queryKey: ['request-signature', 56, requestKey(request), signature, isOn],
    queryFn: (): Promise<TextSignature> | null =>
      signature &&
      checkTextSignature(isOn ? bscRpc : unasked, request.payee, requestMessage(request), signature),
    // A Safe's signature holds while its owners stay; what could not be read is asked again.
    refetchInterval: (query) =>
      isOn && (query.state.data?.kind === 'unknown' || query.state.error) ? paced(query) : false,
  })
}

/** Stands in place of the nodes that are not asked. */
const unasked: Rpc = () => Promise.reject(new Error('Early checks are turned off'))
