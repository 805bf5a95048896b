import { useMemo } from 'react'
import type { Account } from '#account/Account.ts'
import type { ActivityItem, Listed } from '#account/Activity.ts'
import type { Address } from '#chain/money/Address.ts'
import { lookAlikeIndex } from '#chain/names/lookAlike.ts'
import type { FindLookAlike } from '#domain/activity/lookAlikeFlags.ts'
import { paidBy } from '#domain/activity/paidBy.ts'
import { useBatchContents } from './useIncoming.ts'
import { usePagedList } from './usePagedList.ts'
import { usePayoutContext, usePayouts } from './usePayouts.ts'

const none: readonly ActivityItem[] = []

/** Everybody whom an account has paid, as far as its history is loaded, and whether that could be read. */
export function usePaidPayees(listed: Listed): {
  readonly payees: readonly Address[]
  readonly state: 'reading' | 'read' | 'not-read'
} {
  const { query } = usePagedList(listed, 'history')
  const items = query.data?.items ?? none
  const contents = useBatchContents(listed, items)
  const payees = useMemo(
    () => [...new Set(paidBy(listed.kind, items, contents))],
    [listed.kind, items, contents],
  )
  return { payees, state: query.data ? 'read' : query.error ? 'not-read' : 'reading' }
}

/** Compares addresses with everybody whom a Safe has paid, as far as its history is loaded. */
export function useFindLookAlike(listed: Listed): FindLookAlike {
  const { payees } = usePaidPayees(listed)
  return useMemo(() => lookAlikeIndex(payees), [payees])
}

/** The payees whom an account has paid, as far as this page can see: its history, and the payouts of this browser. */
export function useKnownPayees(account: Account): {
  readonly known: readonly Address[]
  /** How far the history is. */
  readonly state: 'reading' | 'read' | 'not-read'
} {
  const { payees, state } = usePaidPayees(account)
  const { payouts } = usePayouts(usePayoutContext(account))
  const found = useMemo(
    () => [...new Set([...payees, ...payouts.flatMap(({ rows }) => rows.map(({ payee }) => payee))])],
    [payees, payouts],
  )
  // A history is read again and again: the same payees are no reason to compare everything once more.
  const names = useMemo(() => found.join(), [found])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names are all that is in it
  const known = useMemo(() => found, [names])
  return { known, state }
}
