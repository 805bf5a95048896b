import { Link } from 'wouter'
import type { Listed } from '#account/Activity.ts'
import { explorerTx } from '#chain/explorer.ts'
import { isOpen, leastSettled, type PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import type { PagedList } from '#domain/activity/pagedList.ts'
import { paymentWords, type StatusWords } from '#domain/activity/paymentWords.ts'
import type { Batch, Payout } from '#domain/payout/Payout.ts'
import { speaksFor } from '#domain/payout/rowStatus.ts'
import { proposalPath } from '#domain/shared/paths.ts'
import { QueueOrderText, WithQueue } from '#features/shared/ActivityWhat.tsx'
import layout from '#ui/layout/layout.module.css'
import prose from '#ui/layout/prose.module.css'
import { StatusBadge } from '#ui/page/StatusBadge.tsx'
import css from './PayoutBatches.module.css'

/** How many batches are listed; the rows show each payment in any case. */
const SHOWN = 30

/** The batches of a payout, with the status of each. */
export function PayoutBatches(props: Props) {
  const waits = [...props.statuses.values()].some((statuses) => statuses?.some(isOpen))
  if (!waits) return <BatchList {...props} queue={undefined} />
  return <WithQueue listed={props.listed}>{(queue) => <BatchList {...props} queue={queue} />}</WithQueue>
}

type Props = {
  listed: Listed
  payout: Payout
  statuses: ReadonlyMap<number, readonly PaymentStatus[] | undefined>
  /** The batch that this page is requesting now. */
  asking: number | null
}

function BatchList(props: Props & { queue: PagedList | undefined }) {
  const { payout, statuses, asking, queue } = props
  const { batches, kind } = payout
  // For a wallet, each batch is one row.
  if (kind === 'eoa' && batches.length > 1 && batches.every(({ rows }) => rows.length === 1)) return null
  return (
    <ol className={css.batches} aria-label="Parts">
      {batches.slice(0, SHOWN).map((batch, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: batches are only appended
        <li key={index}>
          {batches.length > 1 && (
            <strong>
              Part {index + 1}/{batches.length}, {placesText(batch.rows)}
            </strong>
          )}
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
  )
}

function BatchStatus(props: {
  batch: Batch
  statuses: readonly PaymentStatus[] | undefined
  isAsking: boolean
  queue: PagedList | undefined
  speaks: boolean
}) {
  const { batch, statuses, speaks } = props
  const status = statuses && leastSettled(statuses)
  const { tone, title, text } = batchWords(batch, status, props.isAsking)
  const submission = batch.attempt?.submission
  const hash = status && 'hash' in status ? status.hash : null
  return (
    <div className={layout.tight} role="status">
      <p>
        <StatusBadge tone={tone}>{title}</StatusBadge>
      </p>
      <p>
        {text}
        {!speaks && ' Its rows are asked for again in a later part.'}
      </p>
      {submission?.kind === 'proposed' && status && isOpen(status) && (
        <QueueOrderText
          queue={props.queue}
          turn={status.turn}
          safeTxHash={submission.safeTxHash}
          isTurnSaid
        />
      )}
      {submission?.kind === 'proposed' && (
        <p className={prose.mono}>
          safeTxHash{' '}
          <Link href={proposalPath(submission.safe, submission.safeTxHash)}>{submission.safeTxHash}</Link>
        </p>
      )}
      {hash && (
        <p className={prose.mono}>
          <a href={explorerTx(hash)} target="_blank" rel="noopener noreferrer">
            {hash}
          </a>
        </p>
      )}
    </div>
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
          text: 'You rejected or closed it. It can be asked for again.',
        }
      : { tone: 'none', title: 'Not asked for yet', text: '' }
  }
  if (attempt.submission === null && isAsking) {
    return { tone: 'wait', title: 'Waiting for you', text: 'Nothing is sent before you confirm it.' }
  }
  if (attempt.submission === null) {
    return {
      tone: 'warn',
      title: 'Unknown',
      text: 'We don’t know yet whether this was paid. Don’t pay it again; we’ll keep checking.',
    }
  }
  if (!status) return { tone: 'wait', title: 'Asking where it stands', text: '' }
  return paymentWords(status, attempt.submission.kind === 'proposed' ? 'proposed' : 'sent')
}

/** Row positions as people count them: "rows 1 to 100". */
function placesText(rows: readonly number[]): string {
  const [first = 0] = rows
  const last = rows.at(-1) ?? first
  if (rows.length === 1) return `row ${first + 1}`
  const whole = last - first + 1 === rows.length
  return whole ? `rows ${first + 1} to ${last + 1}` : `${rows.length} rows`
}
