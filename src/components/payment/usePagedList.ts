import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Listed } from '#account/Activity.ts'
import { activityKey } from '#account/activityQueries.ts'
import { polling } from '#account/polling.ts'
import { extended, type PagedList, refreshed } from '#domain/activity/pagedList.ts'

/** A new item appears within this time (ms). */
const POLL = 15_000

const empty = { items: [], cursor: null, unreadable: 0, source: '' }

/**
 * Queue or history of an account: its head is polled while the page is visible, the rest is loaded on demand.
 * @param isRead false while nothing of it is needed
 */
export function usePagedList(listed: Listed, name: 'queued' | 'history', isRead = true) {
  const client = useQueryClient()
  const queryKey = [...activityKey(listed), 'pages', name]
  const read = listed.activity[name]
  const query = useQuery<PagedList>({
    queryKey,
    queryFn: async ({ signal }) => {
      const head = read ? await read(null, signal) : empty
      const before = client.getQueryData<PagedList>(queryKey)
      if (name === 'history' || !read) return refreshed(before, head)
      // Items that leave a queue must leave the list, so everything shown is read again.
      let queue = refreshed(undefined, head)
      for (let pages = before?.followed.length ?? 0; pages > 0 && queue.cursor !== null; pages--) {
        queue = extended(queue, await read(queue.cursor, signal))
      }
      return queue
    },
    refetchInterval: polling(POLL),
    enabled: isRead,
  })
  const more = useMutation({
    mutationFn: async () => {
      const cursor = query.data?.cursor ?? null
      if (cursor === null || !read) return
      const page = await read(cursor, new AbortController().signal)
      client.setQueryData<PagedList>(queryKey, (list) => list && extended(list, page))
    },
  })
  return { query, more }
}
