import { Link } from 'wouter'
import { useCodeAnswer, useProofVerdict } from '#components/proof/useProofVerdict.ts'
import type { Person } from '#domain/people/Person.ts'
import { handleText } from '#domain/proof/Handle.ts'
import { verdictNames } from '#domain/proof/judgeProof.ts'
import type { SignedProof } from '#domain/proof/Proof.ts'
import { proofStatus } from '#domain/proof/proofStatus.ts'
import { attachedProof } from '#domain/request/requestIdentity.ts'
import { proofPath } from '#domain/shared/paths.ts'
import { Icon } from '#ui/icons/Icon.tsx'

/** A person's handle elsewhere: from their proof, judged now, or else as it was typed. */
export function PersonHandle({ person }: { person: Pick<Person, 'address' | 'handle' | 'proof'> }) {
  const { address, handle, proof } = person
  const attached = attachedProof(address, proof || null)
  if (attached?.kind === 'of-payee') return <ProvenHandle signed={attached.signed} text={proof} />
  return (
    <>
      {handle && <bdi>{handle}</bdi>}
      {attached && <span>Proof unreadable</span>}
    </>
  )
}

/** The handle of a proof, with the state of the proof, and a link to it. */
function ProvenHandle({ signed, text }: { signed: SignedProof; text: string }) {
  const { verdict, words } = useProofVerdict(signed)
  const { answer } = useCodeAnswer(signed.proof)
  const status = words && proofStatus(signed.proof, words, answer)
  const short = !verdict
    ? 'Checking the proof'
    : verdict !== 'valid'
      ? verdictNames[verdict]
      : answer
        ? status?.title
        : 'Signed, code not checked'
  return (
    <Link href={proofPath('check', text)}>
      <bdi>{handleText(signed.proof.handle)}</bdi>{' '}
      {status?.tone === 'good' ? (
        <Icon name="badge-check" size={16} label={status.title} />
      ) : (
        <span>({short})</span>
      )}
    </Link>
  )
}
