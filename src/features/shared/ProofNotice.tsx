import { handleText } from '#domain/proof/Handle.ts'
import type { SignedProof } from '#domain/proof/Proof.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useProofVerdict } from './useProofVerdict.ts'

/** What a proof is worth now, with the reason. Never more than was checked: whose the handle is, nobody here knows. */
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
