import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { explorerTx } from '#chain/explorer.ts'
import { isOpen, type PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { QueueOrderText, WithQueue } from '#components/payment/ActivityWhat.tsx'
import { TechnicalDetails } from '#components/settings/TechnicalDetails.tsx'
import type { PagedList } from '#domain/activity/pagedList.ts'
import { type Attempt, submissionOf } from '#domain/ledger/Attempt.ts'
import { proposalPath } from '#domain/shared/paths.ts'
import { ExternalLink } from '#ui/content/ExternalLink.tsx'
import type { FollowedPayout } from './batchWords.ts'

/** Reads the queue only while something waits in it. */
export function WithOpenQueue(
  props: FollowedPayout & { children: (queue: PagedList | undefined) => ReactNode },
) {
  const waits = props.payout.attempts.some((attempt) => props.statusesOf(attempt)?.some(isOpen))
  if (!waits) return <>{props.children(undefined)}</>
  return <WithQueue listed={props.listed}>{props.children}</WithQueue>
}

/** The next step of a batch, and where to find it. */
export function BatchFacts(props: {
  attempt: Attempt | null
  status: PaymentStatus | undefined
  queue: PagedList | undefined
}) {
  const { attempt, status, queue } = props
  const submission = attempt && submissionOf(attempt)
  const hash = status && 'hash' in status ? status.hash : null
  return (
    <>
      {submission?.kind === 'proposed' && status && isOpen(status) && (
        <QueueOrderText queue={queue} turn={status.turn} safeTxHash={submission.safeTxHash} isTurnSaid />
      )}
      {submission?.kind === 'proposed' && (
        <p>
          <Link href={proposalPath(submission.safe, submission.safeTxHash)}>
            See {status && 'turn' in status ? `proposal #${status.turn.own}` : 'the proposal'}
          </Link>
        </p>
      )}
      {(submission?.kind === 'proposed' || hash) && (
        <TechnicalDetails>
          {submission?.kind === 'proposed' && (
            <p translate="no" className="text-mono text-small">
              safeTxHash {submission.safeTxHash}
            </p>
          )}
          {hash && (
            <p translate="no" className="text-mono text-small">
              <ExternalLink href={explorerTx(hash)}>{hash}</ExternalLink>
            </p>
          )}
        </TechnicalDetails>
      )}
    </>
  )
}
