import { tableWorkbook } from '#domain/shared/tableWorkbook.ts'
import type { AccountingFile } from './AccountingFile.ts'
import { accountingTable } from './writeAccounting.ts'

const NUMBERS: ReadonlySet<string> = new Set([
  ...['Log index', 'Block', 'Token decimals', 'Amount'],
  ...['USD value', 'USD price', 'Network fee (BNB)', 'Network fee (USD)', 'BNB price'],
])

/** The table of an accounting file as a workbook (.xlsx). */
export function accountingWorkbook(file: AccountingFile): Promise<Blob> {
  return tableWorkbook(accountingTable(file), 'Payments', NUMBERS)
}
