import { queryOptions } from '@tanstack/react-query'
import type { Account } from '#account/Account.ts'

/** A wallet changes what it offers with its settings and after an upgrade of the account; ms. */
const STALE = 60_000

/** What the account can do with several calls; it is always answered, and `single` where nothing is known. */
export function batchingQuery(account: Account) {
  return queryOptions({
    queryKey: ['batching', 56, account.kind, account.address],
    queryFn: ({ signal }) => account.batching(signal),
    staleTime: STALE,
  })
}
