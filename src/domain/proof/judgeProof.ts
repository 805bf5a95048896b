import type { ProofSignature } from './checkSignature.ts'
import { domainOf, type Proof } from './Proof.ts'

/** The verdict on a readable proof. Only `valid` is a proof. */
export type ProofVerdict =
  | 'valid'
  | 'wrong-signer'
  | 'owners-changed'
  | 'other-domain'
  | 'expired'
  | 'not-yet'
  | 'incomplete'
  | 'unknown'

/** A person's clock may be behind by this long (s). */
const CLOCK_SLACK = 600

/**
 * Judges a proof: first who signed it, then where it was made, then when. An unknown result is never called
 * wrong, and a fault in the text itself is not turned into "unknown" by an unreachable chain.
 * @param here host and port of this portal
 * @param nowMs ms since 1970
 */
export function judgeProof(
  proof: Proof,
  signature: ProofSignature,
  here: string,
  nowMs: number,
): ProofVerdict {
  if (signature.kind === 'wrong') return 'wrong-signer'
  if (signature.kind === 'owners-changed') return 'owners-changed'
  if (domainOf(proof) !== here) return 'other-domain'
  const now = nowMs / 1_000
  if (now >= proof.expiresAt) return 'expired'
  if (now + CLOCK_SLACK < proof.issuedAt) return 'not-yet'
  if (signature.kind === 'unknown') return 'unknown'
  return signature.kind === 'valid' ? 'valid' : 'incomplete'
}
