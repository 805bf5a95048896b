import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Account, Submission } from '#account/Account.ts'
import { explorerTx } from '#chain/explorer.ts'
import { isOpen, leastSettled, type PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { QueueOrderText, WithQueue } from '#components/payment/ActivityWhat.tsx'
import { payoutWords, rowWords } from '#components/payout/rowWords.ts'
import type { PagedList } from '#domain/activity/pagedList.ts'
import { paymentWords, type StatusWords } from '#domain/activity/paymentWords.ts'
import { type Attempt, submissionOf } from '#domain/ledger/Attempt.ts'
import type { FoldedStatus, StatusesOf } from '#domain/ledger/foldStatus.ts'
import { attemptOf, openBatches, type Payout, wasRejected } from '#domain/payout/Payout.ts'
import { portalUrl, proposalPath } from '#domain/shared/paths.ts'
import { safeWalletLink } from '#safe/safeWalletLink.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { ExternalLink } from '#ui/content/ExternalLink.tsx'
import { CopyButton } from '#ui/page/CopyButton.tsx'
import { StatusBadge } from '#ui/page/StatusBadge.tsx'
import { StatusBanner } from '#ui/page/StatusBanner.tsx'
import css from './PayoutBatches.module.css'

/** How many batches are listed; the rows show each payment in any case. */
const SHOWN = 30

/** The status of a payout: that of its only batch, or of all its payments together. */
export function PayoutStatus({ states, ...props }: Props & { states: readonly FoldedStatus[] }) {
  const { payout, asking } = props
  // Several attempts for one batch, and the records of a file, are combined row by row.
  const isWhole =
    payout.batches.length === 1 && payout.attempts.length <= 1 && !payout.attempts.some((one) => one.restored)
  const attempt = attemptOf(payout, 0)
  const status = settledOf(attempt, props.statusesOf)
  const { tone, title, text } = isWhole
    ? batchWords(payout, 0, status, asking)
    : states.length === 1 && states[0]
      ? rowWords(states[0])
      : payoutWords(states)
  return (
    <StatusBanner
      tone={tone}
      status={title}
      action={isWhole && <ForSigners {...props} attempt={attempt} status={status} />}
    >
      {text && <p>{text}</p>}
      {isWhole && (
        <WithOpenQueue {...props}>
          {(queue) => <BatchFacts attempt={attempt} status={status} queue={queue} />}
        </WithOpenQueue>
      )}
      {/* Several batches are listed with their own statuses. */}
      {!isWhole &&
        (payout.batches.length === 1 || states.length === 1) &&
        payout.attempts.map((one) => (
          <BatchFacts
            key={one.id}
            attempt={one}
            status={settledOf(one, props.statusesOf)}
            queue={undefined}
          />
        ))}
    </StatusBanner>
  )
}

/** The next step for a proposal that still waits: more owners sign it, or anyone executes it. */
function ForSigners(props: { listed: Account; attempt: Attempt | null; status: PaymentStatus | undefined }) {
  const { listed, attempt, status } = props
  const submission = attempt && submissionOf(attempt)
  if (submission?.kind !== 'proposed' || !status || !isOpen(status)) return null
  const isNext = status.kind === 'ready' && status.turn.next === status.turn.own
  const path = proposalPath(submission.safe, submission.safeTxHash)
  return (
    <>
      {isNext && <InSafe verb="Execute" submission={submission} primary />}
      <CopyButton
        primary={!isNext}
        text={`${portalUrl()}#${path}`}
        label="Copy link for co-signers"
        words="Copy link for co-signers"
      />
      {listed.proposer && !isNext && <InSafe verb="Open" submission={submission} />}
    </>
  )
}

function InSafe(props: {
  verb: 'Execute' | 'Open'
  submission: Extract<Submission, { kind: 'proposed' }>
  primary?: boolean
}) {
  const { verb, submission, primary = false } = props
  return (
    <ExternalLink
      className={buttonClass({ primary })}
      href={safeWalletLink(submission.safe, submission.safeTxHash)}
      icon
    >
      {verb} in Safe{'{Wallet}'}
    </ExternalLink>
  )
}

/** The batches of a payout that has several, with the status of each. */
export function PayoutBatches(props: Props) {
  return <WithOpenQueue {...props}>{(queue) => <BatchList {...props} queue={queue} />}</WithOpenQueue>
}

/** Reads the queue only while something waits in it. */
function WithOpenQueue(props: Props & { children: (queue: PagedList | undefined) => ReactNode }) {
  const waits = props.payout.attempts.some((attempt) => props.statusesOf(attempt)?.some(isOpen))
  return waits ? <WithQueue listed={props.listed}>{props.children}</WithQueue> : props.children(undefined)
}

type Props = {
  listed: Account
  payout: Payout
  statusesOf: StatusesOf
  /** The attempt that this page is waiting for now. */
  asking: string | null
}

function BatchList(props: Props & { queue: PagedList | undefined }) {
  const { payout, statusesOf, asking, queue } = props
  const { batches, kind } = payout
  const open = openBatches(payout)
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
              payout={payout}
              batch={index}
              statusesOf={statusesOf}
              asking={asking}
              queue={queue}
              isRepeated={attemptOf(payout, index) === null && !open.includes(index)}
            />
          </li>
        ))}
      </ol>
    </Card>
  )
}

