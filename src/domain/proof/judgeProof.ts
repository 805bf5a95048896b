import { queryOptions } from '@tanstack/react-query'
import { polling } from '#account/polling.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { bscGateway } from '#safe/service/sources.ts'
import { checkSignature, type ProofSignature } from './checkSignature.ts'
import { domainOf, type Proof, type SignedProof } from './Proof.ts'
import { encodeProof } from './proofLink.ts'

/** What is to be said of a proof that can be read. Only `valid` is a proof. */
export type ProofVerdict =
  | 'valid'
  | 'wrong-signer'
  | 'owners-changed'
  | 'other-domain'
  | 'expired'
  | 'not-yet'
  | 'incomplete'
  | 'unknown'

/** A clock of a person may be behind by this long (s). */
const CLOCK_SLACK = 600

/**
 * Judges a proof: who has signed it first, then where it was made, then when. What cannot be known is never said to be
 * wrong, and what is wrong by the text alone is not made "unknown" by a chain that does not answer.
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
 * What a proof's signature is worth now; checked anew on each visit, as the owners of a Safe may have changed.
 * @param every ms after which is looked again where owners still sign, or where nobody could say
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
