import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ItemPage, ListedAccount } from '#account/Activity.ts'
import type { Address } from '#chain/money/Address.ts'
import { extended, type PagedList, refreshed } from '#domain/activity/pagedList.ts'
import { intervals, polling } from './polling.ts'

const empty: ItemPage = { items: [], cursor: null, unreadable: 0, source: '' }

/** Key prefix of everything that is listed of an account. */
export function activityKey(account: ListedAccount) {
  return ['activity', 56, account.kind, account.address] as const
}

/** Key of the search for payments received by an account. */
export function incomingKey(account: Address) {
  return ['incoming', 56, account] as const
}

/** Reads everything that is listed of an account again, as after a submit. */
export function refreshLists(client: QueryClient, account: ListedAccount): Promise<void> {
  return client.invalidateQueries({ queryKey: activityKey(account) })
}

/** Reads what the page shows of an account again, although the page is hidden and does not poll. */
export function pollHidden(client: QueryClient, account: ListedAccount): void {
  for (const queryKey of [activityKey(account), incomingKey(account.address)])
    void client.refetchQueries({ queryKey, type: 'active' })
}

/**
 * Queue or history of an account, shared by all pages: its head is polled while the page is visible, the rest is loaded
 * on demand (`usePagedList`). Without a queue the list is empty.
 * @param isOnce the first answer is enough
 */
export function listQuery(listed: ListedAccount, name: 'queued' | 'history', isOnce = false) {
  const paced = polling(intervals[name])
  const queryKey = [...activityKey(listed), 'pages', name] as const
  const read = listed.activity[name]
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<PagedList> => {
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
    refetchInterval: (query) => (isOnce && query.state.data ? false : paced(query)),
  })
}

/**
 * A list and a way to load its next page.
 * @param isRead false while nothing of it is needed; `once` where its first answer is enough, so that a page which reads
 * the same for another reason does not ask twice
 */
export function usePagedList(
  listed: ListedAccount,
  name: 'queued' | 'history',
  isRead: boolean | 'once' = true,
) {
  const client = useQueryClient()
  const options = listQuery(listed, name, isRead === 'once')
  const query = useQuery({ ...options, enabled: isRead !== false })
  const more = useMutation({
    mutationFn: async () => {
      const cursor = query.data?.cursor ?? null
      const page = cursor !== null && (await listed.activity[name]?.(cursor, new AbortController().signal))
      // Another page may have loaded it meanwhile. Appended twice, its cursor would look like a circle.
      if (page)
        client.setQueryData(options.queryKey, (list) =>
          list?.cursor === cursor ? extended(list, page) : list,
        )
    },
  })
  return { query, more }
}
