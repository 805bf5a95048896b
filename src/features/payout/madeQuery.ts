import { queryOptions } from '@tanstack/react-query'
import type { Account } from '#account/Account.ts'
import { LOOK_BACK } from '#account/payout/payPart.ts'
import { polling } from '#account/polling.ts'

/** What the account has paid and queued of late, to name what would be paid twice. Read again just before it is asked. */
export function madeQuery(account: Account) {
  return queryOptions({
    queryKey: ['made', 56, account.address],
    queryFn: ({ signal }) => account.paymentsMade({ at: Date.now() - LOOK_BACK, block: null }, signal),
    staleTime: 0,
    refetchInterval: polling(15_000),
  })
}
