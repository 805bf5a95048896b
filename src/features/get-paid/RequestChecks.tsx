import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Address } from '#chain/money/Address.ts'
import * as Token from '#chain/money/Token.ts'
import { payeeFault } from '#domain/payee/checkPayee.ts'
import { payeeFaultText } from '#domain/payee/payeeWords.ts'
import { handleText, profileUrl } from '#domain/proof/Handle.ts'
import type { SignedProof } from '#domain/proof/Proof.ts'
import { proofCode } from '#domain/proof/proofCode.ts'
import { encodeProof } from '#domain/proof/proofLink.ts'
import { attachedProof, signatureQuery } from '#domain/request/attachedProof.ts'
import { isPinned, type SignedRequest } from '#domain/request/PaymentRequest.ts'
import { isSettled } from '#domain/request/requestStatus.ts'
import { proofPath } from '#domain/shared/paths.ts'
import { useEarlyChecks } from '#features/shared/earlyChecks.ts'
import { ProofNotice } from '#features/shared/ProofNotice.tsx'
import { useKeptRequests } from '#features/shared/useKept.ts'
import { Card } from '#ui/content/Card.tsx'
import layout from '#ui/layout/layout.module.css'
import prose from '#ui/layout/prose.module.css'
import { Notice } from '#ui/Notice.tsx'
import { UnsignedNotice } from './BadRequest.tsx'
import { AskedFor, OpenedRequest } from './OpenedRequest.tsx'
import { PayCard } from './PayCard.tsx'
import css from './Request.module.css'
import { StatusCard } from './StatusCard.tsx'
import { type PayeeHistory, usePayeeHistory, useProofDoubt, useRequestState } from './useRequestState.ts'

/**
 * What the connected account knows about the payee: itself, paid before, imitating an earlier payee, or new.
 */
export function PayeeChecks({ known, payee }: { known: PayeeHistory | null; payee: Address }) {
  if (!known) {
    return (
      <p className={prose.small}>
        Whether you have paid this account before is told when an account is connected. Nothing connects by
        itself.
      </p>
    )
  }
  const { account, state, times, alike } = known
  if (account.address === payee) {
    return (
      <Notice tone="info" title="This request pays you.">
        <p>The connected account is the one that would be paid.</p>
      </Notice>
    )
  }
  if (alike?.kind === 'look-alike') {
    return (
      <Notice tone="bad" title="This address looks like one that you have paid, and is another one.">
        <p>
          You paid <span className={prose.mono}>{alike.known}</span> before. This request begins and ends
          alike, which is how thieves have payments sent to them. Compare every digit.
        </p>
      </Notice>
    )
  }
  if (state !== 'read') {
    return (
      <p className={prose.muted}>
        {state === 'reading'
          ? 'Looking whether you have paid it before…'
          : 'Whether you have paid it before could not be read.'}
      </p>
    )
  }
  if (times > 0) {
    return (
      <p role="status">
        You have paid this account before: {times} {times === 1 ? 'payment' : 'payments'} in the history that
        is loaded.
      </p>
    )
  }
  return (
    <p role="status">
      You have not paid this account before, as far as your history is loaded
      {alike ? `. It is similar to ${alike.known}, which you have paid` : ''}.
    </p>
  )
}

/** The handle of the account to be paid, as far as an attached proof shows it. */
export function ProofOfPayee({ signed }: { signed: SignedRequest }) {
  const attached = attachedProof(signed)
  if (attached === null) return null
  if (attached.kind === 'of-payee') return <Shown signed={attached.signed} />
  return (
    <Notice tone="bad" title="The proof of account beside this request is none of it.">
      <p>{attached.words} Do not rely on it: ask whoever sent the link.</p>
    </Notice>
  )
}

function Shown({ signed }: { signed: SignedProof }) {
  const { address, handle, post } = signed.proof
  return (
    <>
      <ProofNotice signed={signed} />
      <p className={prose.small}>
        Look for <strong className={prose.mono}>{proofCode(address, handle)}</strong> in{' '}
        <a href={post ?? profileUrl(handle)} target="_blank" rel="noopener noreferrer">
          {post ? 'the post' : handleText(handle)}
        </a>
        . <Link href={proofPath('check', encodeProof(signed))}>The whole proof</Link>
      </p>
    </>
  )
}

/**
 * Who signed a request. A signature is not a badge of trust: it only shows which account made the request.
 */
export function SignatureNotice({ signed }: { signed: SignedRequest }) {
  const isOn = useEarlyChecks()
  const { data, isPending } = useQuery(signatureQuery(signed, isOn))
  if (signed.signature === null) return <UnsignedNotice />
  if (isPending || !data) return <p className={prose.muted}>Checking the signature…</p>
  switch (data.kind) {
    case 'valid':
      return (
        <Notice tone="good" title="Signed by the account that will be paid.">
          <p>
            {data.block === null ? '' : `Its contract said so at block ${data.block}. `}All that stands here
            is what it signed. Whom the account belongs to, the signature does not say.
          </p>
        </Notice>
      )
    case 'wrong':
      return (
        <Notice tone="bad" title="The signature is wrong: do not pay this.">
          <p>It says that the account to be paid has signed this request, and that is not so. {data.words}</p>
        </Notice>
      )
    case 'unknown':
      return (
        <Notice tone="warn" title="The signature could not be checked.">
          <p>
            {isOn ? data.words : 'The contract is not asked, as chosen in Diagnostics.'} Nothing is known of
            it either way.{isOn && ' It is tried again.'}
          </p>
        </Notice>
      )
  }
}

/** The checks of a request: who signed it, whether the payee is known, whether it is already paid. */
export function RequestChecks({ signed, text }: { signed: SignedRequest; text: string }) {
  const { request } = signed
  const { items: requests } = useKeptRequests()
  const state = useRequestState(request, requests)
  const known = usePayeeHistory(request.payee)
  const proofDoubt = useProofDoubt(signed)
  const refused = payeeFault(request.payee, {
    payer: null,
    tokens: new Map([[Token.key(request.token), request.token]]),
  })
  const isPaid = isSettled(state.status)
  const standing = (
    <StatusCard
      request={request}
      status={state.status}
      sight={state.sight}
      own={state.own}
      others={state.others}
      named={state.named}
      onName={state.name}
      onClaim={state.claim}
    />
  )
  // A paid request must not be paid again: this comes first, and no payment is offered.
  if (isPaid) {
    return (
      <OpenedRequest isPaid>
        {standing}
        <AskedFor request={request} />
      </OpenedRequest>
    )
  }
  return (
    <OpenedRequest isPaid={false}>
      <AskedFor request={request} />
      <div className={layout.page}>
        <Card title="Before you pay">
          <div className={layout.stack}>
            <SignatureNotice signed={signed} />
            <ProofOfPayee signed={signed} />
            {refused ? (
              <Notice tone="bad" title="This request cannot be paid.">
                <p>{payeeFaultText(refused)} Ask the sender for another account.</p>
              </Notice>
            ) : (
              <PayeeChecks known={known} payee={request.payee} />
            )}
            {!isPinned(request.token) && (
              <Notice tone="warn" title="The token is not one of the portal’s.">
                <p>It is known by its contract alone. Anybody can make a token that looks like money.</p>
              </Notice>
            )}
          </div>
        </Card>
        <PayCard
          signed={signed}
          text={text}
          status={state.status}
          isRefused={refused !== null}
          isLookAlike={known?.alike?.kind === 'look-alike'}
          proofDoubt={proofDoubt}
        />
      </div>
      <div className={css.wide}>{standing}</div>
    </OpenedRequest>
  )
}
