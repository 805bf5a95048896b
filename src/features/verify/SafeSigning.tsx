import { Link } from 'wouter'
import type { Address } from '#chain/money/Address.ts'
import type { ProofSignature } from '#domain/proof/checkSignature.ts'
import { proposalPath } from '#domain/shared/paths.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import { Notice } from '#ui/Notice.tsx'
import css from './Proof.module.css'

/** How the owners of a Safe sign, and how far they are. */
export function SafeSigning(props: {
  safe: Address
  state: ProofSignature | null
  safeTxHash: SafeTxHash | null
  /** Nobody has told yet what was proposed. */
  isUncompared: boolean
  onChain: boolean
  isAsking: boolean
  onChoose: (onChain: boolean) => void
}) {
  const { safe, state, safeTxHash, isUncompared, onChain, isAsking, onChoose } = props
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
      {state?.kind === 'collecting' && state.have !== 0 && (
        <Notice
          tone="info"
          title={
            state.have === null || state.need === null
              ? 'Other owners still have to sign.'
              : `${state.have} of ${state.need} owners signed.`
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
            {isUncompared && ' What was proposed could not be read yet: compare it there before you sign.'}
          </p>
        </Notice>
      )}
      {state?.kind === 'unknown' && (
        <Notice tone="warn" title="How far the owners are could not be read.">
          <p>{state.words} It is tried again.</p>
        </Notice>
      )}
    </>
  )
}
