import { useQuery } from '@tanstack/react-query'
import type { Account } from '#account/Account.ts'
import { ActivityList } from '#account/ActivityList.tsx'
import { queueQuery } from '#account/activityQueries.ts'
import { ReadError } from '#account/ReadError.tsx'
import { Card } from '#ui/Card.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Unreadable } from './Unreadable.tsx'

/** What the owners have not executed yet, next first. */
export function QueueCard({ account }: { account: Account }) {
  const query = useQuery(queueQuery(account))
  const { data, error } = query
  return (
    <Card title="Queue">
      <ReadError read={query} />
      {data ? (
        <>
          <ActivityList items={data.items} empty="Nothing waits for signatures." />
          <Unreadable count={data.unreadable} />
          {data.cursor && (
            <p>There is more in the queue than is shown here. Safe{'{Wallet}'} shows all of it.</p>
          )}
        </>
      ) : (
        !error && <Skeleton lines={3} label="Reading the queue" />
      )}
    </Card>
  )
}
