import { useQuery } from '@tanstack/react-query'
import type { RecentPayments } from '#account/RecentPayments.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import { isPinned } from '#domain/request/PaymentRequest.ts'
import { balancesQuery } from '#queries/account.ts'
import { BriefNumber } from '#ui/content/AmountText.tsx'
import { Card } from '#ui/content/Card.tsx'
import { TokenLogo } from '#ui/icons/TokenLogo.tsx'
import css from './BalancesAfter.module.css'

/** Per token: the balance, the amount sent now, the amounts queued before it, and the rest. */
export function BalancesAfter(props: {
  address: Address
  totals: readonly Amount.Amount[]
  made: RecentPayments | undefined
}) {
  const { address, totals, made } = props
  const balances = useQuery(balancesQuery(address))
  return (
    <Card title="Balances" flush>
      <table className={css.table}>
        <caption className="visually-hidden">Balances after this payout</caption>
        <thead>
          <tr>
            <th scope="col">Token</th>
            <th scope="col">Now</th>
            <th scope="col">This payout</th>
            <th scope="col">Queued</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {totals.map((total) => {
            const { token } = total
            const held = Amount.valueIn(balances.data, token)
            const queued = made ? queuedOf(made, token) : null
            const left = held === null || queued === null ? null : held - queued - total.value
            return (
              <tr key={Token.key(token)}>
                <th scope="row">
                  <TokenLogo symbol={isPinned(token) ? token.symbol : '?'} size={20} /> {token.symbol}
                </th>
                <td data-label="Now">{number(token, held)}</td>
                <td data-label="This payout">{number(token, total.value)}</td>
                <td data-label="Queued">{number(token, queued)}</td>
                <td data-label="After" className={left !== null && left < 0n ? 'text-fault' : undefined}>
                  {number(token, left)}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Card>
  )
}

/** Base units of a token already queued. */
function queuedOf({ payments }: RecentPayments, token: Token.Token): bigint {
  return payments
    .filter(({ reported }) => reported === 'queued')
    .flatMap(({ transfers }) => transfers)
    .filter((transfer) => Token.key({ address: transfer.token }) === Token.key(token))
    .reduce((sum, { value }) => sum + value, 0n)
}

function number(token: Token.Token, value: bigint | null) {
  return value === null ? 'Unknown' : <BriefNumber value={Amount.formatNumber({ token, value })} />
}
