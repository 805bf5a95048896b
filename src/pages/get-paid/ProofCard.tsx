import type { Hex } from 'viem'
import { Link } from 'wouter'
import type { Address } from '#chain/money/Address.ts'
import { useProofVerdict } from '#components/proof/useProofVerdict.ts'
import { useKeptProofs } from '#components/stored/useKept.ts'
import { type Handle, handleText, profileUrl } from '#domain/proof/Handle.ts'
import type { KeptProof } from '#domain/proof/keptProofs.ts'
import type { SignedProof } from '#domain/proof/Proof.ts'
import { proofCode } from '#domain/proof/proofCode.ts'
import { encodeProof, proofKey } from '#domain/proof/proofLink.ts'
import { dayText, verdictNames } from '#domain/proof/proofWords.ts'
import { attachedProof, fitsBeside } from '#domain/request/attachedProof.ts'
import type { SignedRequest } from '#domain/request/PaymentRequest.ts'
import { count } from '#domain/shared/format.ts'
import { verifyPaths } from '#domain/shared/paths.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { ExternalLink } from '#ui/content/ExternalLink.tsx'
import { Disc, Row, Rows } from '#ui/content/Rows.tsx'
import { CopyButton } from '#ui/page/CopyButton.tsx'
import { SignPart } from './SignPart.tsx'

/**
 * Lets the maker show that a request comes from its payee: with a signature, and with a proof of whose address it is.
 */
export function ProofCard(props: {
  signed: SignedRequest
  onSigned: (signature: Hex) => void
  onAttach: (proof: string | null) => void
}) {
  const { signed, onAttach } = props
  const { items: proofs } = useKeptProofs()
  const attached = attachedProof(signed.request.payee, signed.proof)
  const own = proofs.filter((kept) => kept.proof.address === signed.request.payee)
  const fitting = own.filter((kept) => fitsBeside(signed, kept))
  const tooLong = own.length - fitting.length
  return (
    <Card title="Proof that it’s you" flush>
      <SignPart signed={signed} onSigned={props.onSigned} />
      <Rows label="Proofs of this address">
        {attached ? (
          <li>
            {attached.kind === 'of-payee' ? (
              <Attached signed={attached.signed} onRemove={() => onAttach(null)} />
            ) : (
              <Row
                mark={<Disc icon="circle-x" tone="bad" />}
                title="The attached proof doesn’t belong to this request."
                sub={attached.words}
                end={<Button onClick={() => onAttach(null)}>Remove from link</Button>}
              />
            )}
          </li>
        ) : signed.request.handle ? (
          <li>
            <SignedHandle payee={signed.request.payee} handle={signed.request.handle} />
          </li>
        ) : fitting.length > 0 ? (
          fitting.map((kept) => (
            <li key={proofKey(kept.proof)}>
              <Kept kept={kept} onAttach={onAttach} />
            </li>
          ))
        ) : (
          <li>
            <Row
              mark={<Disc icon="badge-check" />}
              title={tooLong > 0 ? `${count(tooLong, 'proof')} too long for this link` : 'Add your @handle'}
              sub={tooLong > 0 ? 'Share the proof’s own link.' : 'Prove this address is yours.'}
              end={
                tooLong === 0 && (
                  <Link className={buttonClass({ size: 'small' })} href={verifyPaths.prove}>
                    Create proof
                  </Link>
                )
              }
            />
          </li>
        )}
      </Rows>
    </Card>
  )
}

/** The handle in the signed request: its code on the profile is the other half of the proof. */
function SignedHandle({ payee, handle }: { payee: Address; handle: Handle }) {
  const code = proofCode(payee, handle)
  return (
    <Row
      mark={<Disc icon="badge-check" tone="sign" />}
      title={handleText(handle)}
      sub={
        <>
          <span>
            Add this code to your{' '}
            <ExternalLink href={profileUrl(handle)}>
              {handle.platform === 'website' ? 'website' : 'profile'}
            </ExternalLink>
            , where payers look for it. The code stays the same.
          </span>
          <strong translate="no" className="text-mono">
            {code}
          </strong>
        </>
      }
      end={<CopyButton text={code} label={`Copy the code ${code}`} />}
    />
  )
}

function Attached({ signed, onRemove }: { signed: SignedProof; onRemove: () => void }) {
  const { words, verdict } = useProofVerdict(signed)
  return (
    <Row
      mark={<Disc icon="badge-check" tone={verdict === 'valid' ? 'sign' : 'none'} />}
      title={handleText(signed.proof.handle)}
      sub={words?.title ?? 'Checking the proof…'}
      end={
        <Button ghost size="small" onClick={onRemove}>
          Remove from link
        </Button>
      }
    />
  )
}

function Kept({ kept, onAttach }: { kept: KeptProof; onAttach: (proof: string) => void }) {
  const { verdict } = useProofVerdict(kept)
  const { handle, expiresAt } = kept.proof
  return (
    <Row
      mark={<Disc icon="badge-check" />}
      title={handleText(handle)}
      sub={
        <>
          <span>The payer then sees your handle.</span>
          <span>Valid until {dayText(expiresAt)}.</span>
          <span>{verdict ? verdictNames[verdict] : 'Checking'}</span>
        </>
      }
      end={
        <Button
          size="small"
          disabled={verdict !== 'valid'}
          onClick={() => onAttach(encodeProof(kept))}
          aria-label={`Add to link: proof of ${handleText(handle)}`}
        >
          Add to link
        </Button>
      }
    />
  )
}
