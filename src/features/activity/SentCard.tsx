import type { Listed } from '#account/Activity.ts'
import { ActivityList } from '#features/shared/ActivityList.tsx'
import { ReadError } from '#features/shared/ReadError.tsx'
import { usePagedList } from '#features/shared/usePagedList.ts'
import { Card } from '#ui/Card.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Coverage } from './Coverage.tsx'
import { LoadMore } from './LoadMore.tsx'

/** What this browser sent from a wallet, settled by receipts. */
export function SentCard({ listed }: { listed: Listed }) {
  const { query, more } = usePagedList(listed, 'history')
  const { data, error } = query
  return (
    <Card title="Sent from this browser">
      <ReadError read={query} />
      {data ? (
        <>
          <ActivityList
            account={listed.address}
            items={data.items}
            empty="Nothing was sent from this browser yet."
          />
          <LoadMore cursor={data.cursor} more={more} />
          <Coverage source="" text={listed.activity.coverage} />
        </>
      ) : (
        !error && <Skeleton lines={4} label="Reading what was sent" />
      )}
    </Card>
  )
}
