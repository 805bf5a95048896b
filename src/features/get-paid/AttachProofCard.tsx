import { Link } from 'wouter'
import { handleText } from '#domain/proof/Handle.ts'
import type { KeptProof } from '#domain/proof/keptProofs.ts'
import { encodeProof, proofKey } from '#domain/proof/proofLink.ts'
import { dayText } from '#domain/proof/proofWords.ts'
import { fitsBeside } from '#domain/request/attachedProof.ts'
import type { SignedRequest } from '#domain/request/PaymentRequest.ts'
import { useProofVerdict } from '#features/shared/ProofNotice.tsx'
import { useKeptProofs } from '#features/shared/useKept.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import layout from '#ui/layout/layout.module.css'
import prose from '#ui/layout/prose.module.css'
import css from './Request.module.css'
import { ProofOfPayee } from './RequestChecks.tsx'

/** Attaches a proof to a request, so that the payer sees whose account it is. */
export function AttachProofCard(props: { signed: SignedRequest; onAttach: (proof: string | null) => void }) {
  const { signed, onAttach } = props
  const { items: proofs } = useKeptProofs()
  const own = proofs.filter((kept) => kept.proof.address === signed.request.payee)
  const fitting = own.filter((kept) => fitsBeside(signed, kept))
  const tooLong = own.length - fitting.length
  return (
    <Card title="Proof of account">
      <div className={layout.stack}>
        {signed.proof !== null ? (
          <>
            <ProofOfPayee signed={signed} />
            <p>
              <Button onClick={() => onAttach(null)}>Take the proof out</Button>
            </p>
          </>
        ) : fitting.length > 0 ? (
          <>
            <p className={prose.muted}>The payer then sees under which name this account is known.</p>
            <ul className={css.list} aria-label="Proofs of this account">
              {fitting.map((kept) => (
                <Row key={proofKey(kept.proof)} kept={kept} onAttach={onAttach} />
              ))}
            </ul>
          </>
        ) : tooLong > 0 ? null : (
          <p className={prose.muted}>
            None of this account is kept here. <Link href="/verify">Make one</Link>, and the payer sees under
            which name the account is known.
          </p>
        )}
        {signed.proof === null && tooLong > 0 && (
          <p className={prose.muted}>
            {tooLong} of this account {tooLong === 1 ? 'is' : 'are'} too long for the link of this request.
            Hand the link of the proof on by itself.
          </p>
        )}
      </div>
    </Card>
  )
}

function Row({ kept, onAttach }: { kept: KeptProof; onAttach: (proof: string) => void }) {
  const { verdict, words } = useProofVerdict(kept)
  const { handle, expiresAt } = kept.proof
  return (
    <li>
      <div className={css.main}>
        <p>{handleText(handle)}</p>
        <p className={css.meta}>
          <span>until {dayText(expiresAt)}</span>
          <span>{words?.short ?? 'Checking'}</span>
        </p>
      </div>
      <Button
        disabled={verdict !== 'valid'}
        onClick={() => onAttach(encodeProof(kept))}
        aria-label={`Put the proof of ${handleText(handle)} into the link`}
      >
        Put it into the link
      </Button>
    </li>
  )
}
