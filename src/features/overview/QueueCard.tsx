import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Account } from '#account/Account.ts'
import { queueQuery } from '#account/activityQueries.ts'
import { ActivityRow } from '#features/shared/ActivityRow.tsx'
import { ReadError } from '#features/shared/ReadError.tsx'
import { buttonClass } from '#ui/Button.tsx'
import { Card, Inset } from '#ui/content/Card.tsx'
import { Rows } from '#ui/content/Rows.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { late } from '#ui/late.tsx'
import { EmptyState } from '#ui/page/EmptyState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useNow } from '#ui/useNow.ts'

// Only needed while no service lists the queue.
const KnownProposals = late(async () => (await import('#features/shared/KnownProposals.tsx')).KnownProposals)

/** How many proposals the Overview shows; the queue has them all. */
const SHOWN = 5

/** What waits for signatures or execution. */
export function QueueCard({ account }: { account: Account }) {
  const now = useNow()
  const query = useQuery(queueQuery(account))
  const { data, error } = query
  return (
    <Card
      title="Waiting for signatures"
      flush
      action={
        <Link className={buttonClass({ ghost: true, size: 'small' })} href="/activity/queue">
          View queue <Icon name="chevron-right" size={16} />
        </Link>
      }
    >
      {error && (
        <Inset>
          <ReadError read={query} />
          {!data && <KnownProposals account={account} />}
        </Inset>
      )}
      {data?.items.length === 0 && <EmptyState icon="pen-line" title="Nothing waits for signatures" />}
      {data && data.items.length > 0 && (
        <Rows label="Proposals">
          {data.items.slice(0, SHOWN).map((item) => (
            <li key={item.id}>
              <ActivityRow account={account.address} item={item} now={now} />
            </li>
          ))}
        </Rows>
      )}
      {!data && !error && <Skeleton rows={3} label="Reading the queue" />}
    </Card>
  )
}
