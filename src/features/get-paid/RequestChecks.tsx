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
import { count } from '#domain/shared/format.ts'
import { proofPath } from '#domain/shared/paths.ts'
import { useEarlyChecks } from '#features/shared/earlyChecks.ts'
import { ProofNotice } from '#features/shared/ProofNotice.tsx'
import { useKeptRequests } from '#features/shared/useKept.ts'
import { Card } from '#ui/content/Card.tsx'
import { ExternalLink } from '#ui/content/ExternalLink.tsx'
import layout from '#ui/layout/layout.module.css'
import prose from '#ui/layout/prose.module.css'
import { Notice } from '#ui/Notice.tsx'
import { UnsignedNotice } from './BadRequest.tsx'
import { AskedFor, OpenedRequest } from './OpenedRequest.tsx'
import { PayCard } from './PayCard.tsx'
import css from './Request.module.css'
import { PaymentsCard, RequestStatusBanner } from './RequestStatus.tsx'
import { type PayeeHistory, usePayeeHistory, useProofDoubt, useRequestState } from './useRequestState.ts'

/**
 * What the connected account knows about the payee: itself, paid before, imitating an earlier payee, or new.
 */
export function PayeeChecks({ known, payee }: { known: PayeeHistory | null; payee: Address }) {
  if (!known) {
    return <p className={prose.small}>Connect to see whether you’ve paid this address before.</p>
  }
  const { account, state, times, alike } = known
  if (account.address === payee) {
    return (
      <Notice tone="info" title="This is your own request.">
        <p>Connect a different wallet to pay it.</p>
      </Notice>
    )
  }
  if (alike?.kind === 'look-alike') {
    return (
      <Notice tone="bad" title="This looks like an address you’ve paid, but it’s different.">
        <p>
          You’ve paid <span className={prose.mono}>{alike.known}</span>. This one begins and ends the same.
          Scammers do this. Compare every character.
        </p>
      </Notice>
    )
  }
  if (state !== 'read') {
    return (
      <p className={prose.muted}>
        {state === 'reading'
          ? 'Checking whether you’ve paid this address before…'
          : 'We couldn’t check whether you’ve paid this address before.'}
      </p>
    )
  }
  if (times > 0) {
    return (
      <p role="status">
        You’ve paid this address before: {count(times, 'payment')} in the history we could load.
      </p>
    )
  }
  return (
    <p role="status">
      You haven’t paid this address before (in the history we could load).
      {alike && ` It’s similar to ${alike.known}, which you’ve paid.`}
    </p>
  )
}

/** The handle of the account to be paid, as far as an attached proof shows it. */
export function ProofOfPayee({ signed }: { signed: SignedRequest }) {
  const attached = attachedProof(signed)
  if (attached === null) return null
  if (attached.kind === 'of-payee') return <Shown signed={attached.signed} />
  return (
    <Notice tone="bad" title="The attached proof doesn’t belong to this request.">
      <p>{attached.words} Ignore it, and check with the sender.</p>
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
        <ExternalLink href={post ?? profileUrl(handle)}>
          {post ? 'the post' : handleText(handle)}
        </ExternalLink>
        . <Link href={proofPath('check', encodeProof(signed))}>See the full proof</Link>
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
        <Notice tone="good" title="This request was signed by the address it pays.">
          <p>
            {data.block !== null && `Its contract accepted the signature at block ${data.block}. `}
            That doesn’t tell you who owns it.
          </p>
        </Notice>
      )
    case 'wrong':
      return (
        <Notice tone="bad" title="Don’t pay this. The signature is fake.">
          <p>It isn’t from the address that this request pays. {data.words}</p>
        </Notice>
      )
    case 'unknown':
      return (
        <Notice tone="warn" title="The signature couldn’t be checked.">
          <p>
            {isOn ? data.words : 'Checks before you pay are off in Diagnostics.'} We can’t say either way.
            {isOn && ' We’ll try again.'}
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
  const status = <RequestStatusBanner request={request} status={state.status} sight={state.sight} />
  const payments = (
    <PaymentsCard
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
      <OpenedRequest request={request} isPaid status={status}>
        {payments}
        <AskedFor request={request} />
      </OpenedRequest>
    )
  }
  return (
    <OpenedRequest request={request} isPaid={false} status={status}>
      <AskedFor request={request} />
      <div className={layout.page}>
        <Card title="Before you pay">
          <div className={layout.stack}>
            <SignatureNotice signed={signed} />
            <ProofOfPayee signed={signed} />
            {refused ? (
              <Notice tone="bad" title="This request can’t be paid.">
                <p>{payeeFaultText(refused)} Ask the sender for another address.</p>
              </Notice>
            ) : (
              <PayeeChecks known={known} payee={request.payee} />
            )}
            {!isPinned(request.token) && (
              <Notice tone="warn" title="This token is unverified.">
                <p>Anyone can make a token that looks like money. Check its contract with the sender.</p>
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
      <div className={css.wide}>{payments}</div>
    </OpenedRequest>
  )
}
