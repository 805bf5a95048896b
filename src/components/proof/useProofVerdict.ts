import { useQuery } from '@tanstack/react-query'
import { useCodeAnswers } from '#components/stored/useKept.ts'
import { judgeProof, proofWords } from '#domain/proof/judgeProof.ts'
import type { Proof, SignedProof } from '#domain/proof/Proof.ts'
import { proofKey } from '#domain/proof/proofLink.ts'
import { portalDomain } from '#domain/shared/paths.ts'
import { proofQuery } from '#queries/proof.ts'
import { useNow } from '#ui/useNow.ts'

/** The verdict on a proof; null until its signature was checked for the first time. */
export function useProofVerdict(signed: SignedProof) {
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

/** The person's answer about the code of a proof, and functions to give it or take it back. */
export function useCodeAnswer(proof: Proof) {
  const { items, keep, forget } = useCodeAnswers()
  const answer = items.find((one) => proofKey(one.proof) === proofKey(proof)) ?? null
  return {
    answer,
    give: (isThere: boolean) => keep([{ proof, isThere, at: Math.floor(Date.now() / 1_000) }]),
    takeBack: () => answer && forget(answer),
  }
}
