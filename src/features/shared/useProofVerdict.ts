import { useQuery } from '@tanstack/react-query'
import { judgeProof, type ProofVerdict, proofQuery } from '#domain/proof/judgeProof.ts'
import type { SignedProof } from '#domain/proof/Proof.ts'
import { type ProofWords, proofWords } from '#domain/proof/proofWords.ts'
import { portalDomain } from '#domain/shared/paths.ts'
import { useNow } from '#ui/useNow.ts'

/** What is to be said of a proof now; null until its signature was looked at for the first time. */
export function useProofVerdict(signed: SignedProof): {
  readonly verdict: ProofVerdict | null
  readonly words: ProofWords | null
  readonly isChecking: boolean
  readonly checkAgain: () => void
} {
  const query = useQuery(proofQuery(signed))
  const now = useNow()
  const here = portalDomain()
  const { data } = query
  const verdict = data ? judgeProof(signed.proof, data, here, now) : null
  return {
    verdict,
    words: data && verdict ? proofWords(signed.proof, verdict, data, here) : null,
    isChecking: query.isFetching,
    checkAgain: () => void query.refetch(),
  }
}
