import { queryOptions, useQuery } from '@tanstack/react-query'
import { polling } from '#account/polling.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { readChain } from '#chain/rpc/readChain.ts'
import { readBalances } from '#chain/rpc/readContract.ts'
import { ReadError } from '#features/shared/ReadError.tsx'
import { Card } from '#ui/Card.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import css from './OverviewPage.module.css'

function balancesQuery(address: Address) {
  return queryOptions({
    queryKey: ['balances', 56, address],
    queryFn: () => readChain(() => readBalances(bscRpc, address)),
    refetchInterval: polling(15_000),
  })
}

/** BNB and the pinned tokens, read from the chain. A balance that could not be read is never shown as zero. */
export function BalancesCard({ address }: { address: Address }) {
  const query = useQuery(balancesQuery(address))
  const { data, error } = query
  return (
    <Card title="Balances">
      <ReadError read={query} />
      {data ? (
        <ul className={css.balances}>
          {data.map(({ token, value }) => (
            <li key={Token.key(token)}>
              <span>{token.symbol}</span>
              <span className={css.value}>
                {value === null ? (
                  <span className={css.muted}>Couldn’t load</span>
                ) : (
                  Amount.formatNumber({ token, value })
                )}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        !error && <Skeleton lines={5} label="Reading the balances" />
      )}
    </Card>
  )
}
