import type { Address } from '#chain/Address.ts'
import { DownloadButton } from '#ui/file/DownloadButton.tsx'
import { fileName } from '#ui/file/fileName.ts'
import type { RowPayment } from '../rows/PayoutRow.ts'

/** Payments as files that other tools read: the CSV of CSV Airdrop, and the JSON of Transaction Builder. */
export function RowFiles(props: { account: Address; name: string; payments: () => readonly RowPayment[] }) {
  const { account, name, payments } = props
  return (
    <>
      <DownloadButton
        label="Save the rows as CSV"
        make={async () => {
          const { csvAirdropFile } = await import('../rows/csvAirdropFile.ts')
          const content = new Blob([csvAirdropFile(payments())], { type: 'text/csv' })
          return { name: fileName(['payout-rows', name], 'csv'), content }
        }}
      />
      <DownloadButton
        label="Transaction Builder file"
        make={async () => {
          const [{ transactionBuilderFile }, { callsOfPayments }] = await Promise.all([
            import('../rows/transactionBuilderFile.ts'),
            import('./handOver.ts'),
          ])
          const text = transactionBuilderFile(account, callsOfPayments(payments()), Date.now())
          const content = new Blob([text], { type: 'application/json' })
          return { name: fileName(['payout', name], 'json'), content }
        }}
      />
    </>
  )
}
