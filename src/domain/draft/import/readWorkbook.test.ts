import { deflateRawSync } from 'node:zlib'
import type { Cell, WriteSheet } from 'hucre'
import { writeOds } from 'hucre/ods'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import * as Amount from '#chain/money/Amount.ts'
import { usdt } from '#tests/support/activityItems.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { SAFE } from '#tests/support/safeExamples.ts'
import { readRows } from './readRows.ts'
import { readWorkbook } from './readWorkbook.ts'

type Written = { readonly name?: string; readonly hidden?: boolean } & Pick<WriteSheet, 'rows'> & {
    readonly cells?: Readonly<Record<string, Partial<Cell>>>
  }

const workbook = (...sheets: readonly Written[]) => ({
  sheets: sheets.map(({ name = 'Sheet1', rows = [], cells = {}, hidden = false }) => ({
    ...{ name, rows, hidden },
    cells: new Map(Object.entries(cells)),
  })),
})

const xlsx = async (...sheets: readonly Written[]) => Uint8Array.from(await writeXlsx(workbook(...sheets)))
const ods = async (...sheets: readonly Written[]) => Uint8Array.from(await writeOds(workbook(...sheets)))

/** The rows that the only sheet pays, as `number symbol`, or the reason against each. */
async function paidIn(bytes: Uint8Array<ArrayBuffer>): Promise<readonly string[]> {
  const read = await readWorkbook(bytes, null)
  if (read.kind !== 'sheet') return [read.kind]
  const style = {}
  const { records } = await readRows(read.text, {
    payer: SAFE,
    tokens: new Map(),
    token: usdt,
    separator: ',',
    ...style,
  })
  return records.map(({ read: row }) =>
    row.ok
      ? `${Amount.toDecimal(row.payment.amount)} ${row.payment.amount.token.symbol}`
      : Object.values(row.faults).join(' '),
  )
}

const titles = ['Wallet', 'Amount']

