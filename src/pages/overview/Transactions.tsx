import { useState } from 'react'
import { Link } from 'wouter'
import type { Account } from '#account/Account.ts'
import type { ActivityItem } from '#account/Activity.ts'
import { usePortal } from '#account/connection.ts'
import { factsOf } from '#account/facts.ts'
import * as Amount from '#chain/money/Amount.ts'
import { BackupReminder } from '#components/backup/BackupReminder.tsx'
import { ReadError } from '#components/error/ReadError.tsx'
import { usePeople } from '#components/payee/usePeople.ts'
import { ActivityRow, itemContent } from '#components/payment/ActivityRow.tsx'
import { PayoutGroup } from '#components/payment/PayoutGroup.tsx'
import { mergedByTime, useBatchContents, useReceived } from '#components/payment/useIncoming.ts'
import { PayoutAnswers } from '#components/payout/PayoutAnswers.tsx'
import { useOrigins } from '#components/payout/usePayouts.ts'
import { setFirstSteps, useFirstSteps } from '#components/settings/switches.ts'
import { useKeptProofs, useKeptRequests } from '#components/stored/useKept.ts'
import { suspicions, withPayouts } from '#domain/activity/historyLines.ts'
import { hasLooked } from '#domain/activity/incoming.ts'
import { count } from '#domain/shared/format.ts'
import { withoutQuotes } from '#domain/shared/labelText.ts'
import { peoplePath, youPath } from '#domain/shared/paths.ts'
import type { Attention } from '#domain/shared/StatusText.ts'
import { usePagedList } from '#queries/activity.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Card, Inset } from '#ui/content/Card.tsx'
import { Disc, Row, Rows } from '#ui/content/Rows.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { toneIcons } from '#ui/Notice.tsx'
import { EmptyState } from '#ui/page/EmptyState.tsx'
import { StatusBadge } from '#ui/page/StatusBadge.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useNow } from '#ui/useNow.ts'
import { useAttention } from './useAttention.ts'

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
          text="Payments appear here as soon as the network reports them."
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

// Only needed if no service lists the queue.
const KnownProposals = lazyComponent(
  async () => (await import('#components/proposal/KnownProposals.tsx')).KnownProposals,
)

/**
 * The tasks that wait for the person, each with the page on which to act. Always shown for a Safe and while requests
 * are followed, so that nothing moves when a new task appears.
 */
function AttentionCard({ account }: { account: Account }) {
  const now = useNow()
  const { queue, queued, others, quiet } = useAttention(account, true)
  const hasQueue = account.activity.queued !== null
  const isEmpty = queued.length + others.length === 0
  return (
    <>
      <PayoutAnswers account={account} />
      {(hasQueue || quiet > 0 || !isEmpty) && (
        <Card
          title="Needs your attention"
          flush
          action={
            hasQueue && (
              <Link className={buttonClass({ ghost: true, size: 'small' })} href="/activity/queue">
                View queue <Icon name="chevron-right" size={16} />
              </Link>
            )
          }
        >
          {queue.error && (
            <Inset>
              <ReadError read={queue} />
              {!queue.data && <KnownProposals account={account} />}
            </Inset>
          )}
          {!isEmpty && (
            <Rows label="Needs your attention">
              {others.slice(0, SHOWN).map((one) => (
                <li key={one.id}>
                  <AttentionRow of={one} />
                </li>
              ))}
              {queued.slice(0, SHOWN).map((task) => (
                <li key={task.item.id}>
                  {task.attention ? (
                    <ProposalRow account={account} item={task.item} of={task.attention} />
                  ) : (
                    <ActivityRow listed={account} item={task.item} now={now} />
                  )}
                </li>
              ))}
            </Rows>
          )}
          {hasQueue && !queue.data && !queue.error && <Skeleton rows={3} label="Reading the queue" />}
          {isEmpty && (queue.data || !hasQueue) && (
            <EmptyState
              icon="circle-check"
              title="Nothing right now"
              {...(quiet > 0 && { text: `Watching ${count(quiet, 'open request')}.` })}
            />
          )}
        </Card>
      )}
      <BackupReminder />
    </>
  )
}

/** A proposal with what it needs, its payee or its payments, and the button to its page. */
function ProposalRow({ account, item, of }: { account: Account; item: ActivityItem; of: Attention }) {
  const { icon, title, detail, amounts } = itemContent(item, useOrigins(account.address)(item.safeTxHash))
  const payments = [...(detail ? [detail] : []), ...amounts.map(Amount.format)].join(', ')
  return (
    <Row
      mark={<Disc icon={of.tone === 'bad' ? toneIcons.bad : icon} tone={of.tone} />}
      title={of.title}
      sub={
        <>
          {item.what.kind === 'transfer-out' ? <span>{title}</span> : payments && <span>{payments}</span>}
          <span>{of.text}</span>
          {item.note && <q>{withoutQuotes(item.note)}</q>}
        </>
      }
      status={of.tone === 'bad' && <StatusBadge tone="bad">Do not sign</StatusBadge>}
      // Several proposals have the same button, so a reader hears which one it is.
      end={<AttentionLink of={of} label={`${of.action}: ${of.title}`} />}
    />
  )
}

function AttentionLink({ of: { path, action }, label }: { of: Attention; label?: string }) {
  return (
    <Link className={buttonClass({ size: 'small' })} href={path} aria-label={label}>
      {action}
    </Link>
  )
}

function AttentionRow({ of }: { of: Attention }) {
  const { tone, title, text } = of
  return (
    <Row
      mark={<Disc icon={toneIcons[tone]} tone={tone} />}
      title={title}
      sub={<bdi>{text}</bdi>}
      end={<AttentionLink of={of} />}
    />
  )
}

/** The first things to do, each with its page. Goes away when all are done, or when the person hides it. */
export function FirstSteps() {
  const { storage } = usePortal().page
  const isShown = useFirstSteps()
  const { items: requests } = useKeptRequests()
  const { items: proofs } = useKeptProofs()
  const { people } = usePeople()
  const steps = [
    {
      title: 'Request a payment',
      sub: 'A link or QR code the payer just confirms.',
      icon: 'hand-coins',
      href: '/get-paid',
      isDone: requests.length > 0,
    },
    {
      title: 'Prove your handle',
      sub: 'Your requests then show who asks.',
      icon: 'badge-check',
      href: youPath,
      isDone: proofs.some(({ signature }) => signature !== null),
    },
    {
      title: 'Save a person',
      sub: 'Payments then show names.',
      icon: 'user-plus',
      href: peoplePath,
      isDone: people.length > 0,
    },
  ] as const
  if (!isShown || steps.every(({ isDone }) => isDone)) return null
  return (
    <Card
      title="Get started"
      flush
      action={
        <Button ghost size="small" onClick={() => setFirstSteps(storage, false)}>
          Hide
        </Button>
      }
    >
      <Rows label="Get started">
        {steps.map(({ title, sub, icon, href, isDone }) => (
          <li key={href}>
            <Row
              mark={isDone ? <Disc icon="check" tone="good" /> : <Disc icon={icon} />}
              title={title}
              sub={isDone ? 'Done' : sub}
              end={!isDone && <Icon name="chevron-right" size={16} />}
              href={isDone ? null : href}
            />
          </li>
        ))}
      </Rows>
    </Card>
  )
}
