import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Account, RecentPayments } from '#account/Account.ts'
import { polling } from '#account/polling.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { getCode } from '#chain/rpc/questions.ts'
import { readChain } from '#chain/rpc/Rpc.ts'
import { readBalances } from '#chain/rpc/readContract.ts'
import { checkFunds, type FundsFault } from '#domain/payout/checkFunds.ts'
import { isPinned } from '#domain/request/PaymentRequest.ts'
import { Card } from '#ui/content/Card.tsx'
import { TokenLogo } from '#ui/icons/TokenLogo.tsx'
import prose from '#ui/layout/prose.module.css'
import css from './BalancesAfter.module.css'

/**
 * Whether the payer can pay the totals now, read from the chain. Null if nothing prevents it.
 * @param totals one per token
 * @param count number of transactions that a wallet would send
 */
export function fundsQuery(account: Account, totals: readonly Amount.Amount[], count: number) {
  const key = totals.map(({ token, value }) => `${Token.key(token)}:${value}`).join()
  return queryOptions({
    queryKey: ['funds', 56, account.address, key, count],
    queryFn: () => readChain(() => checkPayments(account, totals, count)),
    gcTime: 0,
    staleTime: 0,
    refetchInterval: polling(15_000),
  })
}

/**
 * Adds a fault that only a Safe can have: its contract is not deployed. Such a Safe has an address but cannot
 * execute anything yet.
 */
type PaymentFault = FundsFault | { readonly kind: 'not-activated' }

async function checkPayments(
  account: Account,
  totals: readonly Amount.Amount[],
  count: number,
): Promise<{ fault: PaymentFault; token: Token.Token } | null> {
  const isSafe = account.kind === 'safe'
  if (isSafe && (await getCode(bscRpc, account.address)) === null) {
    return { fault: { kind: 'not-activated' }, token: Token.BNB }
  }
  const faults = await Promise.all(
    // A Safe does not pay its own fee: the executor does.
    totals.map((total) => checkFunds(bscRpc, account.address, total, isSafe ? 0 : count)),
  )
  // Faults that block the payment come before those that can be fixed.
  const index = [
    faults.findIndex((fault) => fault?.kind === 'decimals-differ'),
    faults.findIndex(Boolean),
  ].find((place) => place >= 0)
  const [fault, total] = index === undefined ? [] : [faults[index], totals[index]]
  return fault && total ? { fault, token: total.token } : null
}

/**
 * The text of a fault, and whether it blocks the payment.
 * @param totals what the payments need, one per token
 */
export function fundsText(
  fault: PaymentFault,
  token: Token.Token,
  totals: readonly Amount.Amount[],
): { text: string; forbids: boolean } {
  switch (fault.kind) {
    case 'decimals-differ':
      return {
        text: `${token.symbol} reports ${fault.onChain} decimals, we expect ${token.decimals}. The amount would be wrong.`,
        forbids: true,
      }
    case 'not-activated':
      return { text: 'This Safe isn’t activated yet. Activate it in Safe{Wallet} first.', forbids: true }
    case 'too-little': {
      const needs = totals.find((total) => Token.key(total.token) === Token.key(token)) ?? fault.has
      return {
        text: `Not enough ${token.symbol}: you have ${Amount.formatNumber(fault.has)}, this needs ${Amount.formatNumber(needs)}.`,
        forbids: false,
      }
    }
    case 'no-gas':
      return { text: 'Not enough BNB for the network fee.', forbids: false }
  }
}

/** The balances of an account in BNB and the pinned tokens, read from the chain. */
export function balancesQuery(address: Address) {
  return queryOptions({
    queryKey: ['balances', 56, address, 'pay'],
    queryFn: () => readChain(() => readBalances(bscRpc, address)),
    staleTime: 0,
    refetchInterval: polling(15_000),
  })
}

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
            const held =
              balances.data?.find((one) => Token.key(one.token) === Token.key(token))?.value ?? null
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
                <td data-label="After" className={left !== null && left < 0n ? prose.fault : undefined}>
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
    .filter((transfer) => (transfer.token?.toLowerCase() ?? 'bnb') === Token.key(token))
    .reduce((sum, { value }) => sum + value, 0n)
}

function number(token: Token.Token, value: bigint | null): string {
  return value === null ? 'Unknown' : Amount.formatNumber({ token, value })
}
