import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Account } from '#account/Account.ts'
import { batchingQuery } from '#domain/payout/paymentQueries.ts'

/** How many payments the account is asked for at once. A person may always take them one by one. */
export function useBatching(account: Account, count: number) {
  const [chosen, choose] = useState<'together' | 'single' | null>(null)
  const { data, isPending } = useQuery({ ...batchingQuery(account), enabled: count > 1 })
  // What changes the account for good is never the choice of somebody who did not make one.
  const single = chosen === null ? data?.kind !== 'atomic' : chosen === 'single'
  return {
    isReading: count > 1 && isPending,
    found: data,
    single,
    choose,
    limit: count > 1 && data && data.kind !== 'single' && !single ? data.limit : 1,
  }
}
