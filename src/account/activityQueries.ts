import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Account } from './Account.ts'
import type { ActivityPage } from './Activity.ts'
import { polling } from './polling.ts'

/** A new item of a queue appears within this time (ms). */
const POLL = 15_000

const empty: ActivityPage = { items: [], cursor: null, unreadable: 0 }

/** Key prefix of everything listed of an account: invalidate it after a submit. */
export function activityKey(account: Account) {
  return ['activity', 56, account.kind, account.address] as const
}

/** First page of what waits for signatures or execution. */
export function queueQuery(account: Account) {
  return queryOptions({
    queryKey: [...activityKey(account), 'queue'],
    queryFn: ({ signal }) => account.activity.queued?.(null, signal) ?? empty,
    refetchInterval: polling(POLL),
  })
}

/** First page of what has happened. */
export function historyQuery(account: Account) {
  return queryOptions({
    queryKey: [...activityKey(account), 'latest'],
    queryFn: ({ signal }) => account.activity.history(null, signal),
    refetchInterval: polling(POLL),
  })
}

/** All of what has happened, page by page. */
export function historyPagesQuery(account: Account) {
  return infiniteQueryOptions({
    queryKey: [...activityKey(account), 'history'],
    queryFn: ({ pageParam, signal }) => account.activity.history(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last, all) =>
      // A service that hands out a cursor twice would be asked for ever.
      all.slice(0, -1).some((page) => page.cursor === last.cursor) ? null : last.cursor,
    refetchInterval: polling(POLL),
  })
}
