import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { judgeProof, type ProofVerdict } from './judgeProof.ts'
import type { SignedProof } from './Proof.ts'
import { portalDomain } from './proofPaths.ts'
import { proofQuery } from './proofQuery.ts'
import { type ProofWords, proofWords } from './proofWords.ts'

/** How often (ms) the clock is looked at: a proof may end while it is on the screen. */
const TICK = 30_000

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

function useNow(): number {
  const [now, set] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => set(Date.now()), TICK)
    return () => clearInterval(timer)
  }, [])
  return now
}