function BatchStatus(props: {
  payout: Payout
  batch: number
  statusesOf: StatusesOf
  asking: string | null
  queue: PagedList | undefined
  /** It was not sent, and its payments are in a later batch. */
  isRepeated: boolean
}) {
  const { payout, batch, isRepeated } = props
  const attempt = attemptOf(payout, batch)
  const status = settledOf(attempt, props.statusesOf)
  const { tone, title, text } = batchWords(payout, batch, status, props.asking)
  return (
    <div className="layout-tight" role="status">
      <p>
        <StatusBadge tone={tone}>{title}</StatusBadge>
      </p>
      <p>
        {text}
        {isRepeated && ' Its payments are in a later batch again.'}
      </p>
      <BatchFacts attempt={attempt} status={status} queue={props.queue} />
    </div>
  )
}

/** The status of a batch is that of its least settled payment. */
function settledOf(attempt: Attempt | null, statusesOf: StatusesOf): PaymentStatus | undefined {
  const statuses = attempt ? statusesOf(attempt) : undefined
  return statuses && leastSettled(statuses)
}

/** The next step of a batch, and where to find it. */
function BatchFacts(props: {
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
        <p className="text-mono text-small">
          safeTxHash{' '}
          <Link href={proposalPath(submission.safe, submission.safeTxHash)}>{submission.safeTxHash}</Link>
        </p>
      )}
      {hash && (
        <p className="text-mono text-small">
          <ExternalLink href={explorerTx(hash)}>{hash}</ExternalLink>
        </p>
      )}
    </>
  )
}

function batchWords(
  payout: Payout,
  batch: number,
  status: PaymentStatus | undefined,
  asking: string | null,
): StatusWords {
  const attempt = attemptOf(payout, batch)
  if (attempt === null) {
    return wasRejected(payout, batch)
      ? {
          tone: 'none',
          title: 'Rejected, not sent',
          text: 'You rejected or closed it. Try again when ready.',
        }
      : { tone: 'none', title: 'Not sent yet', text: '' }
  }
  const submission = submissionOf(attempt)
  if (submission === null && attempt.id === asking) {
    return { tone: 'wait', title: 'Waiting for you', text: 'Nothing is sent until you confirm it.' }
  }
  if (submission === null) {
    return {
      tone: 'warn',
      title: 'Unknown',
      text: 'We don’t know yet whether this was paid. Don’t pay it again; we’ll keep checking.',
    }
  }
  if (!status) return { tone: 'wait', title: 'Checking', text: '' }
  return paymentWords(status, submission.kind === 'proposed' ? 'proposed' : 'sent')
}

/** Row positions as people count them: "payments 1 to 100". */
function placesText(rows: readonly number[]): string {
  const [first = 0] = rows
  const last = rows.at(-1) ?? first
  if (rows.length === 1) return `payment ${first + 1}`
  const whole = last - first + 1 === rows.length
  return whole ? `payments ${first + 1} to ${last + 1}` : `${rows.length} payments`
}
