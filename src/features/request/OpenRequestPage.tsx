import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { ConnectButtons } from '#account/ConnectButtons.tsx'
import { useAccount } from '#account/connection.ts'
import { usePortal } from '#account/PortalContext.ts'
import { requestInSafeUrl, requestPath, useRequestText } from '#account/requestLinks.ts'
import { isSettled } from '#account/requestStatus.ts'
import { signatureQuery } from '#account/signatureQuery.ts'
import { isPinned, type SignedRequest } from '#chain/PaymentRequest.ts'
import { decodeRequest } from '#chain/requestLink.ts'
import { Card } from '#ui/Card.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useDocumentTitle } from '#ui/useDocumentTitle.ts'
import { BadRequest } from './BadRequest.tsx'
import { PayeeChecks } from './PayeeChecks.tsx'
import css from './Request.module.css'
import { RequestFacts } from './RequestFacts.tsx'
import { SignatureNotice } from './SignatureNotice.tsx'
import { StatusCard } from './StatusCard.tsx'
import { useKeptRequests } from './useKeptRequests.ts'
import { useRequestState } from './useRequestState.ts'

/** A request of somebody else. It opens for everybody; nothing connects, asks or pays by itself. */
export function OpenRequestPage() {
  useDocumentTitle('Payment request')
  const text = useRequestText('open')
  const decoded = decodeRequest(text)
  if (!decoded.ok) return <BadRequest fault={decoded.fault} />
  const { request, signature } = decoded
  return <Opened key={text} signed={{ request, signature }} text={text} />
}

function Opened({ signed, text }: { signed: SignedRequest; text: string }) {
  const { request } = signed
  const { requests } = useKeptRequests()
  const state = useRequestState(request, requests)
  return (
    <>
      <h1>Someone is asking you to pay</h1>
      <div className={css.page}>
        <div className={css.columns}>
          <Card title="What they ask for">
            <RequestFacts request={request} />
            <p className={css.small}>
              Whoever made the link wrote this, the portal did not. Compare it with what you have agreed.
            </p>
          </Card>
          <div className={css.page}>
            <Card title="Before you pay">
              <div className={css.stack}>
                <SignatureNotice signed={signed} />
                <PayeeChecks payee={request.payee} />
                {!isPinned(request.token) && (
                  <Notice tone="warn" title="The token is not one of the portal’s.">
                    <p>It is known by its contract alone. Anybody can make a token that looks like money.</p>
                  </Notice>
                )}
              </div>
            </Card>
            <PayCard signed={signed} text={text} status={state.status} />
          </div>
        </div>
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
      </div>
    </>
  )
}

/** Why a second look is due before a request is paid; null when nothing speaks against it. */
function doubt(status: ReturnType<typeof useRequestState>['status']): string | null {
  if (isSettled(status))
    return 'This request was paid already. Paying it again sends the money a second time.'
  if (status.kind === 'queued')
    return 'A payment of this request waits in the payer’s Safe. Another one would pay it twice.'
  if (status.kind === 'confirming')
    return 'A payment of this request was seen. Another one would pay it twice.'
  if (status.kind === 'partly') return 'A part of it was paid already. The full amount would be too much.'
  if (status.kind === 'expired') return 'Its last day is over. Ask whether it still stands.'
  return null
}

function PayCard(props: {
  signed: SignedRequest
  text: string
  status: ReturnType<typeof useRequestState>['status']
}) {
  const { signed, text, status } = props
  const { payee, payer } = signed.request
  const account = useAccount()
  const { connect } = usePortal()
  const { data: signature } = useQuery(signatureQuery(signed))
  const [sure, setSure] = useState(false)
  const against = doubt(status)
  const forged = signature?.kind === 'wrong'
  const inSafe = account?.kind === 'safe' && !connect
  return (
    <Card title="Pay">
      <div className={css.stack}>
        {forged ? (
          <p>Nothing can be paid from here: the signature of this request is wrong.</p>
        ) : account?.address === payee ? (
          <p>Nothing to pay: this is your own account.</p>
        ) : account ? (
          <>
            {against && (
              <label className={css.check}>
                <input type="checkbox" checked={sure} onChange={(event) => setSure(event.target.checked)} />
                <span>{against} I want to go on all the same.</span>
              </label>
            )}
            {payer && account.address !== payer && (
              <p className={css.small}>They ask another account to pay: the Safe that is named above.</p>
            )}
            <p className={css.actions}>
              {against && !sure ? (
                <button type="button" className="button button-primary" disabled>
                  {verb(account.kind)}
                </button>
              ) : (
                <Link className="button button-primary" href={requestPath('pay', text)}>
                  {verb(account.kind)}
                </Link>
              )}
              <span className={css.small}>You review it first. Nothing is sent by this.</span>
            </p>
          </>
        ) : (
          <>
            <p>Connect the account that pays, or open the request in your Safe.</p>
            <ConnectButtons />
          </>
        )}
        {!inSafe && !forged && (
          <p>
            <a
              className="button"
              href={requestInSafeUrl(text, payer)}
              target="_blank"
              rel="noopener noreferrer"
            >
              Open in Safe{'{Wallet}'}
            </a>
          </p>
        )}
      </div>
    </Card>
  )
}

function verb(kind: 'eoa' | 'safe'): string {
  return kind === 'safe' ? 'Propose' : 'Pay'
}
