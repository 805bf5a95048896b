import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { usdt } from '#tests/support/activityItems.ts'
import { anyFileBytes, anyPayoutFile, type PayoutFile, type TrueLine } from '#tests/support/payoutFiles.ts'
import { sameRuns } from '#tests/support/propertyRuns.ts'
import { SAFE, USDT } from '#tests/support/safeExamples.ts'
import { decodeBytes } from './decodeBytes.ts'
import type { PayoutRow, RowPayment } from './PayoutRow.ts'
import { type ReadRows, readRows, type TextOptions } from './readRows.ts'

const options = (file: { isFileWide: boolean }): TextOptions => ({
  payer: SAFE,
  tokens: new Map(),
  token: file.isFileWide ? usdt : null,
})

/** Physical lines as a text editor counts them. */
function physicalLines(text: string): readonly string[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

function expectCounted(text: string, { lines, counts, records }: ReadRows): void {
  expect(lines).toBe(physicalLines(text).length)
  const { rows, errors, blank, comment, header, title, total } = counts
  expect(rows + errors + blank + comment + header + title + total).toBe(lines)
  expect(records.reduce((all, row) => all + row.lines, 0)).toBe(rows + errors)
}

/**
 * Rows that would be paid without a question although they should not be, or not as read. A question is one about the
 * amounts, or a card with a value of its own for rows that should not be paid, so that a person can leave them out.
 */
function misread(file: PayoutFile, { records, leftovers }: ReadRows): readonly PayoutRow[] {
  const isPaid = (line: number) => file.lines[line - 1]?.kind === 'pay'
  const asked = leftovers.flatMap(({ isAsked, values }) => (isAsked ? values : []))
  const leftOut = new Set(asked.flatMap(({ lines }) => (lines.some(isPaid) ? [] : lines)))
  return records.filter(({ line, read, maybeCut }) => {
    if (!read.ok || maybeCut || leftOut.has(line)) return false
    const truth = file.lines[line - 1]
    const { payee, amount } = read.payment
    if (truth?.kind !== 'pay') return true
    return truth.payee !== payee || truth.symbol !== amount.token.symbol || truth.value !== amount.value
  })
}

const isAsked = (read: ReadRows) =>
  read.separator.state === 'ambiguous' || read.unclear.length > 0 || read.style === null

test('behavior: never silently misreads a row of a file with mistakes, and reads the correct rows', async () => {
  const seen = { files: 0, readAtOnce: 0, paid: 0 }
  await fc.assert(
    fc.asyncProperty(anyPayoutFile, async (file) => {
      seen.files++
      const read = await readRows(file.text, options(file))
      expectCounted(file.text, read)
      expect(misread(file, read)).toEqual([])
      if (isAsked(read)) return
      seen.readAtOnce++
      seen.paid += read.counts.rows
      if (file.hasBadQuote || file.style !== 'plain') return
      // Without a header, damaged lines may be the most common kind, or look like one: the cut note `"no. ;0"`.
      const hasHeader = file.lines[0]?.kind === 'header' && read.header !== null
      const isWhole = (line: TrueLine) => line.kind !== 'wrong' && !(line.kind === 'pay' && line.isDamaged)
      if (!hasHeader && !file.lines.every(isWhole)) return
      // `A $` in a line without an address may be a title of another table, whose rows are refused.
      const mayBeTitles = (text: string) => /[a-z]\W*\$|\$\W*[a-z]/i.test(text)
      if (physicalLines(file.text).some((text, at) => file.lines[at]?.kind === 'wrong' && mayBeTitles(text)))
        return
      const paid = new Set(read.records.flatMap(({ line, read }) => (read.ok ? [line] : [])))
      const missed = file.lines.flatMap((line, index) =>
        line.kind === 'pay' && isWhole(line) && !paid.has(index + 1) ? [index + 1] : [],
      )
      expect(missed).toEqual([])
    }),
    sameRuns(500, 100_000),
  )
  // The property would prove little if most files needed answers first.
  expect(seen.readAtOnce).toBeGreaterThan(seen.files / 4)
  expect(seen.paid).toBeGreaterThan(seen.files / 2)
}, 900_000)

test('behavior: does not misread a row in the number style that the user chose either', async () => {
  await fc.assert(
    fc.asyncProperty(anyPayoutFile, async (file) => {
      const read = await readRows(file.text, { ...options(file), style: file.style })
      expectCounted(file.text, read)
      expect(misread(file, read)).toEqual([])
    }),
    sameRuns(250, 20_000),
  )
}, 900_000)

/** Base units of a plain decimal text, by padding alone; null for anything else. */
function units(text: string): bigint | null {
  const [whole = '', decimals = '', ...more] = text.trim().split('.')
  if (more.length > 0 || !/^\d+$/.test(whole + decimals) || whole === '' || decimals.length > 18) return null
  return BigInt(whole + decimals.padEnd(18, '0'))
}

/** A payment from free text is the only address and the only number of its line. */
function expectOfLine(line: string, { payee, amount }: RowPayment): void {
  const rest = line.toLowerCase().replaceAll(payee.toLowerCase(), ' ')
  expect(rest).not.toBe(line.toLowerCase())
  // Digits inside a word are no number: `bnb0x0`. A unit may be joined to one: `1USDT`.
  const words = rest.replace(/(?<=\d)(?=(?:usdt|bnb)(?![a-z]))/g, ' ')
  const numbers = words.match(/(?<![a-z\d.])\d+(?:\.\d+)?(?![a-z])/g) ?? []
  // A number in front may count the line.
  expect(numbers.map(units)).toContain(amount.value)
  expect(numbers.length).toBeLessThanOrEqual(2)
}

test('behavior: for any bytes, the line counts add up and each row is in its line', async () => {
  await fc.assert(
    fc.asyncProperty(anyFileBytes, fc.boolean(), async (bytes, isFileWide) => {
      const decoded = decodeBytes(bytes)
      if (!decoded.ok) return
      const read = await readRows(decoded.text, options({ isFileWide }))
      expectCounted(decoded.text, read)
      const lines = physicalLines(decoded.text)
      for (const row of read.records) {
        if (!row.read.ok || row.lines > 1) continue
        if (read.separator.state !== 'ambiguous' && read.separator.separator === 'text') {
          expectOfLine(lines[row.line - 1] ?? '', row.read.payment)
          continue
        }
        const delimiter = read.separator.state === 'ambiguous' ? '' : read.separator.separator
        const [cells = []] = Papa.parse<string[]>(lines[row.line - 1] ?? '', {
          delimiter,
          newline: '\n',
        }).data
        const cell = (column: number | null) => (column === null ? '' : (cells[column] ?? ''))
        const { payee, amount } = row.read.payment
        expect(cell(read.mapping.payee).toLowerCase()).toContain(payee.toLowerCase())
        const amountCell = cell(read.mapping.amount).replace(/[\ufeff\u00a0\p{Cc}\p{Cf}]/gu, '')
        expect(units(amountCell.replace(/usdt|bnb/gi, ''))).toBe(amount.value)
        // A token above the rows holds for all of them.
        const above = lines.slice(0, (read.records[0]?.line ?? 1) - 1).join(' ')
        const token = `${cell(read.mapping.token)} ${amountCell} ${above}`.toUpperCase()
        const isNamed = token.includes(amount.token.symbol) || token.includes(USDT.toUpperCase())
        expect(isNamed || (isFileWide && amount.token === usdt)).toBe(true)
      }
    }),
    sameRuns(500, 40_000),
  )
}, 900_000)
