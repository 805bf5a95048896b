import { Link } from 'wouter'
import type { Listed } from '#account/Activity.ts'
import { explorerTx } from '#chain/explorer.ts'
import { isOpen, leastSettled, type PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import type { PagedList } from '#domain/activity/pagedList.ts'
import { paymentWords, type StatusWords } from '#domain/activity/paymentWords.ts'
import type { Part, Payout } from '#domain/payout/Payout.ts'
import { speaksFor } from '#domain/payout/rowStates.ts'
import { proposalPath } from '#domain/shared/paths.ts'
import { QueueOrderText, WithQueue } from '#features/shared/QueueOrderText.tsx'
import { StatusText } from '#ui/StatusText.tsx'
import css from '../PayPage.module.css'

/** How many parts are listed; the rows show each payment in any case. */
const SHOWN = 30

/** The parts of a payout, with the status of each. */
export function PayoutParts(props: Props) {
  const waits = [...props.statuses.values()].some((statuses) => statuses?.some(isOpen))
  if (!waits) return <PartList {...props} queue={undefined} />
  return <WithQueue listed={props.listed}>{(queue) => <PartList {...props} queue={queue} />}</WithQueue>
}

type Props = {
  listed: Listed
  payout: Payout
  statuses: ReadonlyMap<number, readonly PaymentStatus[] | undefined>
  /** The part that this page is requesting now. */
  asking: number | null
}

function PartList(props: Props & { queue: PagedList | undefined }) {
  const { payout, statuses, asking, queue } = props
  const { parts, kind } = payout
  // For a wallet, each part is one row.
  if (kind === 'eoa' && parts.length > 1 && parts.every(({ rows }) => rows.length === 1)) return null
  return (
    <ol className={css.parts} aria-label="Parts">
      {parts.slice(0, SHOWN).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts are only appended
        <li key={index}>
          {parts.length > 1 && (
            <strong>
              Part {index + 1}/{parts.length}, {placesText(part.rows)}
            </strong>
          )}
          <PartState
            part={part}
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

function PartState(props: {
  part: Part
  statuses: readonly PaymentStatus[] | undefined
  isAsking: boolean
  queue: PagedList | undefined
  speaks: boolean
}) {
  const { part, statuses, speaks } = props
  const status = statuses && leastSettled(statuses)
  const { tone, title, text } = partWords(part, status, props.isAsking)
  const submission = part.ask?.submission
  const hash = status && 'hash' in status ? status.hash : null
  return (
    <div className={css.outcome} role="status">
      <p>
        <StatusText tone={tone}>{title}</StatusText>
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
        <p className={css.hash}>
          safeTxHash{' '}
          <Link href={proposalPath(submission.safe, submission.safeTxHash)}>{submission.safeTxHash}</Link>
        </p>
      )}
      {hash && (
        <p className={css.hash}>
          <a href={explorerTx(hash)} target="_blank" rel="noopener noreferrer">
            {hash}
          </a>
        </p>
      )}
    </div>
  )
}

function partWords(
  { ask, refused }: Part,
  status: PaymentStatus | undefined,
  isAsking: boolean,
): StatusWords {
  if (ask === null) {
    return refused
      ? {
          tone: 'none',
          title: 'Rejected, not sent',
          text: 'You rejected or closed it. It can be asked for again.',
        }
      : { tone: 'none', title: 'Not asked for yet', text: '' }
  }
  if (ask.submission === null && isAsking) {
    return { tone: 'wait', title: 'Waiting for you', text: 'Nothing is sent before you confirm it.' }
  }
  if (ask.submission === null) {
    return {
      tone: 'warn',
      title: 'Not known',
      text: 'It was asked for, and no answer was seen. It may or may not be paid; this page keeps looking.',
    }
  }
  if (!status) return { tone: 'wait', title: 'Asking where it stands', text: '' }
  return paymentWords(status, ask.submission.kind === 'proposed' ? 'proposed' : 'sent')
}

/** Row positions as people count them: "rows 1 to 100". */
function placesText(rows: readonly number[]): string {
  const [first = 0] = rows
  const last = rows.at(-1) ?? first
  if (rows.length === 1) return `row ${first + 1}`
  const whole = last - first + 1 === rows.length
  return whole ? `rows ${first + 1} to ${last + 1}` : `${rows.length} rows`
}
