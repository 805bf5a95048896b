import { useQueries } from '@tanstack/react-query'
import type { Hash } from 'viem'
import { Link } from 'wouter'
import { explorerTx } from '#chain/explorer.ts'
import * as Amount from '#chain/money/Amount.ts'
import { NamedAddress } from '#components/payee/PersonName.tsx'
import { Worth } from '#components/price/prices.tsx'
import { NO_HASH, parseHashText } from '#domain/activity/links.ts'
import { amountOf, isPinned, type PaymentRequest } from '#domain/request/PaymentRequest.ts'
import { isRequestSettled, type SeenPayment } from '#domain/request/requestStatus.ts'
import { count, when } from '#domain/shared/format.ts'
import { proposalPath, receiptPath } from '#domain/shared/paths.ts'
import { paidTransfersQuery } from '#queries/activity.ts'
import type { PaidTransfers } from '#safe/proposal/paidTransfers.ts'
import { Button } from '#ui/Button.tsx'
import { ExternalLink } from '#ui/content/ExternalLink.tsx'
import { OneLineForm } from '#ui/form/Form.tsx'
import { Disclosure } from '#ui/page/Disclosure.tsx'
import { StatusBadge } from '#ui/page/StatusBadge.tsx'
import css from './Payments.module.css'
import type { useRequestState } from './useRequestState.ts'

const SHOWN = 5

/** A part of a card: the payments of a request, other payments that may belong to it, and a way to name one. */
export function Payments(props: {
  request: PaymentRequest
  state: ReturnType<typeof useRequestState>
  onClaim: (id: string) => void
}) {
  const { request, state } = props
  const { status, evidence, own, others } = state
  return (
    <section className={css.part} aria-label="Payments">
      {evidence.queued
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
            named={state.named}
            found={[...own, ...others]}
            onName={state.name}
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
          <div>
            <p translate="no" className="text-tabular">
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

/** Lets a person name the transaction that paid the request. It is read from the chain, which works with any node. */
function NamePayment(props: {
  request: PaymentRequest
  named: readonly Hash[]
  /** Payments to the payee in the token, from any transaction. */
  found: readonly SeenPayment[]
  onName: (hash: Hash) => void
}) {
  const { request, named, found, onName } = props
  const results = useQueries({ queries: named.map(paidTransfersQuery) })
  const answers = named.flatMap((hash, index) => {
    if (found.some((payment) => payment.hash === hash)) return []
    const result = results[index]
    return [
      { hash, words: result?.data ? answerWords(result.data, request) : result?.error ? UNREAD : 'Reading…' },
    ]
  })
  const name = (text: string) => {
    const hash = parseHashText(text)
    if (!hash) return NO_HASH
    onName(hash)
    return null
  }
  return (
    <>
      {answers.map(({ hash, words }) => (
        <p key={hash} role="status" translate="no" className="text-mono">
          {hash}: {words}
        </p>
      ))}
      <OneLineForm label="Transaction" hint="Its hash or BscScan link." button="Check" onText={name} />
    </>
  )
}

const UNREAD = 'couldn’t be read. Try again in a moment.'

function answerWords(paid: PaidTransfers, { token }: PaymentRequest): string {
  switch (paid.kind) {
    case 'unknown-hash':
      return 'not found on BNB Smart Chain. It may be very recent, or never sent.'
    case 'pending':
      return 'sent but not confirmed yet: don’t count it as paid yet.'
    default:
      if (paid.status === 'failed') {
        return paid.kind === 'final'
          ? 'failed. No money moved.'
          : 'reported as failed, but that is not final yet. Don’t pay it again yet.'
      }
      return `we found no ${token.symbol} payment to this address in it.`
  }
}

const network = 'On BNB Smart Chain'

/**
 * `about $250 on BNB Smart Chain`, or only the network if the request names no amount of a token or there is no
 * price.
 */
export function OnNetwork({ request }: { request: PaymentRequest }) {
  const amount = amountOf(request)
  if (!amount || !isPinned(amount.token)) return <>{network}</>
  return (
    <Worth of={[amount]}>
      {(worth) => (worth ? `${worth.lead} ${worth.sum} on BNB Smart Chain` : network)}
    </Worth>
  )
}
