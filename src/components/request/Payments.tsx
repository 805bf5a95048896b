import type { Hash } from 'viem'
import { Link } from 'wouter'
import { explorerTx } from '#chain/explorer.ts'
import * as Amount from '#chain/money/Amount.ts'
import { NamedAddress } from '#components/payee/PersonName.tsx'
import type { PaymentRequest } from '#domain/request/PaymentRequest.ts'
import { isRequestSettled, type RequestStatus, type SeenPayment } from '#domain/request/requestStatus.ts'
import type { RequestEvidence } from '#domain/request/statusWords.ts'
import { count, when } from '#domain/shared/format.ts'
import { proposalPath, receiptPath } from '#domain/shared/paths.ts'
import { Button } from '#ui/Button.tsx'
import { ExternalLink } from '#ui/content/ExternalLink.tsx'
import { Disclosure } from '#ui/page/Disclosure.tsx'
import { StatusBadge } from '#ui/page/StatusBadge.tsx'
import { NamePayment } from './NamePayment.tsx'
import css from './Request.module.css'

/** How many unattributed payments are offered. */
const SHOWN = 5

/** A part of a card: the payments of a request, other payments that may belong to it, and a way to name one. */
export function Payments(props: {
  request: PaymentRequest
  status: RequestStatus
  sight: RequestEvidence
  own: readonly SeenPayment[]
  others: readonly SeenPayment[]
  named: readonly Hash[]
  onName: (hash: Hash) => void
  onClaim: (id: string) => void
}) {
  const { request, status, sight, own, others } = props
  return (
    <section className={css.part} aria-label="Payments">
      {sight.queued
        .filter(({ safeTxHash }) => status.kind !== 'queued' || status.queued.safeTxHash !== safeTxHash)
        .map(({ safe, safeTxHash, value }) => (
          <p key={safeTxHash} className="text-small">
            The payer’s Safe also has{' '}
            <Link href={proposalPath(safe, safeTxHash)}>
              {Amount.format({ token: request.token, value })} pending
            </Link>{' '}
            to this address. It doesn’t match this request.
          </p>
        ))}
      <PaymentList label="Payments for this request" request={request} payments={own} />
      {status.kind === 'paid' && own.length > 0 && (
        <p className={`text-fine ${css.matched}`}>Matched by amount, address and time.</p>
      )}
      {others.length > 0 && (
        <Disclosure summary={`${count(others.length, `other ${request.token.symbol} payment`)}, not matched`}>
          <PaymentList
            label="Other payments"
            request={request}
            payments={others.slice(0, SHOWN)}
            onClaim={props.onClaim}
          />
        </Disclosure>
      )}
      {/* Once it is proven paid, no further search is needed. */}
      {!isRequestSettled(status) && (
        <Disclosure summary="Already paid?">
          <NamePayment
            request={request}
            named={props.named}
            found={[...own, ...others]}
            onName={props.onName}
          />
        </Disclosure>
      )}
    </section>
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
    <ul className="layout-entries" aria-label={props.label}>
      {payments.map(({ id, hash, name, from, value, at, block, proof }) => (
        <li key={id}>
          <div className={css.main}>
            <p className="text-tabular">
              <strong>{Amount.format({ token: request.token, value })}</strong>{' '}
              {from ? (
                <>
                  from <NamedAddress address={from} />
                </>
              ) : (
                'through a contract, such as a Safe'
              )}
            </p>
            <p className="layout-meta">
              <time>{at === null ? `Block ${block}` : when(at)}</time>
              {hash && name && <Link href={receiptPath(hash, name)}>Receipt</Link>}
              {hash && <ExternalLink href={explorerTx(hash)}>BscScan</ExternalLink>}
            </p>
          </div>
          <StatusBadge tone={proof === 'final' ? 'good' : 'wait'}>{proofWords[proof]}</StatusBadge>
          {onClaim && <Button onClick={() => onClaim(id)}>Match this payment</Button>}
        </li>
      ))}
    </ul>
  )
}

const proofWords = {
  final: 'Final',
  'in-a-block': 'Confirming',
  reported: 'Seen, unconfirmed',
} as const
