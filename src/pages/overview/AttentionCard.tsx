import { Link } from 'wouter'
import type { Account } from '#account/Account.ts'
import type { ActivityItem } from '#account/Activity.ts'
import * as Amount from '#chain/money/Amount.ts'
import { BackupReminder } from '#components/backup/BackupReminder.tsx'
import { ReadError } from '#components/error/ReadError.tsx'
import { ActivityRow } from '#components/payment/ActivityRow.tsx'
import { itemContent } from '#components/payment/itemContent.tsx'
import { PayoutAnswers } from '#components/payout/PayoutAnswers.tsx'
import { useOrigins } from '#components/payout/usePayouts.ts'
import { count } from '#domain/shared/format.ts'
import type { Attention } from '#domain/shared/StatusText.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Card, Inset } from '#ui/content/Card.tsx'
import { Disc, Row, Rows } from '#ui/content/Rows.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { EmptyState } from '#ui/page/EmptyState.tsx'
import { StatusBadge } from '#ui/page/StatusBadge.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toneIcons } from '#ui/Tone.ts'
import { useNow } from '#ui/useNow.ts'
import { useAttention } from './useAttention.ts'

// Only needed if no service lists the queue.
const KnownProposals = lazyComponent(
  async () => (await import('#components/proposal/KnownProposals.tsx')).KnownProposals,
)

/** How many proposals and how many other tasks the Overview shows; their own pages show all. */
const SHOWN = 5

/**
 * The tasks that wait for the person, each with the page on which to act. Always shown for a Safe and while requests
 * are followed, so that nothing moves when a new task appears.
 */
export function AttentionCard({ account }: { account: Account }) {
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
          {item.note && <q>{item.note}</q>}
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
