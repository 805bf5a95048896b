import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Hash } from 'viem'
import { Link } from 'wouter'
import { useAccount } from '#components/account/useAccount.ts'
import { monthOf } from '#domain/accounting/statement.ts'
import type { FoldedStatus } from '#domain/ledger/foldStatus.ts'
import { type Payout, payoutName } from '#domain/payout/Payout.ts'
import { readReceipts, receiptsOf } from '#domain/payout/rowReceipts.ts'
import { portalUrl, receiptPath, statementPath } from '#domain/shared/paths.ts'
import { rowWays } from '#pages/pay/list/RowsSource.tsx'
import { paidTransfersQuery } from '#queries/activity.ts'
import { buttonClass } from '#ui/Button.tsx'
import { copyWay, ExportMenu } from '#ui/file/ExportMenu.tsx'

/** Exports a payout: its report, its rows for other tools, and the month of the connected account. */
export function PayoutExport({ payout, states }: { payout: Payout; states: readonly FoldedStatus[] }) {
  const client = useQueryClient()
  const isConnected = useAccount()?.address === payout.account
  const statement = statementPath(monthOf(payout.createdAt))
  const receipts = () => readReceipts(payout, states, (hash) => client.fetchQuery(paidTransfersQuery(hash)))
  const csv = {
    icon: 'table-2',
    label: 'CSV',
    make: async () => {
      const { payoutReport, payoutReportName } = await import('./payoutReport.ts')
      const text = payoutReport(payout, states, await receipts(), portalUrl())
      return { name: payoutReportName(payout), content: new Blob([text], { type: 'text/csv' }) }
    },
  } as const
  const excel = {
    icon: 'file-spreadsheet',
    label: 'Excel',
    make: async () => {
      const { payoutReportName, payoutWorkbook } = await import('./payoutReport.ts')
      const content = await payoutWorkbook(payout, states, await receipts(), portalUrl())
      return { name: payoutReportName(payout, 'xlsx'), content }
    },
  } as const
  const name = payoutName(payout) ?? payout.id.slice(0, 8)
  return (
    <ExportMenu
      ways={[
        ...(isConnected ? [{ label: 'Statement', href: statement }] : []),
        csv,
        excel,
        ...rowWays(payout.account, name, () => payout.rows),
        copyWay(csv),
      ]}
    />
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
