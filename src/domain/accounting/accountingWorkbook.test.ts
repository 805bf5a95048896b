import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { row } from '#tests/support/accountingFiles.ts'
import { SAFE } from '#tests/support/safeExamples.ts'
import { type AccountingRow, rowTitles } from './AccountingFile.ts'
import { accountingWorkbook } from './accountingWorkbook.ts'

async function sheetOf(rows: readonly AccountingRow[]) {
  const file = { account: SAFE, writtenAt: 0, partial: [], notes: [], rows } as const
  const bytes = new Uint8Array(await (await accountingWorkbook(file)).arrayBuffer())
  const { sheets } = await readXlsx(bytes, { readStyles: true })
  return { rows: sheets[0]?.rows ?? [], cells: [...(sheets[0]?.cells?.values() ?? [])] }
}

const column = (title: (typeof rowTitles)[number]) => rowTitles.indexOf(title)

test('behavior: a workbook has the titles in its first row, and numbers that a spreadsheet can add up', async () => {
  const { rows } = await sheetOf([row({ value: 12_500_000_000_000_000_000n })])
  expect(rows[0]?.slice(0, 3)).toEqual(['Date (UTC)', 'Transaction hash', 'Log index'])
  expect(rows[1]?.[column('Amount')]).toBe(12.5)
  expect(rows[1]?.[column('Token decimals')]).toBe(18)
})

test('error: an amount with more digits than a spreadsheet keeps stays a text, so that none is lost', async () => {
  const { rows } = await sheetOf([row({ value: 123_456_789_012_345_678_901n })])
  expect(rows[1]?.[column('Amount')]).toBe('123.456789012345678901')
})

test('error: no text becomes a formula', async () => {
  const { rows, cells } = await sheetOf([row({ memo: '=1+1', reference: '@SUM(1)' })])
  expect([rows[1]?.[column('Memo')], rows[1]?.[column('Reference')]]).toEqual(['=1+1', '@SUM(1)'])
  expect(cells.filter(({ type, formula }) => type === 'formula' || formula !== undefined)).toEqual([])
})
