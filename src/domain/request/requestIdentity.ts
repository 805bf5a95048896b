import type { Address } from '#chain/money/Address.ts'
import { type Handle, handleText, isSameHandle } from '#domain/proof/Handle.ts'
import { judgeProof, type ProofSignature, type ProofVerdict, proofWords } from '#domain/proof/judgeProof.ts'
import { domainOf, otherAuthor, type Proof, type SignedProof } from '#domain/proof/Proof.ts'
import { proofLinkFaultText } from '#domain/proof/proofFaultText.ts'
import { decodeProof, encodeProof } from '#domain/proof/proofLink.ts'
import type { StatusText } from '#domain/shared/StatusText.ts'
import type { TextSignature } from '#safe/signature/textSignature.ts'
import type { SignedRequest } from './PaymentRequest.ts'
import { encodeRequest, MAX_ATTACHED_PROOF } from './requestLink.ts'

/** The proof that a request carries: of its payee, with its verdict once that is known, or of something else. */
type CarriedProof =
  | {
      readonly kind: 'of-payee'
      readonly signed: SignedProof
      readonly verdict: ProofVerdict | null
      readonly words: StatusText | null
      /** What the proof contradicts, in a sentence: it then speaks for nobody. Null for nothing. */
      readonly contradiction: string | null
    }
  | { readonly kind: 'not-of-payee'; readonly words: string }

/** The payee's identity, as shown by its signatures alone. The code on the profile has not been checked. */
export type RequestIdentity = {
  /** In the signed request, else in a valid proof; null for neither. */
  readonly handle: Handle | null
  /** The display name in the signed request, the payee's own words; null for none. */
  readonly name: string | null
  readonly proof: CarriedProof | null
  /** A reason against paying; null for none. */
  readonly doubt: string | null
}

/**
 * @param signature the check of the request's own signature; null before it and without one
 * @param proofSignature the check of the attached proof; null before it and without one
 * @param here host and port of this portal
 * @param nowMs ms since 1970
 */
export function requestIdentity(
  signed: SignedRequest,
  signature: TextSignature | null,
  proofSignature: ProofSignature | null,
  here: string,
  nowMs: number,
): RequestIdentity {
  const { name, handle } = signature?.kind === 'valid' ? signed.request : { name: '', handle: null }
  const said = { handle, name: name || null }
  const attached = attachedProof(signed.request.payee, signed.proof)
  if (attached === null) return { ...said, proof: null, doubt: null }
  if (attached.kind === 'not-of-payee') {
    return { ...said, proof: attached, doubt: 'The attached proof doesn’t belong to this request.' }
  }
  const { proof } = attached.signed
  const verdict = proofSignature && judgeProof(proof, proofSignature, here, nowMs)
  const words = proofSignature && verdict && proofWords(proof, verdict, proofSignature, here)
  const contradiction = contradictionOf(signed.request.handle, proof)
  const isDoubt = verdict === 'wrong-signer' || verdict === 'owners-changed' || verdict === 'other-domain'
  return {
    name: said.name,
    handle: handle ?? (verdict === 'valid' && contradiction === null ? proof.handle : null),
    proof: { ...attached, verdict, words, contradiction },
    doubt: contradiction ?? (isDoubt ? 'The attached proof isn’t valid.' : null),
  }
}

/** The handle of a request, its proof, and the post that shows the code are about one person. */
function contradictionOf(asked: Handle | null, proof: Proof): string | null {
  const { handle } = proof
  if (asked && !isSameHandle(asked, handle)) {
    return `It claims to be ${handleText(asked)}, but its proof is of ${handleText(handle)}.`
  }
  const author = otherAuthor(proof)
  return author === null ? null : `Its proof is of ${handleText(handle)}, but leads to a post by @${author}.`
}

/** `Dana Weber (@dana on X)`: who asks, in a list of payments; null if no signature names anyone, or a doubt is open. */
export function askerText({ name, handle, doubt }: RequestIdentity): string | null {
  if (doubt !== null) return null
  if (handle === null) return name
  return name === null ? handleText(handle) : `${name} (${handleText(handle)})`
}

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
 * The signed proofs of an account that this browser keeps, are valid at `now` (ms) by their dates, of this portal and short
 * enough for a request's link; the newest first. A proof of another domain, as a backup brings it, would stop its payer.
 * @param here host and port of this portal
 */
export function usableProofs(
  payee: Address,
  kept: readonly SignedProof[],
  now: number,
  here: string,
): readonly SignedProof[] {
  return kept
    .filter(({ proof, signature }) => proof.address === payee && signature !== null)
    .filter(({ proof }) => domainOf(proof) === here)
    .filter((one) => one.proof.expiresAt * 1_000 > now && encodeProof(one).length <= MAX_ATTACHED_PROOF)
    .toSorted((a, b) => b.proof.issuedAt - a.proof.issuedAt)
}

/**
 * Attaches the newest usable proof of the payee that fits into the link, if there is one. Whoever
 * opens the link checks the proof itself.
 */
export function withProof(
  signed: SignedRequest,
  kept: readonly SignedProof[],
  now: number,
  here: string,
): SignedRequest {
  const proof = usableProofs(signed.request.payee, kept, now, here).find((one) => fitsBeside(signed, one))
  return proof ? { ...signed, proof: encodeProof(proof) } : signed
}
