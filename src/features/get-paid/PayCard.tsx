import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { useAccount, usePortal } from '#account/connection.ts'
import { signatureQuery } from '#domain/request/attachedProof.ts'
import type { SignedRequest } from '#domain/request/PaymentRequest.ts'
import type { RequestStatus } from '#domain/request/requestStatus.ts'
import { requestPath } from '#domain/shared/paths.ts'
import { useEarlyChecks } from '#features/shared/earlyChecks.ts'
import { Card } from '#ui/content/Card.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import layout from '#ui/layout/layout.module.css'
import prose from '#ui/layout/prose.module.css'
import { ConnectToPay, OpenInSafe } from './ConnectToPay.tsx'

const LOOK_ALIKE = 'The address looks like one that you have paid, and is another one.'

/** Why a request needs a second look before it is paid; null if nothing is wrong. */
function doubt(status: RequestStatus): string | null {
  if (status.kind === 'queued')
    return 'A payment of this request waits in the payer’s Safe. Another one would pay it twice.'
  if (status.kind === 'confirming')
    return 'A payment of this request was seen. Another one would pay it twice.'
  if (status.kind === 'partly') return 'A part of it was paid already. The full amount would be too much.'
  if (status.kind === 'expired') return 'Its last day is over. Ask whether it still stands.'
  return null
}

/** The main action of the page. It leads to the review and sends nothing. */
export function PayCard(props: {
  signed: SignedRequest
  text: string
  status: RequestStatus
  isLookAlike: boolean
  /** Its payee is an address where money would be lost. */
  isRefused: boolean
  /** What is wrong with the attached proof. */
  proofDoubt: string | null
}) {
  const { signed, text, status, isLookAlike, isRefused, proofDoubt } = props
  const { payee, payer } = signed.request
  const account = useAccount()
  const { connect } = usePortal()
  const { data: signature } = useQuery(signatureQuery(signed, useEarlyChecks()))
  const [sure, setSure] = useState(false)
  const against = isLookAlike ? LOOK_ALIKE : (proofDoubt ?? doubt(status))
  const forged = signature?.kind === 'wrong'
  const isOwn = account?.address === payee
  const inSafe = account?.kind === 'safe' && !connect
  return (
    <Card title="Pay">
      <div className={layout.stack}>
        {isRefused ? (
          <p>Nothing can be paid from here: money sent to this address is lost.</p>
        ) : forged ? (
          <p>Nothing can be paid from here: the signature of this request is wrong.</p>
        ) : isOwn ? (
          <p>Nothing to pay: this is your own account.</p>
        ) : account ? (
          <>
            {against && (
              <label className={layout.check}>
                <input type="checkbox" checked={sure} onChange={(event) => setSure(event.target.checked)} />
                <span>{against} I want to go on all the same.</span>
              </label>
            )}
            {payer && account.address !== payer && (
              <p className={prose.small}>They ask another account to pay: the Safe that is named above.</p>
            )}
            <Actions>
              {against && !sure ? (
                <button type="button" className="button button-primary" disabled>
                  {verb(account.kind)}
                </button>
              ) : (
                <Link className="button button-primary" href={requestPath('pay', text)}>
                  {verb(account.kind)}
                </Link>
              )}
              <span className={prose.small}>You review it first. Nothing is sent by this.</span>
            </Actions>
          </>
        ) : (
          <ConnectToPay text={text} payer={payer} />
        )}
        {account && !isOwn && !inSafe && !forged && !isRefused && <OpenInSafe text={text} payer={payer} />}
      </div>
    </Card>
  )
}

function verb(kind: 'eoa' | 'safe'): string {
  return kind === 'safe' ? 'Propose' : 'Pay'
}
