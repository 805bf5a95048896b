import { Link } from 'wouter'
import type { Account } from '#account/Account.ts'
import type { ActivityItem } from '#account/Activity.ts'
import { factsOf } from '#account/facts.ts'
import { ReadError } from '#components/error/ReadError.tsx'
import { ActivityRow } from '#components/payment/ActivityRow.tsx'
import { useBatchContents } from '#components/payment/useIncoming.ts'
import { mergedByTime, useReceived } from '#components/payment/useTimeline.ts'
import { hasLooked } from '#domain/activity/incoming.ts'
import { suspicions } from '#domain/activity/receivedItems.ts'
import { usePagedList } from '#queries/activityLists.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Card, Inset } from '#ui/content/Card.tsx'
import { Rows } from '#ui/content/Rows.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { EmptyState } from '#ui/page/EmptyState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useNow } from '#ui/useNow.ts'

/** How many payments the Overview shows; Activity has them all. */
const SHOWN = 5

const none: readonly ActivityItem[] = []

/** The latest payments, in and out. Payments that somebody may have planted are only shown in Activity. */
export function Latest({ account }: { account: Account }) {
  const now = useNow()
  const { query } = usePagedList(account, 'history')
  const items = query.data?.items ?? none
  const received = useReceived(account, items)
  const contents = useBatchContents(account, items.slice(0, SHOWN))
  const planted = suspicions(account.address, items, contents)
  const entries = mergedByTime(
    items.filter(({ id }) => !planted.has(id)),
    received.shown,
  ).slice(0, SHOWN)
  const isRead = query.data && (factsOf(account).isListed || hasLooked(received.incoming))
  const failed = query.error ? query : received.query.error ? received.query : null
  return (
    <Card
      title="Latest"
      flush
      action={
        <Link className={buttonClass({ ghost: true, size: 'small' })} href="/activity">
          View all <Icon name="chevron-right" size={16} />
        </Link>
      }
    >
      {failed && (
        <Inset>
          <ReadError read={failed} />
        </Inset>
      )}
      {entries.length > 0 && (
        <Rows label="Latest payments">
          {entries.map(({ item, isReceived }) => (
            <li key={item.id}>
              <ActivityRow
                listed={account}
                item={item}
                content={contents.get(item.id)}
                isReceived={isReceived}
                now={now}
              />
            </li>
          ))}
        </Rows>
      )}
      {entries.length === 0 && isRead && !failed && (
        <EmptyState
          icon="history"
          title="No payments found"
          text="Payments you send and receive appear here as soon as the network reports them."
        >
          <Link className={buttonClass()} href="/get-paid">
            Request a payment
          </Link>
        </EmptyState>
      )}
      {entries.length === 0 && !isRead && !failed && <Skeleton rows={SHOWN} label="Reading the payments" />}
    </Card>
  )
}
