import { explorerAddress } from '#chain/explorer.ts'
import * as Amount from '#chain/money/Amount.ts'
import type { Payment } from '#domain/payout/Payout.ts'
import { totalsOf } from '#domain/payout/paymentDraft.ts'
import { isPinned } from '#domain/request/PaymentRequest.ts'
import { WholeAddress } from '#ui/AddressText.tsx'
import { Facts } from '#ui/layout/Facts.tsx'
import prose from '#ui/layout/prose.module.css'
import { PaymentRows } from '../review/PaymentRows.tsx'

/** What is paid to whom, in full: one payment as facts, several as rows with their totals. */
export function PaymentFacts({ payments }: { payments: readonly Payment[] }) {
  const [only] = payments
  if (payments.length === 1 && only) {
    return (
      <Facts>
        <div>
          <dt>Amount</dt>
          <dd className={prose.amount}>{Amount.format(only.amount)}</dd>
        </div>
        <div>
          <dt>To</dt>
          <dd>
            <WholeAddress address={only.payee} explorer={explorerAddress(only.payee)} />
          </dd>
        </div>
        <Unverified payments={payments} />
      </Facts>
    )
  }
  return (
    <>
      <p className={prose.amount}>
        {payments.length} payments: {totalsOf(payments).map(Amount.format).join(' and ')}
      </p>
      <PaymentRows label="Payments" payments={payments} />
      <Facts>
        <Unverified payments={payments} />
      </Facts>
    </>
  )
}

/** The contracts of unpinned tokens, which nothing else identifies. */
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
