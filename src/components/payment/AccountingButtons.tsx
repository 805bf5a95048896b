import type { AccountingFile } from '#domain/accounting/AccountingFile.ts'
import { accountingText } from '#domain/accounting/writeAccounting.ts'
import { DownloadButton } from '#ui/file/FileButton.tsx'

/** Saves an accounting file as CSV or for Excel. */
export function AccountingButtons(props: {
  csv: string
  excel: string
  make: () => Promise<AccountingFile>
  nameOf: (file: AccountingFile, kind: 'csv' | 'xlsx') => string
}) {
  const { csv, excel, make, nameOf } = props
  return (
    <>
      <DownloadButton
        label={csv}
        make={async () => {
          const file = await make()
          const content = new Blob([accountingText(file)], { type: 'text/csv;charset=utf-8' })
          return { name: nameOf(file, 'csv'), content }
        }}
      />
      <DownloadButton
        label={excel}
        make={async () => {
          const [file, { accountingWorkbook }] = await Promise.all([
            make(),
            import('#domain/accounting/accountingWorkbook.ts'),
          ])
          return { name: nameOf(file, 'xlsx'), content: await accountingWorkbook(file) }
        }}
      />
    </>
  )
}
