import { Link } from 'wouter'
import type { Account } from '#account/Account.ts'
import { BackupReminder } from '#components/backup/BackupReminder.tsx'
import { ReadError } from '#components/error/ReadError.tsx'
import { ActivityRow } from '#components/payment/ActivityRow.tsx'
import { PayoutAnswers } from '#components/payout/PayoutAnswers.tsx'
import type { Attention } from '#domain/shared/Attention.ts'
import { count } from '#domain/shared/format.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Card, Inset } from '#ui/content/Card.tsx'
import { Disc, Row, Rows } from '#ui/content/Rows.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { EmptyState } from '#ui/page/EmptyState.tsx'
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
              {queued.slice(0, SHOWN).map((item) => (
                <li key={item.id}>
                  <ActivityRow listed={account} item={item} now={now} />
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

function AttentionRow({ of: { tone, title, text, path, action } }: { of: Attention }) {
  return (
    <Row
      mark={<Disc icon={toneIcons[tone]} tone={tone} />}
      title={title}
      sub={<bdi>{text}</bdi>}
      end={
        <Link className={buttonClass({ size: 'small' })} href={path}>
          {action}
        </Link>
      }
    />
  )
}
