import { useQuery } from '@tanstack/react-query'
import { judgeProof, type ProofVerdict, proofQuery } from '#domain/proof/judgeProof.ts'
import type { SignedProof } from '#domain/proof/Proof.ts'
import { type ProofWords, proofWords } from '#domain/proof/proofWords.ts'
import { portalDomain } from '#domain/shared/paths.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { StatusBanner } from '#ui/page/StatusBanner.tsx'
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
      {words.tone === 'good' && <p>Anyone can sign a text with this handle, so look for the code there.</p>}
    </Notice>
  )
}

/** How a proof's own page opens: what was checked, and what only its reader can check. */
export function ProofBanner({ signed }: { signed: SignedProof }) {
  const { words, isChecking, checkAgain } = useProofVerdict(signed)
  const isHalf = words?.tone === 'good'
  return (
    <section aria-label="Step 1: signature">
      <StatusBanner
        tone={words ? bannerTones[words.tone] : 'wait'}
        status={isHalf ? '1 of 2 checked' : (words?.title ?? 'Checking the signature')}
        action={
          <Button onClick={checkAgain} disabled={isChecking}>
            {isChecking ? 'Checking…' : 'Check again'}
          </Button>
        }
      >
        {isHalf && <p>{words.title}</p>}
        <p>{words?.text}</p>
        {isHalf && <p>Anyone can sign a text with this handle, so look for the code there.</p>}
      </StatusBanner>
    </section>
  )
}

// A signature alone is half a proof: the other half is on the profile.
const bannerTones = { good: 'warn', info: 'none', warn: 'warn', bad: 'bad' } as const
