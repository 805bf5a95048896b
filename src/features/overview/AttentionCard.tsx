import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { Link } from 'wouter'
import type { Account } from '#account/Account.ts'
import { historyQuery, queueQuery } from '#account/activityQueries.ts'
import { ReadError } from '#features/shared/ReadError.tsx'
import { Card } from '#ui/Card.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

// Comes while the account's source is asked: nothing of it is shown before there is an answer.
const loadList = () => import('#features/shared/ActivityList.tsx')
const ActivityList = lazy(async () => ({ default: (await loadList()).ActivityList }))

// Only needed while no service lists the queue.
const KnownProposals = lazy(async () => ({
  default: (await import('#features/shared/KnownProposals.tsx')).KnownProposals,
}))

/** How many items the Overview shows; Activity has them all. */
const SHOWN = 5

/** What waits for signatures or execution; for an account without a queue, what it did last. */
export function AttentionCard({ account }: { account: Account }) {
  const waiting = account.activity.queued !== null
  const query = useQuery(waiting ? queueQuery(account) : historyQuery(account))
  const { data, error } = query
  useEffect(() => void loadList().catch(() => {}), [])
  const reading = <Skeleton lines={3} label="Reading the activity" />
  return (
    <Card
      title={waiting ? 'Needs your attention' : 'Sent from this browser'}
      action={<Link href="/activity">All activity</Link>}
    >
      <ReadError read={query} />
      {waiting && error && !data && (
        <Suspense>
          <KnownProposals account={account} />
        </Suspense>
      )}
      {data ? (
        <Suspense fallback={reading}>
          <ActivityList
            account={account.address}
            items={data.items.slice(0, SHOWN)}
            empty={waiting ? 'Nothing waits for signatures.' : 'Nothing was sent from this browser yet.'}
          />
        </Suspense>
      ) : (
        !error && reading
      )}
    </Card>
  )
}
