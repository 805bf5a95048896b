import * as Amount from '#chain/money/Amount.ts'
import { countWords } from '#components/payout/rowWords.ts'
import { countRows, foldStatuses, type StatusesOf } from '#domain/ledger/foldStatus.ts'
import type { Payout } from '#domain/payout/Payout.ts'
import { count, when } from '#domain/shared/format.ts'
import { payoutPath } from '#domain/shared/paths.ts'
import { Card } from '#ui/content/Card.tsx'
import { Disc, Row, Rows } from '#ui/content/Rows.tsx'
import { EmptyState } from '#ui/page/EmptyState.tsx'

/** The payouts of a campaign, newest first, each with the status of its payments. */
export function CampaignPayouts({
  payouts,
  statusesOf,
}: {
  payouts: readonly Payout[]
  statusesOf: StatusesOf
}) {
  return (
    <Card title="Payouts" flush>
      {payouts.length === 0 ? (
        <EmptyState
          icon="layers"
          title="No payouts yet"
          text="Name this campaign on a list before you review it, or on the page of a payout."
        />
      ) : (
        <Rows label="Payouts">
          {payouts.map((payout) => {
            const states = foldStatuses(payout, statusesOf)
            const sums = Amount.totalsOf(payout.rows).map(Amount.format).join(' and ')
            const isRead = states.every(({ status }) => status.kind !== 'reading')
            return (
              <li key={payout.id}>
                <Row
                  mark={<Disc icon={payout.rows.length > 1 ? 'users' : 'user'} />}
                  title={payout.title ? <bdi>{payout.title}</bdi> : sums}
                  sub={
                    <>
                      {payout.title && <span>{sums}</span>}
                      <span>
                        {count(payout.rows.length, 'payment')} · {when(payout.createdAt)}
                      </span>
                      <span>{isRead ? countWords(countRows(states)) : 'Not checked yet'}</span>
                    </>
                  }
                  href={payoutPath(payout.id)}
                />
              </li>
            )
          })}
        </Rows>
      )}
    </Card>
  )
}
