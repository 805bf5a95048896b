import { Link } from 'wouter'
import { handleText } from '#domain/proof/Handle.ts'
import type { KeptProof } from '#domain/proof/keptProofs.ts'
import { encodeProof, proofKey } from '#domain/proof/proofLink.ts'
import { dayText } from '#domain/proof/proofWords.ts'
import { fitsBeside } from '#domain/request/attachedProof.ts'
import type { SignedRequest } from '#domain/request/PaymentRequest.ts'
import { count } from '#domain/shared/format.ts'
import { verifyPaths } from '#domain/shared/paths.ts'
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
    <Card title="Proof">
      <div className={layout.stack}>
        {signed.proof !== null ? (
          <>
            <ProofOfPayee signed={signed} />
            <p>
              <Button onClick={() => onAttach(null)}>Remove from link</Button>
            </p>
          </>
        ) : fitting.length > 0 ? (
          <>
            <p className={prose.muted}>The payer then sees your handle.</p>
            <ul className={css.list} aria-label="Proofs of this address">
              {fitting.map((kept) => (
                <Row key={proofKey(kept.proof)} kept={kept} onAttach={onAttach} />
              ))}
            </ul>
          </>
        ) : tooLong > 0 ? null : (
          <p className={prose.muted}>
            Add your @handle: prove this address is yours. <Link href={verifyPaths.prove}>Create proof</Link>
          </p>
        )}
        {signed.proof === null && tooLong > 0 && (
          <p className={prose.muted}>
            {count(tooLong, 'proof')} of this address {tooLong === 1 ? 'is' : 'are'} too long for this link.
            Share the proof’s own link.
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
          <span>valid until {dayText(expiresAt)}</span>
          <span>{words?.short ?? 'Checking'}</span>
        </p>
      </div>
      <Button
        disabled={verdict !== 'valid'}
        onClick={() => onAttach(encodeProof(kept))}
        aria-label={`Add to link: proof of ${handleText(handle)}`}
      >
        Add to link
      </Button>
    </li>
  )
}
