import { leastSettled, type PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { type Attempt, submissionOf } from '#domain/ledger/Attempt.ts'
import type { Payout } from '#domain/payout/Payout.ts'
import { when } from '#domain/shared/format.ts'
import { Card } from '#ui/content/Card.tsx'
import { Timeline, TimelineItem } from '#ui/list/Timeline.tsx'

/** The moments of a proposal that takes its course, in order. */
const course = ['needs-signatures', 'ready', 'confirming', 'paid'] as const

/**
 * The progress of the only proposal of a Safe's payout. Hidden if it took another course, which the banner explains.
 */
export function SafeTimeline(props: {
  payout: Payout
  attempt: Attempt | null
  /** Undefined until read. */
  statuses: readonly PaymentStatus[] | undefined
}) {
  const { payout, attempt, statuses } = props
  const status = statuses && leastSettled(statuses)
  const at = course.findIndex((kind) => kind === status?.kind)
  if (!attempt || submissionOf(attempt)?.kind !== 'proposed' || !status || at < 0) return null
  const queued = status.kind === 'needs-signatures' || status.kind === 'ready' ? status : null
  return (
    <Card title="Timeline">
      <Timeline>
        <TimelineItem {...done} title="Reviewed">
          {when(payout.createdAt)}
        </TimelineItem>
        <TimelineItem {...done} title="Proposed to the Safe">
          {when(attempt.at)}
          {queued && `, nonce ${queued.turn.own}`}
        </TimelineItem>
        <TimelineItem
          {...(at === 0 ? current : done)}
          title={queued ? `${queued.have} of ${queued.need} owners signed` : 'Signed'}
        />
        <TimelineItem {...(at > 1 ? done : at === 1 ? current : later)} title="Executed">
          {queued &&
            (queued.turn.own > queued.turn.next
              ? 'After the nonces before it.'
              : 'Any owner can, and pays the network fee.')}
        </TimelineItem>
        <TimelineItem
          {...(at === 3 ? paid : at === 2 ? current : later)}
          title={at === 3 ? 'Paid, final' : 'Paid, once it’s final'}
        />
      </Timeline>
    </Card>
  )
}

const done = { tone: 'sign', icon: 'check' } as const
const paid = { tone: 'good', icon: 'check' } as const
const current = { tone: 'wait', icon: 'clock' } as const
const later = { tone: 'none', icon: 'circle-dashed', isLater: true } as const
