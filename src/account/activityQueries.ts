import { queryOptions } from '@tanstack/react-query'
import type { ActivityPage, Listed } from './Activity.ts'
import { polling } from './polling.ts'

/** A new queue item appears within this time (ms). */
const POLL = 15_000

const empty: ActivityPage = { items: [], cursor: null, unreadable: 0, source: '' }

/** Key prefix of all lists of an account; invalidate it after a submit. */
export function activityKey(account: Listed) {
  return ['activity', 56, account.kind, account.address] as const
}

/** First page of items that need signatures or execution. */
export function queueQuery(account: Listed) {
  return queryOptions({
    queryKey: [...activityKey(account), 'queue'],
    queryFn: ({ signal }) => account.activity.queued?.(null, signal) ?? empty,
    refetchInterval: polling(POLL),
  })
}

/** First page of the history. */
export function historyQuery(account: Listed) {
  return queryOptions({
    queryKey: [...activityKey(account), 'latest'],
    queryFn: ({ signal }) => account.activity.history(null, signal),
    refetchInterval: polling(POLL),
  })
}
