import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { usdt } from '#tests/support/activityItems.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { SAFE } from '#tests/support/safeExamples.ts'
import { readRows, type TextOptions } from './readRows.ts'

const options: TextOptions = { payer: SAFE, tokens: new Map(), token: usdt }

/** The amounts that a table pays, in order; null if a person is asked first. */
async function amountsOf(table: readonly (readonly string[])[]): Promise<readonly bigint[] | null> {
  const read = await readRows(table.map((cells) => cells.join('\t')).join('\n'), options)
  const isAsked = read.separator.state === 'ambiguous' || read.unclear.length > 0 || read.style === null
  if (isAsked || read.currencies.length > 0) return null
  return read.records.flatMap(({ read: row }) => (row.ok ? [row.payment.amount.value] : []))
}

const anyAmount = fc.oneof(
  fc.integer({ min: 1, max: 5_000 }).map(String),
  fc.integer({ min: 1, max: 500_000 }).map((cents) => (cents / 100).toFixed(2)),
)

/** Numbers of any meaning: row numbers, days, followers, prices, or the same number in every row. */
const numbersOf = (rows: number) =>
  fc.oneof(
    fc.constant(Array.from({ length: rows }, (_, index) => String(index + 1))),
    fc
      .integer({ min: 45_000, max: 46_000 })
      .map((day) => Array.from({ length: rows }, (_, index) => String(day + index))),
    fc.array(fc.integer({ min: 0, max: 3_000_000 }).map(String), { minLength: rows, maxLength: rows }),
    fc.array(anyAmount, { minLength: rows, maxLength: rows }),
    fc.constantFrom('1', '100', '0.5').map((number) => Array.from({ length: rows }, () => number)),
  )

const anyTitle = fc.constantFrom(
  '',
  '#',
  'No',
  'Followers',
  'Budget 2026',
  'Score',
  'Kolumne',
  'ID',
  'Posts',
  'x',
)

const anyTable = fc.record({
  amounts: fc.array(anyAmount, { minLength: 1, maxLength: 8 }),
  header: fc.constantFrom<readonly string[] | null>(
    null,
    ['Wallet', 'Amount'],
    ['Adresse', 'Betrag'],
    ['who', 'USDT'],
  ),
  unit: fc.constantFrom('', '', ' USDT', ' usdt'),
  /** An amount that is still open. */
  open: fc.constantFrom(null, 0, 1),
})

