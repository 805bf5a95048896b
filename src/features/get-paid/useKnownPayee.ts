import type { Account } from '#account/Account.ts'
import { useAccount } from '#account/connection.ts'
import type { Address } from '#chain/money/Address.ts'
import type { LookAlike } from '#chain/names/lookAlike.ts'
import { paidBy } from '#domain/activity/paidBy.ts'
import { noLists } from '#features/shared/noLists.ts'
import { useBatchContents } from '#features/shared/useBatchContents.ts'
import { useLikeness } from '#features/shared/useLikeness.ts'
import { usePagedList } from '#features/shared/usePagedList.ts'

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
