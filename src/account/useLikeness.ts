import { useMemo } from 'react'
import { lookAlikeIndex } from '#chain/lookAlike.ts'
import type { ActivityItem, Listed } from './Activity.ts'
import type { Likeness } from './Likeness.ts'
import { paidBy } from './paidBy.ts'
import { useBatchContents } from './useBatchContents.ts'
import { usePagedList } from './usePagedList.ts'

const none: readonly ActivityItem[] = []

/** Compares addresses with everybody whom a Safe has paid, as far as its history is loaded. */
export function useLikeness(listed: Listed): Likeness {
  const { query } = usePagedList(listed, 'history')
  const items = query.data?.items ?? none
  const contents = useBatchContents(listed, items)
  return useMemo(() => lookAlikeIndex(paidBy(items, contents)), [items, contents])
}