describe('the columns of a table', () => {
  test.each(['Remaining', 'Outstanding', 'Balance due', 'Restbetrag'])(
    'error: a total beside %j is a question',
    async (title) => {
      const rows = [
        ['Wallet', 'Total', 'Paid', title],
        [payeeAt(1), '250', '200', '50'],
        [payeeAt(2), '100', '0', '100'],
      ]
      expect(await amountsOf(rows)).toBeNull()
    },
  )

  test.each([
    ['addresses', ['Wallet', 'Amount', 'New wallet'], [payeeAt(1), '50', payeeAt(3)]],
    ['addresses in some rows', ['Wallet', 'New wallet', 'Amount'], [payeeAt(1), '', '50']],
    ['tokens', ['Wallet', 'Amount', 'Token', 'Paid in'], [payeeAt(1), '50', 'USDT', 'USDC']],
  ])('error: two columns of %s are a question, whichever has the known title', async (_, header, row) => {
    const other = header.map((title) => (title.endsWith('allet') ? payeeAt(title === 'Wallet' ? 2 : 4) : ''))
    expect(await amountsOf([header, row, row.map((cell, index) => other[index] || cell)])).toBeNull()
  })

  test('behavior: the addresses of the sender are none of the payees', async () => {
    const rows = [1, 2].map((place) => [payeeAt(9), payeeAt(place), '50'])
    expect(await amountsOf([['From', 'To', 'Amount'], ...rows])).toHaveLength(2)
  })

  test('error: one more column of numbers never changes an amount without a question', async () => {
    const seen = { clear: 0, same: 0 }
    await fc.assert(
      fc.asyncProperty(
        anyTable.chain((table) =>
          fc.record({
            table: fc.constant(table),
            numbers: numbersOf(table.amounts.length),
            at: fc.integer({ min: 0, max: 2 }),
            title: anyTitle,
          }),
        ),
        async ({ table, numbers, at, title }) => {
          const rows = table.amounts.map((amount, index) => [
            payeeAt(index + 1),
            index === table.open ? 'TBD' : `${amount}${table.unit}`,
          ])
          const clear = await amountsOf(table.header ? [table.header, ...rows] : rows)
          if (clear === null) return
          seen.clear++
          const more = rows.map((cells, index) => cells.toSpliced(at, 0, numbers[index] ?? ''))
          const wider = await amountsOf(table.header ? [table.header.toSpliced(at, 0, title), ...more] : more)
          if (wider === null) return
          seen.same++
          expect(wider).toEqual(clear)
        },
      ),
      propertyRuns(250, 20_000),
    )
    // A reader that asks about everything would prove nothing.
    expect(seen.clear).toBeGreaterThan(75)
    expect(seen.same).toBeGreaterThan(seen.clear / 4)
  }, 900_000)

  test.each([
    [
      'row numbers before bare amounts',
      [
        ['1', payeeAt(1), '100'],
        ['2', payeeAt(2), '200'],
      ],
    ],
    [
      'followers beside bare amounts',
      [
        [payeeAt(1), '100', '21000'],
        [payeeAt(2), '200', '900'],
      ],
    ],
    [
      'one open amount beside row numbers',
      [
        ['1', payeeAt(1), 'TBD'],
        ['2', payeeAt(2), '200'],
      ],
    ],
    [
      'two columns of the same title',
      [
        ['Wallet', 'Amount', 'Amount'],
        [payeeAt(1), '1', '2'],
      ],
    ],
    [
      'a title and a unit that contradict each other',
      [
        ['Wallet', 'Amount', 'Budget'],
        [payeeAt(1), '1', '500 USDT'],
      ],
    ],
    [
      'an amount per piece',
      [
        ['Wallet', 'Amount (per reel)', 'Reels'],
        [payeeAt(1), '100', '3'],
      ],
    ],
    ...[
      '% of USDT',
      'USDT (thousands)',
      'USDT cents',
      'in 1000 USDT',
      'Amount in k USDT',
      'thousand USDT',
      'already paid (USDT)',
    ].map((title): [string, readonly (readonly string[])[]] => [
      `numbers under “${title}”`,
      [
        ['Wallet', title],
        [payeeAt(1), '100'],
      ],
    ]),
    ...['Bonus', 'VAT 19', 'Advance', 'Deductions', 'Top-up (USDT)', 'Anzahlung'].map(
      (title): [string, readonly (readonly string[])[]] => [
        `amounts beside “${title}”`,
        [
          ['Wallet', 'Amount', title],
          [payeeAt(1), '500', '250'],
          [payeeAt(2), '600', '100'],
        ],
      ],
    ),
    [
      'followers alone',
      [
        ['Wallet', 'Followers'],
        [payeeAt(1), '100'],
      ],
    ],
  ])('error: %s are a question', async (_, table) => {
    expect(await amountsOf(table)).toBeNull()
  })

  test.each([
    [
      'a unit in the cells',
      [
        ['1', payeeAt(1), '1200', '50 USDT'],
        ['2', payeeAt(2), '900', '60 USDT'],
      ],
      'cells',
    ],
    [
      'a title',
      [
        ['#', 'Wallet', 'Followers', 'Payout'],
        ['1', payeeAt(1), '1200', '50'],
        ['2', payeeAt(2), '900', '60'],
      ],
      'title',
    ],
    [
      'a unit as the title',
      [
        ['#', 'who', 'Fans', 'USDT'],
        ['1', payeeAt(1), '1200', '50'],
        ['2', payeeAt(2), '9', '60'],
      ],
      'title',
    ],
    [
      'a title with brackets as wide as a letter',
      [
        ['姓名', '地址', '金额（USDT）'],
        ['Ann', payeeAt(1), '50'],
        ['Ben', payeeAt(2), '60'],
      ],
      'title',
    ],
    [
      'the only numbers',
      [
        ['Ann', payeeAt(1), '50'],
        ['Ben', payeeAt(2), '60'],
      ],
      'only',
    ],
  ])('behavior: %s decides, and the reason is known', async (_, table, proof) => {
    const read = await readRows(table.map((cells) => cells.join('\t')).join('\n'), options)
    expect(read.amountProof).toBe(proof)
    expect(await amountsOf(table)).toEqual([50n * 10n ** 18n, 60n * 10n ** 18n])
  })
})
