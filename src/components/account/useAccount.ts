import type { Account, OpenedAccount } from '#account/Account.ts'
import { useConnection, usePortal } from '#account/connection.ts'
import { withHistory } from '#domain/payout/withHistory.ts'

const completed = new WeakMap<OpenedAccount, Account>()

/** The connected account with its history, or null. */
export function useAccount(): Account | null {
  const connection = useConnection()
  const { storage } = usePortal().page
  if (connection.status !== 'connected') return null
  const known = completed.get(connection.account)
  if (known) return known
  const account = withHistory(connection.account, storage)
  completed.set(connection.account, account)
  return account
}
