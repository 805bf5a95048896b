import writeExcelFile from 'write-excel-file/browser'
import type { AccountingFile } from './AccountingFile.ts'
import { accountingTable } from './writeAccounting.ts'

/** The columns with numbers, which a spreadsheet adds up. A number that a double cannot hold stays a text. */
const NUMBERS: ReadonlySet<string> = new Set([
  ...['Log index', 'Block', 'Token decimals', 'Amount'],
  ...['USD value', 'USD price', 'Network fee (BNB)', 'Network fee (USD)', 'BNB price'],
])

/** Digits that a spreadsheet keeps of a number. */
const DIGITS = 15

/** The table of an accounting file as a workbook (.xlsx). No cell of it is a formula. */
export function accountingWorkbook(file: AccountingFile): Promise<Blob> {
  const [titles = [], ...rows] = accountingTable(file)
  const cells = rows.map((row) =>
    row.map((text, column) => (NUMBERS.has(titles[column] ?? '') ? numberOr(text) : textCell(text))),
  )
  return writeExcelFile([titles.map(textCell), ...cells], { sheet: 'Payments' }).toBlob()
}

const textCell = (text: string) => (text === '' ? null : { value: text, type: String })

function numberOr(text: string) {
  const isExact =
    /^[0-9]+(?:\.[0-9]+)?$/.test(text) && text.replace('.', '').replace(/^0+/, '').length <= DIGITS
  return isExact ? { value: Number(text), type: Number } : textCell(text)
}
