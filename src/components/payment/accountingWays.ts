import type { AccountingFile } from '#domain/accounting/AccountingFile.ts'
import { accountingFileName, accountingText } from '#domain/accounting/writeAccounting.ts'
import type { FileWay } from '#ui/file/FileButton.tsx'

/** An accounting file as CSV and for Excel. @param month of a statement, `2026-10`; '' for a list */
export function accountingWays(make: () => Promise<AccountingFile>, month = ''): readonly [FileWay, FileWay] {
  const given = (file: AccountingFile, kind: 'csv' | 'xlsx', content: Blob) => ({
    name: accountingFileName(file, kind, month),
    content,
    about: file.notes.join(' '),
  })
  const csv = async () => {
    const file = await make()
    return given(file, 'csv', new Blob([accountingText(file)], { type: 'text/csv;charset=utf-8' }))
  }
  const excel = async () => {
    const file = await make()
    const { accountingWorkbook } = await import('#domain/accounting/accountingWorkbook.ts')
    return given(file, 'xlsx', await accountingWorkbook(file))
  }
  return [
    { icon: 'table-2', label: 'CSV', make: csv },
    { icon: 'file-spreadsheet', label: 'Excel', make: excel },
  ]
}
