import type { Account } from '#account/Account.ts'
import { useAccount } from '#account/connection.ts'
import { noLists } from '#account/noLists.ts'
import { paidBy } from '#account/paidBy.ts'
import { useBatchContents } from '#account/useBatchContents.ts'
import { useLikeness } from '#account/useLikeness.ts'
import { usePagedList } from '#account/usePagedList.ts'
import type { Address } from '#chain/Address.ts'
import type { LookAlike } from '#chain/lookAlike.ts'

/** What the connected account knows of a payee. */
export type KnownPayee = {
  readonly account: Account
  readonly state: 'reading' | 'read' | 'not-read'
  /** Payments to it in the history that is loaded. */
  readonly times: number
  /** Somebody who was paid, for whom the payee could be taken. */
  readonly alike: LookAlike | null
}

/** Null while no account is connected: then nobody has paid anybody. */
export function useKnownPayee(payee: Address): KnownPayee | null {
  const account = useAccount()
  const listed = account ?? noLists
  const { query } = usePagedList(listed, 'history')
  const items = query.data?.items ?? []
  const contents = useBatchContents(listed, items)
  const alike = useLikeness(listed)(payee)
  if (!account) return null
  return {
    account,
    state: query.data ? 'read' : query.error ? 'not-read' : 'reading',
    times: paidBy(listed.kind, items, contents).filter((paid) => paid === payee).length,
    alike,
  }
}
