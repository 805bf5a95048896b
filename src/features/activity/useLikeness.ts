import { useMemo } from 'react'
import type { ActivityItem, Listed } from '#account/Activity.ts'
import { usePagedList } from '#account/usePagedList.ts'
import { lookAlikeIndex } from '#chain/lookAlike.ts'
import type { Likeness } from './lookAlikeFlags.ts'
import { paidBy } from './suspicion.ts'
import { useBatchContents } from './useBatchContents.ts'

const none: readonly ActivityItem[] = []

/** Compares addresses with everybody whom a Safe has paid, as far as its history is loaded. */
export function useLikeness(listed: Listed): Likeness {
  const { query } = usePagedList(listed, 'history')
  const items = query.data?.items ?? none
  const contents = useBatchContents(listed, items)
  return useMemo(() => lookAlikeIndex(paidBy(items, contents)), [items, contents])
}
