import type { Address } from '#chain/money/Address.ts'
import type { RowPayment } from '#domain/payout/import/PayoutRow.ts'
import { fileName } from '#domain/shared/fileName.ts'
import { DownloadButton } from '#ui/file/DownloadButton.tsx'

/** Payments as files that other tools read: the CSV of CSV Airdrop, and the JSON of Transaction Builder. */
export function RowFiles(props: { account: Address; name: string; payments: () => readonly RowPayment[] }) {
  const { account, name, payments } = props
  return (
    <>
      <DownloadButton
        label="Save the rows as CSV"
        make={async () => {
          const { csvAirdropFile } = await import('#domain/payout/import/knownFiles.ts')
          const content = new Blob([csvAirdropFile(payments())], { type: 'text/csv' })
          return { name: fileName(['payout-rows', name], 'csv'), content }
        }}
      />
      <DownloadButton
        label="Transaction Builder file"
        make={async () => {
          const [{ transactionBuilderFile }, { callsOfPayments }] = await Promise.all([
            import('#domain/payout/import/knownFiles.ts'),
            import('#domain/payout/list/handOver.ts'),
          ])
          const text = transactionBuilderFile(account, callsOfPayments(payments()), Date.now())
          const content = new Blob([text], { type: 'application/json' })
          return { name: fileName(['payout', name], 'json'), content }
        }}
      />
    </>
  )
}
