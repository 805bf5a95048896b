import { factsOf } from '#account/facts.ts'
import type { PagedList } from '#domain/activity/pagedList.ts'
import type { StatusesOf } from '#domain/ledger/foldStatus.ts'
import { attemptOf, openBatches, type Payout } from '#domain/payout/Payout.ts'
import { Card } from '#ui/content/Card.tsx'
import { StatusBadge } from '#ui/page/StatusBadge.tsx'
import { BatchFacts, WithOpenQueue } from './BatchFacts.tsx'
import { batchWords, type FollowedPayout, placesText, settledOf } from './batchWords.ts'

/** How many batches are listed; the rows show each payment in any case. */
const SHOWN = 30

/** The batches of a payout that has several, with the status of each. */
export function PayoutBatches(props: FollowedPayout) {
  return <WithOpenQueue {...props}>{(queue) => <BatchList {...props} queue={queue} />}</WithOpenQueue>
}

function BatchList(props: FollowedPayout & { queue: PagedList | undefined }) {
  const { payout, statusesOf, asking, queue } = props
  const { batches } = payout
  const open = openBatches(payout)
  // The only batch is the payout itself; for a wallet, each batch may be one row.
  if (batches.length === 1) return null
  if (!factsOf(payout).hasOwners && batches.every(({ rows }) => rows.length === 1)) return null
  return (
    <Card title="Batches">
      <ol className="layout-form" aria-label="Batches">
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
