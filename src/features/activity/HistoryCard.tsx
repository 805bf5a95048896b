import { useInfiniteQuery } from '@tanstack/react-query'
import type { Account } from '#account/Account.ts'
import { ActivityList } from '#account/ActivityList.tsx'
import { historyPagesQuery } from '#account/activityQueries.ts'
import { ReadError } from '#account/ReadError.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Unreadable } from './Unreadable.tsx'

/** What has happened, newest first, with what the list can and cannot show. */
export function HistoryCard({ account }: { account: Account }) {
  const query = useInfiniteQuery(historyPagesQuery(account))
  const { data, error } = query
  const items = data && uniqueById(data.pages.flatMap((page) => page.items))
  return (
    <Card title="History">
      <ReadError read={query} />
      {items ? (
        <>
          <ActivityList items={items} empty="Nothing has happened here yet." />
          <Unreadable count={data.pages.reduce((sum, page) => sum + page.unreadable, 0)} />
          {query.hasNextPage && (
            <p>
              <Button onClick={() => void query.fetchNextPage()} disabled={query.isFetchingNextPage}>
                {query.isFetchingNextPage ? 'Loading…' : 'Load more'}
              </Button>
            </p>
          )}
          <p>
            <small>{account.activity.coverage}</small>
          </p>
        </>
      ) : (
        !error && <Skeleton lines={6} label="Reading the history" />
      )}
    </Card>
  )
}

/** An item that moved to the next page while it was loaded stands in both. */
function uniqueById<T extends { readonly id: string }>(items: readonly T[]): readonly T[] {
  return [...new Map(items.map((item) => [item.id, item])).values()]
}
