import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Hex } from 'viem'
import { Link } from 'wouter'
import type { Account } from '#account/Account.ts'
import { factsOf } from '#account/facts.ts'
import type { Address } from '#chain/money/Address.ts'
import { ConnectButtons } from '#components/account/ConnectButtons.tsx'
import { NoOwnerNotice } from '#components/account/NoOwnerNotice.tsx'
import { signCostWords } from '#components/account/signCostWords.ts'
import { SignError } from '#components/proof/SignError.tsx'
import type { ProofSignature } from '#domain/proof/checkSignature.ts'
import { isSignature, type SignedProof } from '#domain/proof/Proof.ts'
import { proofMessage } from '#domain/proof/proofMessage.ts'
import { proposalPath } from '#domain/shared/paths.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import { Button } from '#ui/Button.tsx'
import { TextToCopy } from '#ui/file/TextToCopy.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Disclosure } from '#ui/page/Disclosure.tsx'

/** Explains how the owners of a Safe sign. The page's banner shows how many have signed. */
function SafeSigning(props: {
  safe: Address
  state: ProofSignature | null
  safeTxHash: SafeTxHash | null
  /** No source has reported the proposal yet. */
  isUncompared: boolean
  onChain: boolean
  isAsking: boolean
  onChoose: (onChain: boolean) => void
}) {
  const { safe, state, safeTxHash, isUncompared, onChain, isAsking, onChoose } = props
  return (
    <>
      <fieldset className="layout-choices" disabled={isAsking}>
        <legend>How the owners sign</legend>
        <label>
          <input type="radio" name="how" checked={!onChain} onChange={() => onChoose(false)} />
          <span>Off-chain: each owner signs a message, for free. Valid while the owners stay the same.</span>
        </label>
        <label>
          <input type="radio" name="how" checked={onChain} onChange={() => onChoose(true)} />
          <span>
            On-chain: owners sign one transaction, and one executes it for a network fee. Stays valid when
            owners change.
          </span>
        </label>
      </fieldset>
      {safeTxHash && (
        <Notice tone="info" title="On-chain signing was proposed.">
          <p>
            The proof is complete once the owners have executed{' '}
            <Link href={proposalPath(safe, safeTxHash)}>this transaction</Link>.
            {isUncompared && ' We couldn’t read it back yet: compare it there before you sign.'}
          </p>
        </Notice>
      )}
      {state?.kind === 'unknown' && (
        <Notice tone="warn" title="We couldn’t read how many owners signed.">
          <p>{state.words} We’ll try again.</p>
        </Notice>
      )}
    </>
  )
}

/** Asks the account to sign its proof, whose text is there to be compared with the wallet’s or the Safe’s. */
export function SignProof(props: {
  signed: SignedProof
  /** The connected account, if it is the proof's account. */
  own: Account | null
  /** The result of the signature check so far. */
  state: ProofSignature | null
  safeTxHash: SafeTxHash | null
  take: (got: { signature?: Hex; safeTxHash?: SafeTxHash }) => void
  look: () => void
  isAsking: boolean
  onAsking: (asking: boolean) => void
}) {
  const { signed, own } = props
  return (
    <>
      <p className="text-fine">
        {signCostWords(own)} Your wallet will say “sign in with your Ethereum account”. That’s the standard
        wording; it only proves the address is yours.
      </p>
      {own ? (
        <Ask {...props} own={own} />
      ) : (
        <>
          <Notice tone="info" title="This proof’s address isn’t connected.">
            <p>
              Connect {signed.proof.address} to sign. You can close this page: the proof is listed under Get
              paid.
            </p>
          </Notice>
          <div className="layout-row">
            <ConnectButtons />
          </div>
        </>
      )}
      <Disclosure summary="Text your wallet will show">
        <TextToCopy label="Text to sign" text={proofMessage(signed.proof)} rows={14} />
      </Disclosure>
    </>
  )
}

function Ask(props: Parameters<typeof SignProof>[0] & { own: Account }) {
  const { signed, own, isAsking } = props
  const [onChain, setOnChain] = useState(false)
  const waiting = useRef<AbortController>(null)
  const sign = useMutation({
    mutationFn: () => {
      waiting.current = new AbortController()
      return own.signMessage(proofMessage(signed.proof), { onChain, signal: waiting.current.signal })
    },
    onMutate: () => props.onAsking(true),
    onSettled: () => props.onAsking(false),
    onSuccess: (answer) => {
      if (answer.kind === 'signed' && isSignature(answer.signature)) props.take(answer)
      else if (answer.kind === 'proposed') props.take({ safeTxHash: answer.safeTxHash })
      props.look()
    },
  })
  const { hasOwners, noun } = factsOf(own)
  return (
    <>
      {hasOwners && (
        <SafeSigning
          safe={own.address}
          state={props.state}
          safeTxHash={props.safeTxHash}
          isUncompared={sign.data?.kind === 'proposed' && !sign.data.compared}
          onChain={onChain}
          isAsking={isAsking}
          onChoose={setOnChain}
        />
      )}
      {isAsking && (
        <Notice tone="info" title={`Check your ${noun} and sign.`}>
          <p>The text there should match the one below. No money moves.</p>
        </Notice>
      )}
      {sign.error && <SignError error={sign.error} />}
      <NoOwnerNotice account={own} to="sign" />
      <div className={isAsking && hasOwners ? 'layout-row' : 'layout-wide'}>
        <Button primary size="large" onClick={() => sign.mutate()} disabled={isAsking || own.safe?.readOnly}>
          {!isAsking && <Icon name="signature" />}
          {isAsking ? 'Waiting for the signature…' : onChain ? 'Propose on-chain signing' : 'Sign proof'}
        </Button>
        {isAsking && hasOwners && <Button onClick={() => waiting.current?.abort()}>Cancel waiting</Button>}
      </div>
    </>
  )
}
