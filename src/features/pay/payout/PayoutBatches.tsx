import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Account } from '#account/Account.ts'
import { explorerTx } from '#chain/explorer.ts'
import { isOpen, leastSettled, type PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import type { PagedList } from '#domain/activity/pagedList.ts'
import { paymentWords, type StatusWords } from '#domain/activity/paymentWords.ts'
import type { Batch, Payout } from '#domain/payout/Payout.ts'
import { countStatuses, type RowStatus, speaksFor } from '#domain/payout/rowStatus.ts'
import { portalUrl, proposalPath } from '#domain/shared/paths.ts'
import { QueueOrderText, WithQueue } from '#features/shared/ActivityWhat.tsx'
import { safeWalletTx } from '#safe/tx/decodeProposal.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { ExternalLink } from '#ui/content/ExternalLink.tsx'
import layout from '#ui/layout/layout.module.css'
import prose from '#ui/layout/prose.module.css'
import { CopyButton } from '#ui/page/CopyButton.tsx'
import { StatusBadge } from '#ui/page/StatusBadge.tsx'
import { StatusBanner } from '#ui/page/StatusBanner.tsx'
import css from './PayoutBatches.module.css'
import { payoutWords } from './rowWords.ts'

/** How many batches are listed; the rows show each payment in any case. */
const SHOWN = 30

/** The status of a payout: that of its only batch, or of all its payments together. */
export function PayoutStatus({ states, ...props }: Props & { states: readonly RowStatus[] }) {
  const { payout, statuses, asking } = props
  const [only, ...others] = payout.batches
  const counts = countStatuses(states)
  const isWhole = only !== undefined && others.length === 0
  const { tone, title, text } = isWhole
    ? batchWords(only, settledOf(statuses.get(0)), asking === 0)
    : payoutWords(counts, states.length)
  return (
    <StatusBanner tone={tone} status={title} action={isWhole && <ForSigners {...props} batch={only} />}>
      {text && <p>{text}</p>}
      {isWhole && (
        <WithOpenQueue {...props}>
          {(queue) => <BatchFacts batch={only} status={settledOf(statuses.get(0))} queue={queue} />}
        </WithOpenQueue>
      )}
    </StatusBanner>
  )
}

/** What an owner does next with a proposal that still waits: passes it on, or opens it. */
function ForSigners({ batch, listed, statuses }: Props & { batch: Batch }) {
  const submission = batch.attempt?.submission
  const status = settledOf(statuses.get(0))
  if (submission?.kind !== 'proposed' || !status || !isOpen(status)) return null
  const path = proposalPath(submission.safe, submission.safeTxHash)
  return (
    <>
      <CopyButton
        primary
        text={`${portalUrl()}#${path}`}
        label="Copy link for co-signers"
        words="Copy link for co-signers"
      />
      {listed.proposer && (
        <ExternalLink
          className={buttonClass()}
          href={safeWalletTx(submission.safe, submission.safeTxHash)}
          icon
        >
          Open in Safe{'{Wallet}'}
        </ExternalLink>
      )}
    </>
  )
}

/** The batches of a payout that has several, with the status of each. */
export function PayoutBatches(props: Props) {
  return <WithOpenQueue {...props}>{(queue) => <BatchList {...props} queue={queue} />}</WithOpenQueue>
}

/** Reads the queue only while something waits in it. */
function WithOpenQueue(props: Props & { children: (queue: PagedList | undefined) => ReactNode }) {
  const waits = [...props.statuses.values()].some((statuses) => statuses?.some(isOpen))
  return waits ? <WithQueue listed={props.listed}>{props.children}</WithQueue> : props.children(undefined)
}

type Props = {
  listed: Account
  payout: Payout
  statuses: ReadonlyMap<number, readonly PaymentStatus[] | undefined>
  /** The batch that this page is requesting now. */
  asking: number | null
}

function BatchList(props: Props & { queue: PagedList | undefined }) {
  const { payout, statuses, asking, queue } = props
  const { batches, kind } = payout
  // The only batch is the payout itself; for a wallet, each batch may be one row.
  if (batches.length === 1) return null
  if (kind === 'eoa' && batches.every(({ rows }) => rows.length === 1)) return null
  return (
    <Card title="Batches">
      <ol className={css.batches} aria-label="Batches">
        {batches.slice(0, SHOWN).map((batch, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: batches are only appended
          <li key={index}>
            <strong>
              Batch {index + 1} of {batches.length}, {placesText(batch.rows)}
            </strong>
            <BatchStatus
              batch={batch}
              statuses={statuses.get(index)}
              isAsking={index === asking}
              queue={queue}
              speaks={speaksFor(payout, index)}
            />
          </li>
        ))}
      </ol>
    </Card>
  )
}

function BatchStatus(props: {
  batch: Batch
  statuses: readonly PaymentStatus[] | undefined
  isAsking: boolean
  queue: PagedList | undefined
  speaks: boolean
}) {
  const { batch, speaks } = props
  const status = settledOf(props.statuses)
  const { tone, title, text } = batchWords(batch, status, props.isAsking)
  return (
    <div className={layout.tight} role="status">
      <p>
        <StatusBadge tone={tone}>{title}</StatusBadge>
      </p>
      <p>
        {text}
        {!speaks && ' Its payments are in a later batch again.'}
      </p>
      <BatchFacts batch={batch} status={status} queue={props.queue} />
    </div>
  )
}

/** The status of a batch is that of its least settled payment. */
function settledOf(statuses: readonly PaymentStatus[] | undefined): PaymentStatus | undefined {
  return statuses && leastSettled(statuses)
}

/** What a batch waits for, and where to find it. */
function BatchFacts(props: {
  batch: Batch
  status: PaymentStatus | undefined
  queue: PagedList | undefined
}) {
  const { batch, status, queue } = props
  const submission = batch.attempt?.submission
  const hash = status && 'hash' in status ? status.hash : null
  return (
    <>
      {submission?.kind === 'proposed' && status && isOpen(status) && (
        <QueueOrderText queue={queue} turn={status.turn} safeTxHash={submission.safeTxHash} isTurnSaid />
      )}
      {submission?.kind === 'proposed' && (
        <p className={`${prose.mono} ${prose.small}`}>
          safeTxHash{' '}
          <Link href={proposalPath(submission.safe, submission.safeTxHash)}>{submission.safeTxHash}</Link>
        </p>
      )}
      {hash && (
        <p className={`${prose.mono} ${prose.small}`}>
          <ExternalLink href={explorerTx(hash)}>{hash}</ExternalLink>
        </p>
      )}
    </>
  )
}

function batchWords(
  { attempt, rejected }: Batch,
  status: PaymentStatus | undefined,
  isAsking: boolean,
): StatusWords {
  if (attempt === null) {
    return rejected
      ? {
          tone: 'none',
          title: 'Rejected, not sent',
          text: 'You rejected or closed it. Try again when ready.',
        }
      : { tone: 'none', title: 'Not sent yet', text: '' }
  }
  if (attempt.submission === null && isAsking) {
    return { tone: 'wait', title: 'Waiting for you', text: 'Nothing is sent until you confirm it.' }
  }
  if (attempt.submission === null) {
    return {
      tone: 'warn',
      title: 'Unknown',
      text: 'We don’t know yet whether this was paid. Don’t pay it again; we’ll keep checking.',
    }
  }
  if (!status) return { tone: 'wait', title: 'Checking', text: '' }
  return paymentWords(status, attempt.submission.kind === 'proposed' ? 'proposed' : 'sent')
}

/** Row positions as people count them: "payments 1 to 100". */
function placesText(rows: readonly number[]): string {
  const [first = 0] = rows
  const last = rows.at(-1) ?? first
  if (rows.length === 1) return `payment ${first + 1}`
  const whole = last - first + 1 === rows.length
  return whole ? `payments ${first + 1} to ${last + 1}` : `${rows.length} payments`
}
