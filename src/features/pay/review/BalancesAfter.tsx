import { useQuery } from '@tanstack/react-query'
import type { PaymentsMade } from '#account/Account.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { readChain } from '#chain/rpc/readChain.ts'
import { readBalances } from '#chain/rpc/readContract.ts'
import css from '../PayPage.module.css'

/** For each token: what is held, what goes out now, what is queued before it, and what is left. */
export function BalancesAfter(props: {
  address: Address
  totals: readonly Amount.Amount[]
  made: PaymentsMade | undefined
}) {
  const { address, totals, made } = props
  const balances = useQuery({
    queryKey: ['balances', 56, address, 'review'],
    queryFn: () => readChain(() => readBalances(bscRpc, address)),
    staleTime: 0,
  })
  return (
    <div className={css.scroll}>
      <table className={css.table}>
        <caption className="visually-hidden">What is left of each token</caption>
        <thead>
          <tr>
            <th scope="col">Token</th>
            <th scope="col">Now</th>
            <th scope="col">This</th>
            <th scope="col">Queued</th>
            <th scope="col">Left</th>
          </tr>
        </thead>
        <tbody>
          {totals.map((total) => {
            const { token } = total
            const held =
              balances.data?.find((one) => Token.key(one.token) === Token.key(token))?.value ?? null
            const queued = made ? queuedOf(made, token) : null
            const left = held === null || queued === null ? null : held - queued - total.value
            return (
              <tr key={Token.key(token)}>
                <th scope="row">{token.symbol}</th>
                <td>{number(token, held)}</td>
                <td>{number(token, total.value)}</td>
                <td>{number(token, queued)}</td>
                <td className={left !== null && left < 0n ? css.fault : undefined}>{number(token, left)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** Base units of a token that wait in the queue already. */
function queuedOf({ payments }: PaymentsMade, token: Token.Token): bigint {
  return payments
    .filter(({ state }) => state === 'queued')
    .flatMap(({ transfers }) => transfers)
    .filter((transfer) => (transfer.token?.toLowerCase() ?? 'bnb') === Token.key(token))
    .reduce((sum, { value }) => sum + value, 0n)
}

function number(token: Token.Token, value: bigint | null): string {
  return value === null ? 'not known' : Amount.formatNumber({ token, value })
}
