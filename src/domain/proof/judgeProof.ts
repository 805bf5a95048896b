import { queryOptions } from '@tanstack/react-query'
import { polling } from '#account/polling.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { bscGateway } from '#safe/service/sources.ts'
import { checkSignature, type ProofSignature } from './checkSignature.ts'
import { domainOf, type Proof, type SignedProof } from './Proof.ts'
import { encodeProof } from './proofLink.ts'

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

/**
 * The current validity of a proof's signature. Checked again on each visit, because the owners of a Safe may
 * have changed.
 * @param every interval (ms) between checks while owners are still signing, or while the result is unknown
 */
export function proofQuery(signed: SignedProof, every = 15_000) {
  const paced = polling(every)
  return queryOptions({
    queryKey: ['proof', 56, encodeProof(signed)],
    queryFn: () => checkSignature({ rpc: bscRpc, gateway: bscGateway }, signed),
    refetchInterval: (query) => {
      const { data, error } = query.state
      return error || data?.kind === 'unknown' || data?.kind === 'collecting' ? paced(query) : false
    },
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
}
