import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import type { Hash } from 'viem'
import { Link } from 'wouter'
import type { FoldedStatus } from '#domain/ledger/foldStatus.ts'
import { type Payout, payoutName } from '#domain/payout/Payout.ts'
import { readReceipts, receiptsOf } from '#domain/payout/rowReceipts.ts'
import { plural } from '#domain/shared/format.ts'
import { portalUrl, receiptPath, rowsPath } from '#domain/shared/paths.ts'
import { RowFiles } from '#pages/pay/list/RowsSource.tsx'
import { paidTransfersQuery } from '#queries/activity.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { DownloadButton } from '#ui/file/FileButton.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import { Disclosure } from '#ui/page/Disclosure.tsx'

/** The next thing to do: two buttons, and the rest in a menu. */
export function PayoutFiles(props: {
  payout: Payout
  states: readonly FoldedStatus[]
  /** Everything is paid, and the report is the next thing. */
  isDone: boolean
  /** Further buttons of the menu. */
  more: ReactNode
}) {
  const { payout, states, isDone, more } = props
  const single = payout.rows.length === 1
  const client = useQueryClient()
  const isUnknown = states.some(({ status }) => status.kind === 'unknown')
  const report = (
    <DownloadButton
      label="Report (CSV)"
      primary={isDone && !single}
      make={async () => {
        const { payoutReport, payoutReportName } = await import('./payoutReport.ts')
        const receipts = await readReceipts(payout, states, (hash) =>
          client.fetchQuery(paidTransfersQuery(hash)),
        )
        const text = payoutReport(payout, states, receipts, portalUrl())
        const content = new Blob([text], { type: 'text/csv' })
        return { name: payoutReportName(payout), content }
      }}
    />
  )
  return (
    <Card title="Next">
      <Actions>
        {!single && report}
        <Link className="button" href="/pay">
          New payment
        </Link>
      </Actions>
      <Disclosure summary="More">
        <Actions>
          {single && report}
          {/* Beside the question whether to repeat what may have been paid, a second way would not ask it. */}
          {!isUnknown && (
            <Link className="button" href={rowsPath(payout.id)}>
              Pay {plural(payout.rows.length, 'again', 'this list again')}
            </Link>
          )}
          {more}
          <RowFiles
            account={payout.account}
            name={payoutName(payout) ?? payout.id.slice(0, 8)}
            payments={() => payout.rows}
          />
          <Link className="button" href="/activity">
            Activity
          </Link>
        </Actions>
      </Disclosure>
    </Card>
  )
}

/**
 * The link to a paid row's receipt, shown once the transfer that paid it is found. Hidden if it cannot be
 * identified.
 */
export function RowReceipt(props: {
  payout: Payout
  place: number
  hash: Hash
  /** All rows paid by the transaction. */
  places: readonly number[]
}) {
  const { payout, place, hash, places } = props
  const { data } = useQuery(paidTransfersQuery(hash))
  const transfer = useMemo(
    () => data && receiptsOf(payout, places, data).get(place),
    [data, payout, places, place],
  )
  if (!transfer) return null
  const isOnly = payout.rows.length === 1
  return (
    <Link
      className={isOnly ? buttonClass({ primary: true }) : undefined}
      href={receiptPath(hash, transfer.name)}
    >
      Receipt{!isOnly && <span className="visually-hidden"> for payment {place + 1}</span>}
    </Link>
  )
}
