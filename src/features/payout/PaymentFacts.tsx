import type { Hash } from 'viem'
import * as Amount from '#chain/Amount.ts'
import { explorerAddress, explorerTx } from '#chain/explorer.ts'
import { isPinned } from '#chain/PaymentRequest.ts'
import { WholeAddress } from '#ui/AddressText.tsx'
import { StatusText } from '#ui/StatusText.tsx'
import css from './PayPage.module.css'
import { type Payment, totalsOf } from './payment.ts'

/**
 * What is paid to whom, whole: one payment as facts, several as rows with their totals.
 * @param sent hashes of those that a wallet has sent, in order; null where they go together
 */
export function PaymentFacts(props: { payments: readonly Payment[]; sent?: readonly Hash[] | null }) {
  const { payments, sent = null } = props
  const [only] = payments
  if (payments.length === 1 && only) {
    return (
      <dl className={css.facts}>
        <div>
          <dt>Amount</dt>
          <dd className={css.amount}>{Amount.format(only.amount)}</dd>
        </div>
        <div>
          <dt>To</dt>
          <dd>
            <WholeAddress address={only.payee} explorer={explorerAddress(only.payee)} />
          </dd>
        </div>
        <Unverified payments={payments} />
      </dl>
    )
  }
  return (
    <>
      <p className={css.amount}>
        {payments.length} payments: {totalsOf(payments).map(Amount.format).join(' and ')}
      </p>
      <ol className={css.rows} aria-label="Payments">
        {payments.map(({ payee, amount, request }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: reviewed rows keep their order, and two may be the same
          <li key={`${index}:${payee}`}>
            <strong className={css.sum}>{Amount.format(amount)}</strong>
            <WholeAddress address={payee} explorer={explorerAddress(payee)} />
            {request?.reference && <bdi className={css.small}>{request.reference}</bdi>}
            {sent && <Sent hash={sent[index]} />}
          </li>
        ))}
      </ol>
      <dl className={css.facts}>
        <Unverified payments={payments} />
      </dl>
    </>
  )
}

function Sent({ hash }: { hash: Hash | undefined }) {
  if (!hash) return <StatusText tone="warn">Not sent</StatusText>
  return (
    <p>
      <StatusText tone="wait">Sent</StatusText>{' '}
      <a href={explorerTx(hash)} target="_blank" rel="noopener noreferrer">
        Explorer
      </a>
    </p>
  )
}

/** The contracts of tokens that are known by nothing else. */
function Unverified({ payments }: { payments: readonly Payment[] }) {
  const tokens = new Set(
    payments.flatMap(({ amount: { token } }) =>
      isPinned(token) || token.address === null ? [] : [token.address],
    ),
  )
  return [...tokens].map((address) => (
    <div key={address}>
      <dt>Unverified token: anybody can make one</dt>
      <dd>
        <WholeAddress address={address} explorer={explorerAddress(address)} />
      </dd>
    </div>
  ))
}