describe('a workbook', () => {
  test.each([
    ['Excel', xlsx],
    ['OpenDocument', ods],
  ])('behavior: of %s is read as the list that it shows', async (_, write) => {
    const rows = [titles, [payeeAt(1), 250], [payeeAt(2), 1234.5], [payeeAt(3), 2.125]]
    expect(await paidIn(await write({ rows }))).toEqual(['250 USDT', '1234.5 USDT', '2.125 USDT'])
  })

  test('behavior: a formula counts by its stored value, and binary fractions leave no trace', async () => {
    const sum: Partial<Cell> = {
      value: 0.1 + 0.2,
      type: 'formula',
      formula: 'B3+B4',
      formulaResult: 0.1 + 0.2,
    }
    const bytes = await xlsx({
      rows: [titles, [payeeAt(1), null], [payeeAt(2), 1e-7]],
      cells: { '1,1': sum },
    })
    const read = await readWorkbook(bytes, null)
    expect(read).toMatchObject({ kind: 'sheet', isTyped: true })
    expect(read.kind === 'sheet' && read.text).toContain('"0.3"')
    expect(await paidIn(bytes)).toEqual(['0.3 USDT', '0.0000001 USDT'])
  })

  test('error: a formula without a stored value, and an error of the spreadsheet, are errors in their row', async () => {
    const bytes = await xlsx({
      rows: [titles, [payeeAt(1), null], [payeeAt(2), null], [payeeAt(3), 5]],
      cells: {
        '1,1': { value: null, type: 'formula', formula: 'B9' },
        '2,1': { value: '#REF!', type: 'error' },
      },
    })
    const [empty, broken, paid] = await paidIn(bytes)
    expect([empty, paid]).toEqual(['Enter an amount.', '5 USDT'])
    expect(broken).toContain('Your spreadsheet has an error here (#REF!)')
  })

  test('behavior: the format of a number names its unit, as on the screen of the spreadsheet', async () => {
    const numbers = (format: string): Partial<Cell> => ({
      value: 50,
      type: 'number',
      style: { numFmt: format },
    })
    const bytes = await xlsx({
      rows: [titles, [payeeAt(1), null], [payeeAt(2), null]],
      cells: { '1,1': numbers('0.00 "USDC"'), '2,1': numbers('0%') },
    })
    const [paid, percentage] = await paidIn(bytes)
    expect([paid, percentage]).toEqual(['50 USDC', 'This is a percentage. Enter the amount itself.'])
    const euros = await xlsx({
      rows: [titles, [payeeAt(1), null]],
      cells: { '1,1': numbers('[$€-407] #,##0.00') },
    })
    expect(await paidIn(euros)).toEqual(['First answer which token € means.'])
  })

  test('behavior: numbers that are texts are asked about as in any list', async () => {
    const bytes = await xlsx({ rows: [titles, [payeeAt(1), '1.250'], [payeeAt(2), 5]] })
    expect(await readWorkbook(bytes, null)).toMatchObject({ kind: 'sheet', isTyped: false })
    expect(await paidIn(bytes)).toEqual(Array(2).fill('First answer how the amounts are written.'))
  })

  test('behavior: dates are days, so that a date is never an amount', async () => {
    const day = new Date(Date.UTC(2026, 10, 27))
    const read = await readWorkbook(
      await xlsx({
        rows: [
          ['Wallet', 'Due', 'Amount'],
          [payeeAt(1), day, 5],
        ],
      }),
      null,
    )
    expect(read.kind === 'sheet' && read.text).toContain('"2026-11-27"')
  })

  test('behavior: of several sheets with content one is chosen; hidden and empty ones are no choice', async () => {
    const rows = [titles, [payeeAt(1), 5]]
    const bytes = await xlsx(
      { name: 'Notes', rows: [['hello']] },
      { name: 'Payouts', rows },
      { name: 'Old', rows, hidden: true },
      { name: 'Empty', rows: [] },
    )
    expect(await readWorkbook(bytes, null)).toEqual({
      kind: 'sheets',
      sheets: [
        { name: 'Notes', rows: 1 },
        { name: 'Payouts', rows: 2 },
      ],
    })
    expect(await readWorkbook(bytes, 'Payouts')).toMatchObject({ kind: 'sheet', name: 'Payouts' })
    expect(await readWorkbook(bytes, 'Old')).toEqual({ kind: 'fault', fault: 'no-rows' })
  })

  test('error: bytes that are no workbook, and one without rows, are refused', async () => {
    expect(await readWorkbook(Uint8Array.from([0x50, 0x4b, 3, 4, 1]), null)).toMatchObject({ kind: 'fault' })
    expect(await readWorkbook(await xlsx({ rows: [] }), null)).toEqual({ kind: 'fault', fault: 'no-rows' })
  })

  test('error: a small file that unpacks to gigabytes is refused, whatever size it claims', async () => {
    const packed = deflateRawSync(new Uint8Array(200_000_000))
    expect(packed.length).toBeLessThan(300_000)
    expect(await readWorkbook(zipOf('xl/workbook.xml', packed, 10), null)).toEqual({
      ...{ kind: 'fault', fault: 'unpacks-too-large' },
    })
  }, 60_000)
})

/** A ZIP file with one entry that claims another size. Source: PKWARE APPNOTE 4.3 */
function zipOf(name: string, packed: Uint8Array, claimed: number): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(26)
  header.writeUInt16LE(20, 0)
  header.writeUInt16LE(8, 4)
  header.writeUInt32LE(packed.length, 14)
  header.writeUInt32LE(claimed, 18)
  header.writeUInt16LE(name.length, 22)
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), header, Buffer.from(name), packed])
  const entry = Buffer.alloc(42)
  entry.writeUInt16LE(20, 0)
  header.copy(entry, 2)
  const directory = Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), entry, Buffer.from(name)])
  return Uint8Array.from(Buffer.concat([local, directory]))
}
