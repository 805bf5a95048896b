import { useState } from 'react'
import { Link } from 'wouter'
import type { Account } from '#account/Account.ts'
import type { ActivityItem } from '#account/Activity.ts'
import { factsOf } from '#account/facts.ts'
import { ReadError } from '#components/error/ReadError.tsx'
import { ActivityRow } from '#components/payment/ActivityRow.tsx'
import { PayoutGroup } from '#components/payment/PayoutGroup.tsx'
import { useBatchContents } from '#components/payment/useIncoming.ts'
import { mergedByTime, useReceived } from '#components/payment/useTimeline.ts'
import { useOrigins } from '#components/payout/usePayouts.ts'
import { withPayouts } from '#domain/activity/historyLines.ts'
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
import { AttentionCard } from './AttentionCard.tsx'
import { FirstSteps } from './FirstSteps.tsx'

/** The tasks that wait for the person, then the latest transactions, then the first steps of a new account. */
export function Transactions({ account }: { account: Account }) {
  return (
    <>
      <AttentionCard account={account} />
      <Latest account={account} />
      {account.safe === null && <FirstSteps />}
    </>
  )
}

/** How many payments the Overview shows; Activity has them all. */
const SHOWN = 5

const none: readonly ActivityItem[] = []

/** The latest payments, in and out. Payments that somebody may have planted are only shown in Activity. */
function Latest({ account }: { account: Account }) {
  const now = useNow()
  const { query } = usePagedList(account, 'history')
  const items = query.data?.items ?? none
  const received = useReceived(account, items)
  const contents = useBatchContents(account, items.slice(0, SHOWN))
  const planted = suspicions(account.address, items, contents)
  const originsOf = useOrigins(account.address)
  const [open, setOpen] = useState<string | null>(null)
  const merged = mergedByTime(
    items.filter(({ id }) => !planted.has(id)),
    received.shown,
  )
  const isReceived = new Set(merged.flatMap((entry) => (entry.isReceived ? [entry.item.id] : [])))
  // The proposals of a Safe are one line each anyway.
  const payoutOf = ({ id }: ActivityItem) => (account.safe ? null : (originsOf(id)[0]?.payout.id ?? null))
  const lines = withPayouts(
    merged.map(({ item }) => item),
    payoutOf,
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
      {lines.length > 0 && (
        <Rows label="Latest payments">
          {lines.map((line) => (
            <li key={line.key}>
              {line.kind === 'payout' ? (
                <PayoutGroup
                  account={account}
                  id={line.id}
                  items={line.items}
                  now={now}
                  isOpen={open === line.id}
                  onToggle={() => setOpen(open === line.id ? null : line.id)}
                />
              ) : (
                <ActivityRow
                  listed={account}
                  item={line.item}
                  content={contents.get(line.item.id)}
                  isReceived={isReceived.has(line.item.id)}
                  now={now}
                />
              )}
            </li>
          ))}
        </Rows>
      )}
      {lines.length === 0 && isRead && !failed && (
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
      {lines.length === 0 && !isRead && !failed && <Skeleton rows={SHOWN} label="Reading the payments" />}
    </Card>
  )
}
