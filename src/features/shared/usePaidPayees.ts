import { useMemo } from 'react'
import type { ActivityItem, Listed } from '#account/Activity.ts'
import type { Address } from '#chain/money/Address.ts'
import { paidBy } from '#domain/activity/paidBy.ts'
import { useBatchContents } from './useBatchContents.ts'
import { usePagedList } from './usePagedList.ts'

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
