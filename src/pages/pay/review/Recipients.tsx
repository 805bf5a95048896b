import { explorerAddress } from '#chain/explorer.ts'
import * as Amount from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import { PersonName } from '#components/payee/PersonName.tsx'
import { Worth } from '#components/price/prices.tsx'
import { useDollars } from '#components/settings/switches.ts'
import { enteredText } from '#domain/payee/payeeWords.ts'
import type { Payment } from '#domain/payout/Payout.ts'
import { isPinned } from '#domain/request/PaymentRequest.ts'
import { AmountText } from '#ui/content/AmountText.tsx'
import { Card, Inset } from '#ui/content/Card.tsx'
import { Identicon } from '#ui/content/Identicon.tsx'
import { TokenLogo } from '#ui/icons/TokenLogo.tsx'
import { Facts } from '#ui/layout/Facts.tsx'
import { WholeAddress } from '#ui/page/AddressText.tsx'
import { PaymentRows } from './PaymentRows.tsx'
import css from './Recipients.module.css'

/** Amounts as the headline of a payment, each with its token. */
export function Sums({ of }: { of: readonly Amount.Amount[] }) {
  return of.map((sum) => (
    <p key={Token.key(sum.token)} className={css.sum}>
      <TokenLogo symbol={isPinned(sum.token) ? sum.token.symbol : '?'} />
      <AmountText value={Amount.formatNumber(sum)} symbol={sum.token.symbol} large />
    </p>
  ))
}

/** The total of the amounts in dollars. Its line is there before the prices are, so that nothing moves. */
export function SumInDollars({ of }: { of: readonly Amount.Amount[] }) {
  if (!useDollars()) return null
  return (
    <p className={`text-fine ${css.caption}`}>
      <Worth of={of}>
        {(worth) => {
          if (!worth) return '\u00a0'
          const { lead, sum, without, age } = worth
          return [lead, sum, without, `(Chainlink, ${age})`].filter(Boolean).join(' ')
        }}
      </Worth>
    </p>
  )
}

/** The recipient of the only payment, with the whole address. */
export function Recipient({ payment }: { payment: Payment | undefined }) {
  if (!payment) return null
  const { payee, handle, note, reference } = payment
  return (
    <div className={css.party}>
      <p className={`text-fine ${css.caption}`}>To</p>
      <div className={css.panel}>
        <Identicon address={payee} size={40} />
        <div>
          <PersonName address={payee} given={payment.name} />
          {payment.entered && (
            <p className="text-small">
              <bdi>{enteredText(payment.entered)}</bdi>
            </p>
          )}
          <WholeAddress address={payee} explorer={explorerAddress(payee)} />
        </div>
      </div>
      {(handle || note || reference) && (
        <p className={`text-fine ${css.caption}`}>
          {[handle, reference, note].filter(Boolean).map((words) => (
            <bdi key={words}>{words} </bdi>
          ))}
        </p>
      )}
      <UnverifiedFacts payments={[payment]} />
    </div>
  )
}

/** The recipients, as rows. Those who were never paid before come first. */
export function Recipients(props: {
  payments: readonly Payment[]
  /** Lower-case addresses that were never paid before; null while unknown. */
  unpaid: ReadonlySet<string> | null
}) {
  const { payments, unpaid } = props
  return (
    <Card title="Recipients" flush>
      <Inset>
        <UnverifiedFacts payments={payments} />
      </Inset>
      <PaymentRows label="Payments" payments={payments} unpaid={unpaid} />
    </Card>
  )
}

function UnverifiedFacts({ payments }: { payments: readonly Payment[] }) {
  const isAny = payments.some(({ amount: { token } }) => isUnverified(token))
  return (
    isAny && (
      <Facts>
        <UnverifiedTokens payments={payments} />
      </Facts>
    )
  )
}

function isUnverified(token: Token.Token): boolean {
  return !isPinned(token) && token.address !== null
}

/** The contracts of unpinned tokens, which nothing else identifies. */
function UnverifiedTokens({ payments }: { payments: readonly Payment[] }) {
  const tokens = new Map(
    payments.flatMap(({ amount: { token } }) => (isUnverified(token) ? [[Token.key(token), token]] : [])),
  )
  return [...tokens.values()].map(
    ({ address }) =>
      address && (
        <div key={address}>
          <dt>Unverified token: anyone can make one</dt>
          <dd>
            <WholeAddress address={address} explorer={explorerAddress(address)} />
          </dd>
        </div>
      ),
  )
}
