import { useQuery } from '@tanstack/react-query'
import { handleText } from '#domain/proof/Handle.ts'
import { judgeProof, type ProofVerdict, proofQuery } from '#domain/proof/judgeProof.ts'
import type { SignedProof } from '#domain/proof/Proof.ts'
import { type ProofWords, proofWords } from '#domain/proof/proofWords.ts'
import { portalDomain } from '#domain/shared/paths.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useNow } from '#ui/useNow.ts'

/** The verdict on a proof; null until its signature was checked for the first time. */
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

/**
 * The current verdict on a proof, with the reason. It never claims more than was checked: the portal cannot
 * know who owns the handle.
 */
export function ProofNotice({ signed }: { signed: SignedProof }) {
  const { words, isChecking, checkAgain } = useProofVerdict(signed)
  if (!words) return <Skeleton lines={2} label="Checking the proof" />
  return (
    <Notice
      tone={words.tone}
      title={words.title}
      actions={
        <Button onClick={checkAgain} disabled={isChecking}>
          {isChecking ? 'Checking…' : 'Check again'}
        </Button>
      }
    >
      <p>{words.text}</p>
      {words.tone === 'good' && (
        <p>
          It does not prove that {handleText(signed.proof.handle)} agrees: anybody can sign a text with that
          name in it. Compare the code.
        </p>
      )}
    </Notice>
  )
}
