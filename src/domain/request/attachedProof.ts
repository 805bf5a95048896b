import type { Address } from '#chain/money/Address.ts'
import { isSameHandle } from '#domain/proof/Handle.ts'
import type { SignedProof } from '#domain/proof/Proof.ts'
import { proofLinkFaultText } from '#domain/proof/proofFaultText.ts'
import { decodeProof, encodeProof } from '#domain/proof/proofLink.ts'
import type { SignedRequest } from './PaymentRequest.ts'
import { MAX_ATTACHED_PROOF } from './requestFields.ts'
import { encodeRequest } from './requestLink.ts'

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
 * Whether a proof can be attached to a request: it must prove the payee's account, and the handle if the request names
 * one, and the link must have room for it.
 */
export function fitsBeside(signed: SignedRequest, kept: SignedProof): boolean {
  const { payee, handle } = signed.request
  if (kept.proof.address !== payee || (handle && !isSameHandle(handle, kept.proof.handle))) return false
  try {
    encodeRequest({ ...signed, proof: encodeProof(kept) })
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/**
 * The signed proofs of an account that this browser keeps, are valid at `now` (ms) by their dates and short enough for a
 * request's link; the newest first.
 */
export function usableProofs(
  payee: Address,
  kept: readonly SignedProof[],
  now: number,
): readonly SignedProof[] {
  return kept
    .filter(({ proof, signature }) => proof.address === payee && signature !== null)
    .filter((one) => one.proof.expiresAt * 1_000 > now && encodeProof(one).length <= MAX_ATTACHED_PROOF)
    .toSorted((a, b) => b.proof.issuedAt - a.proof.issuedAt)
}

/**
 * Attaches the newest usable proof of the payee that fits into the link, if there is one. Whoever
 * opens the link checks the proof itself.
 */
export function withProof(signed: SignedRequest, kept: readonly SignedProof[], now: number): SignedRequest {
  const proof = usableProofs(signed.request.payee, kept, now).find((one) => fitsBeside(signed, one))
  return proof ? { ...signed, proof: encodeProof(proof) } : signed
}
