// How failures slow polling down. Each query has its own interval beside it, the queue and the history in
// `activityLists.ts`.

/** Delay (ms) before a retry after this many consecutive failures: 1 s, doubled each time, at most 30 s. */
export function retryDelay(failures: number): number {
  return Math.min(1_000 * 2 ** (failures - 1), 30_000)
}

/** The part of a query with its progress; `errorUpdatedAt` in ms since the epoch. */
type Going = { readonly state: { readonly status: string; readonly errorUpdatedAt: number } }

/** Consecutive failures of a query; `at` distinguishes one failure from the next. */
const failing = new WeakMap<object, { readonly at: number; readonly times: number }>()

/**
 * A `refetchInterval`: every `interval` ms normally; after failures sooner at first, then with growing
 * delays. A short outage recovers by itself, and a long one is not hammered.
 */
export function polling(interval: number) {
  return (query: Going): number => {
    const { status, errorUpdatedAt: at } = query.state
    if (status === 'success') failing.delete(query)
    // A query that never had an answer is pending again while it tries.
    if (status !== 'error') return interval
    const before = failing.get(query)
    const times = before ? before.times + (before.at === at ? 0 : 1) : 1
    failing.set(query, { at, times })
    return retryDelay(times)
  }
}
