import { Link } from 'wouter'
import type { Attestation } from '#account/Attestation.ts'
import { errorText } from '#account/errorText.ts'
import { proposalPath } from '#account/paths.ts'
import type { Address } from '#chain/Address.ts'
import type { SafeTxHash } from '#safe/SafeTx.ts'
import { Notice } from '#ui/Notice.tsx'
import css from './Proof.module.css'

/** How the owners of a Safe sign, and how far they are. */
export function SafeSigning(props: {
  safe: Address
  standing: Attestation | null
  readError: Error | null
  safeTxHash: SafeTxHash | null
  onChain: boolean
  isAsking: boolean
  onChoose: (onChain: boolean) => void
}) {
  const { safe, standing, readError, safeTxHash, onChain, isAsking, onChoose } = props
  return (
    <>
      <fieldset className={css.choices} disabled={isAsking}>
        <legend>How the owners sign</legend>
        <label>
          <input type="radio" name="how" checked={!onChain} onChange={() => onChoose(false)} />
          <span>
            Off the chain: each owner signs a message, free. It holds while the owners stay the same.
          </span>
        </label>
        <label>
          <input type="radio" name="how" checked={onChain} onChange={() => onChoose(true)} />
          <span>
            On the chain: one transaction that the owners confirm and one of them executes, for a network fee.
            It stays when owners change.
          </span>
        </label>
      </fieldset>
      {standing?.kind === 'collecting' && (
        <Notice
          tone="info"
          title={
            standing.have === null || standing.need === null
              ? 'Other owners still have to sign.'
              : `${standing.have} of ${standing.need} owners signed.`
          }
        >
          <p>
            They find the message in Safe{'{Wallet}'} under Messages. This page may be closed meanwhile: the
            proof is listed under Verify.
          </p>
        </Notice>
      )}
      {safeTxHash && (
        <Notice tone="info" title="It was proposed to sign it on the chain.">
          <p>
            The proof is complete when the owners have executed{' '}
            <Link href={proposalPath(safe, safeTxHash)}>this transaction</Link>.
            {standing?.kind === 'proposed' &&
              !standing.compared &&
              ' What was proposed could not be read yet: compare it there before you sign.'}
          </p>
        </Notice>
      )}
      {readError && (
        <Notice tone="warn" title="How far the owners are could not be read.">
          <p>{errorText(readError).what} It is tried again.</p>
        </Notice>
      )}
    </>
  )
}
