import { useState } from 'react'
import type { Hash } from 'viem'
import { Link } from 'wouter'
import { explorerTx } from '#chain/explorer.ts'
import * as Amount from '#chain/money/Amount.ts'
import type { PaymentRequest } from '#domain/request/PaymentRequest.ts'
import type { SeenPayment } from '#domain/request/requestStatus.ts'
import { isSettled, type RequestStatus } from '#domain/request/requestStatus.ts'
import type { RequestSight } from '#domain/request/requestWords.ts'
import { sightWords, statusWords } from '#domain/request/requestWords.ts'
import { when } from '#domain/shared/format.ts'
import { proposalPath, receiptPath } from '#domain/shared/paths.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { ShortAddress } from '#ui/content/ShortAddress.tsx'
import prose from '#ui/layout/prose.module.css'
import { StatusBadge } from '#ui/page/StatusBadge.tsx'
import { NamePayment } from './NamePayment.tsx'
import css from './Request.module.css'

/** How many unattributed payments are offered. */
const SHOWN = 5

/** The status of a request, its evidence, and what could not be read. */
export function StatusCard(props: {
  request: PaymentRequest
  status: RequestStatus
  sight: RequestSight
  own: readonly SeenPayment[]
  others: readonly SeenPayment[]
  named: readonly Hash[]
  onName: (hash: Hash) => void
  onClaim: (id: string) => void
}) {
  const { request, status, sight, own, others } = props
  const [shown, setShown] = useState(false)
  const { tone, short, long } = statusWords(request, status, sight.looking)
  return (
    <Card title="Where it stands" action={<StatusBadge tone={tone}>{short}</StatusBadge>}>
      <p role="status">{long}</p>
      {status.kind === 'queued' && (
        <p>
          <Link href={proposalPath(status.queued.safe, status.queued.safeTxHash)}>
            See what waits in the payer’s Safe
          </Link>
        </p>
      )}
      {sight.queued
        .filter(({ safeTxHash }) => status.kind !== 'queued' || status.queued.safeTxHash !== safeTxHash)
        .map(({ safe, safeTxHash, value }) => (
          <p key={safeTxHash} className={prose.small}>
            {Amount.format({ token: request.token, value })} to this account also{' '}
            <Link href={proposalPath(safe, safeTxHash)}>waits in the payer’s Safe</Link>. It is not exactly
            what this request asks for, or older than it.
          </p>
        ))}
      <PaymentList label="Payments of this request" request={request} payments={own} />
      {status.kind === 'paid' && own.length > 0 && (
        <p className={prose.small}>
          A transfer carries no reference: the amount, the account and the time fit this request.
        </p>
      )}
      {others.length > 0 && (
        <details open={shown} onToggle={(event) => setShown(event.currentTarget.open)}>
          <summary className={prose.muted}>
            {others.length} other {others.length === 1 ? 'payment' : 'payments'} in {request.token.symbol}{' '}
            that this request does not claim
          </summary>
          <PaymentList
            label="Other payments"
            request={request}
            payments={others.slice(0, SHOWN)}
            onClaim={props.onClaim}
          />
        </details>
      )}
      {!isSettled(status) && (
        // Once it is proven paid, no further search is needed.
        <>
          {sightWords(request, sight).map((text) => (
            <p key={text} className={prose.small}>
              {text}
            </p>
          ))}
          <NamePayment
            request={request}
            named={props.named}
            found={[...own, ...others]}
            onName={props.onName}
          />
        </>
      )}
    </Card>
  )
}

function PaymentList(props: {
  label: string
  request: PaymentRequest
  payments: readonly SeenPayment[]
  onClaim?: (id: string) => void
}) {
  const { request, payments, onClaim } = props
  if (payments.length === 0) return null
  return (
    <ul className={css.list} aria-label={props.label}>
      {payments.map(({ id, hash, name, from, value, at, block, proof }) => (
        <li key={id}>
          <div className={css.main}>
            <p className={prose.tabular}>
              <strong>{Amount.format({ token: request.token, value })}</strong>{' '}
              {from ? (
                <>
                  from <ShortAddress address={from} />
                </>
              ) : (
                'passed on by a contract, such as a Safe'
              )}
            </p>
            <p className={css.meta}>
              <time>{at === null ? `Block ${block}` : when(at)}</time>
              {hash && name && <Link href={receiptPath(hash, name)}>Receipt</Link>}
              {hash && (
                <a href={explorerTx(hash)} target="_blank" rel="noopener noreferrer">
                  Explorer
                </a>
              )}
            </p>
          </div>
          <StatusBadge tone={proof === 'final' ? 'good' : 'wait'}>{proofWords[proof]}</StatusBadge>
          {onClaim && <Button onClick={() => onClaim(id)}>This one paid it</Button>}
        </li>
      ))}
    </ul>
  )
}

const proofWords = {
  final: 'Final',
  'in-a-block': 'Confirming',
  reported: 'Seen, says one node',
} as const
