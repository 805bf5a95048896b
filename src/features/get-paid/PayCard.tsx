import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { useAccount, usePortal } from '#account/connection.ts'
import { signatureQuery } from '#domain/request/attachedProof.ts'
import { amountText, isPinned, type SignedRequest } from '#domain/request/PaymentRequest.ts'
import type { RequestStatus } from '#domain/request/requestStatus.ts'
import { requestPath } from '#domain/shared/paths.ts'
import { useEarlyChecks } from '#features/shared/earlyChecks.ts'
import { Card } from '#ui/content/Card.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import layout from '#ui/layout/layout.module.css'
import prose from '#ui/layout/prose.module.css'
import { ConnectToPay, OpenInSafe } from './ConnectToPay.tsx'

const LOOK_ALIKE = 'The address looks like one you’ve paid, but it’s different.'

/** Why a request needs a second look before it is paid; null if nothing is wrong. */
function doubt(status: RequestStatus): string | null {
  if (status.kind === 'queued')
    return 'A payment for it is pending in the payer’s Safe. Another would pay it twice.'
  if (status.kind === 'confirming')
    return 'A payment for it was seen and is confirming. Another would pay it twice.'
  if (status.kind === 'partly') return 'Part of it is already paid. The full amount would be too much.'
  if (status.kind === 'expired') return 'Past its due date. Check with the sender first.'
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
  const { payee, payer, token, value } = signed.request
  const account = useAccount()
  const { connect } = usePortal()
  const { data: signature } = useQuery(signatureQuery(signed, useEarlyChecks()))
  const [sure, setSure] = useState(false)
  const against = isLookAlike ? LOOK_ALIKE : (proofDoubt ?? doubt(status))
  const forged = signature?.kind === 'wrong'
  const isOwn = account?.address === payee
  const inSafe = account?.kind === 'safe' && !connect
  const verb = account?.kind === 'safe' ? 'propose' : 'pay'
  const sum = value !== null && isPinned(token) ? ` ${amountText(signed.request)}` : ''
  const review = `Review and ${verb}${sum}`
  return (
    <Card title="Pay">
      <div className={layout.stack}>
        {isRefused ? (
          <p>Payment blocked: money sent to this address is lost.</p>
        ) : forged ? (
          <p>Payment blocked: the signature is fake.</p>
        ) : isOwn ? (
          <p>Nothing to pay: this is your own address.</p>
        ) : account ? (
          <>
            {against && (
              <label className={layout.check}>
                <input type="checkbox" checked={sure} onChange={(event) => setSure(event.target.checked)} />
                <span>{against} Continue anyway.</span>
              </label>
            )}
            {payer && account.address !== payer && (
              <p className={prose.small}>This request is addressed to another Safe.</p>
            )}
            <Actions>
              {against && !sure ? (
                <button type="button" className="button button-primary" disabled>
                  {review}
                </button>
              ) : (
                <Link className="button button-primary" href={requestPath('pay', text)}>
                  {review}
                </Link>
              )}
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
