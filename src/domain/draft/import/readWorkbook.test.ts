import { readFileSync } from 'node:fs'
import type { Cell, WriteSheet } from 'hucre'
import { writeOds } from 'hucre/ods'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import * as Amount from '#chain/money/Amount.ts'
import { leftoverWords } from '#domain/draft/reportWords.ts'
import { readCsvLine } from '#domain/shared/csvCells.ts'
import { usdt } from '#tests/support/activityItems.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { odsFiles, packed, type RawXlsx, xlsxFiles } from '#tests/support/rawWorkbooks.ts'
import { SAFE } from '#tests/support/safeExamples.ts'
import { readRows } from './readRows.ts'
import { readWorkbook } from './readWorkbook.ts'

type Written = { readonly name?: string; readonly hidden?: boolean } & Pick<WriteSheet, 'rows'> & {
    readonly cells?: Readonly<Record<string, Partial<Cell>>>
  }

const workbook = (...sheets: readonly Written[]) => ({
  sheets: sheets.map(({ name = 'Sheet1', rows = [], cells = {}, hidden = false }) => ({
    name,
    rows,
    hidden,
    cells: new Map(Object.entries(cells)),
  })),
})

/** Workbooks of a writer that shares no code with the reader. */
const xlsx = async (...sheets: readonly Written[]) => Uint8Array.from(await writeXlsx(workbook(...sheets)))
const ods = async (...sheets: readonly Written[]) => Uint8Array.from(await writeOds(workbook(...sheets)))

const rawXlsx = (raw: RawXlsx) => packed(xlsxFiles(raw))
/** One sheet with these rows, as XML. */
const rows = (content: string) => `<sheetData>${content}</sheetData>`
const inline = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
/** A cell of an OpenDocument with a text. */
const shown = (text: string, attributes = '') =>
  `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`
const row = (cells: string, attributes = '') => `<table:table-row ${attributes}>${cells}</table:table-row>`
const table = (content: string) => `<table:table table:name="Sheet1">${content}</table:table>`

/** The cells of the only sheet, line by line, or the kind of the other answer. */
async function cellsIn(bytes: Uint8Array<ArrayBuffer>): Promise<readonly (readonly string[])[] | string> {
  const read = await readWorkbook(bytes, null)
  if (read.kind === 'fault') return read.fault
  if (read.kind === 'sheets') return read.kind
  return read.text
    .split('\n')
    .slice(0, -1)
    .map((line) => readCsvLine(line, 0)?.cells ?? [])
}

/** The rows that the only sheet pays, as `number symbol`, or the reason against each. */
async function paidIn(bytes: Uint8Array<ArrayBuffer>): Promise<readonly string[]> {
  const read = await readWorkbook(bytes, null)
  if (read.kind !== 'sheet') return [read.kind]
  const { records } = await readRows(read.text, { payer: SAFE, tokens: new Map(), token: usdt })
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
    const bytes = await write({ rows: [titles, [payeeAt(1), 250], [payeeAt(2), 1234], [payeeAt(3), 2]] })
    expect(await paidIn(bytes)).toEqual(['250 USDT', '1234 USDT', '2 USDT'])
  })

  test('behavior: is a text in which nobody has to say what separates the cells', async () => {
    const lists: readonly (readonly (readonly string[])[])[] = [
      [titles, [payeeAt(1), '5'], [payeeAt(2), '6']],
      [
        ['Name', 'Amount'],
        ['Ann; B', '5'],
        ['C | D', '6'],
      ],
      [['Ann, Ben; Eve', '5\t6']],
    ]
    for (const list of lists) {
      const read = await readWorkbook(await xlsx({ rows: list.map((cells) => [...cells]) }), null)
      const text = read.kind === 'sheet' ? read.text : ''
      const { separator } = await readRows(text, { payer: SAFE, tokens: new Map(), token: usdt })
      expect(separator).toEqual({ state: 'found', separator: ',' })
    }
  })

  test('behavior: of several sheets with content one is chosen; hidden and empty ones are no choice', async () => {
    const list = [titles, [payeeAt(1), 5]]
    const bytes = await xlsx(
      { name: 'Notes', rows: [['hello']] },
      { name: 'Payouts', rows: list },
      { name: 'Old', rows: list, hidden: true },
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

  test('behavior: hides sheets in three ways', async () => {
    const sheet = rows(`<row>${inline('x')}</row>`)
    const states = ['state="hidden"', 'state="veryHidden"', 'state="visible"']
    const bytes = rawXlsx({ sheets: [sheet, sheet, sheet], states })
    expect(await readWorkbook(bytes, null)).toMatchObject({ kind: 'sheet', name: 'Sheet3' })
    const style =
      '<style:style style:name="ta1" style:family="table"><style:table-properties table:display="false"/></style:style>'
    const hidden = `<table:table table:name="Old" table:style-name="ta1">${row(shown('x'))}</table:table>`
    expect(await readWorkbook(packed(odsFiles(`${hidden}${table(row(shown('x')))}`, style)), null)).toEqual({
      kind: 'sheet',
      name: 'Sheet1',
      text: '"x"\n',
    })
  })

  test('behavior: may have a hundred sheets', async () => {
    const sheets = Array.from({ length: 100 }, (_, at) => ({ name: `Sheet ${at}`, rows: [['x']] }))
    const read = await readWorkbook(await xlsx(...sheets), null)
    expect(read.kind === 'sheets' && read.sheets.length).toBe(100)
    expect(await readWorkbook(await xlsx(...sheets), 'Sheet 99')).toMatchObject({ text: '"x"\n' })
  })
})

describe('a cell', () => {
  test('behavior: has the stored value of its formula, and binary fractions leave no trace', async () => {
    const sum: Partial<Cell> = {
      value: 0.1 + 0.2,
      type: 'formula',
      formula: 'B3+B4',
      formulaResult: 0.1 + 0.2,
    }
    const bytes = await xlsx({ rows: [['Amount'], [null], [1e-7], [-75.5], [1e21]], cells: { '1,0': sum } })
    const cells = [['Amount'], ['=0.3'], ['=0.0000001'], ['=-75.5'], ['1000000000000000000000']]
    expect(await cellsIn(bytes)).toEqual(cells)
  })

  test('behavior: with a whole number keeps all of its digits; others keep 15', async () => {
    const numbers = ['1234567890123456', '1234567890123456.0', '250.0', '1.5E3', '-0', '75.12345678901231']
    const bytes = rawXlsx({
      sheets: [rows(`<row>${numbers.map((v) => `<c><v>${v}</v></c>`).join('')}</row>`)],
    })
    const cells = ['1234567890123456', '1234567890123456', '250', '1500', '0', '=75.1234567890123']
    expect(await cellsIn(bytes)).toEqual([cells])
  })

  test('error: with digits that are no number, or with too many, is an error', async () => {
    const wrong = ['abc', '1e999', '9'.repeat(200), '0x10', ' '].map((v) => `<c><v>${v}</v></c>`)
    expect(await cellsIn(rawXlsx({ sheets: [rows(`<row>${wrong.join('')}</row>`)] }))).toEqual([
      Array(5).fill('#NUM!'),
    ])
  })

  test('behavior: with a number as a text is asked about as in any list', async () => {
    const bytes = await xlsx({ rows: [titles, [payeeAt(1), '1.250'], [payeeAt(2), 5]] })
    expect(await cellsIn(bytes)).toMatchObject([titles, [payeeAt(1), '1.250'], [payeeAt(2), '5']])
    expect(await paidIn(bytes)).toContain('First answer how the amounts are written.')
  })

  test.each(['1.250 USDT', 'USDT 1.250'])('behavior: with the text %s is not read as 1.25', async (text) => {
    const paid = await paidIn(await xlsx({ rows: [titles, [payeeAt(1), text], [payeeAt(2), 500]] }))
    expect(paid[0]).toBe('First answer how the amounts are written.')
  })

  test('error: with a text that begins like a number of the workbook is no such number', async () => {
    const bytes = await xlsx({ rows: [titles, [payeeAt(1), '=1.250'], [payeeAt(2), 5]] })
    expect(await cellsIn(bytes)).toMatchObject([titles, [payeeAt(1), "''=1.250"], [payeeAt(2), '5']])
    expect((await paidIn(bytes))[0]).not.toContain('USDT')
  })

  test('behavior: shows its unit or its percentage as the spreadsheet does', async () => {
    const formats = [
      ...['0.00 "USDT"', '[$€-407] #,##0.00', '$0', '0.0%', '#,##0.00_-', '0.00 "a%b"'],
      // As wide as a sign that is not there: the format of a German number without a currency.
      '_-* #,##0.00\\ _€_-;-* #,##0.00\\ _€_-;_-* &quot;-&quot;??\\ _€_-;_-@_-',
    ]
    const cells = formats.map((_, at) => `<c s="${at}"><v>75.5</v></c><c s="${at}"><v>250</v></c>`)
    const numFmts = formats.map(
      (format, at) => `<numFmt numFmtId="${164 + at}" formatCode="${format.replaceAll('"', '&quot;')}"/>`,
    )
    const xfs = formats.map((_, at) => `<xf numFmtId="${164 + at}"/>`)
    const styles = `<numFmts>${numFmts.join('')}</numFmts><cellXfs>${xfs.join('')}</cellXfs>`
    expect(await cellsIn(rawXlsx({ sheets: [rows(`<row>${cells.join('')}</row>`)], styles }))).toEqual([
      [
        ...['=75.5 USDT', '250 USDT', '=75.5 €', '250 €', '=75.5 $', '250 $'],
        ...['7550%', '25000%', '=75.5', '250', '=75.5 a%b', '250 a%b', '=75.5', '250'],
      ],
    ])
  })

  test('behavior: with a unit or a percentage is read like one of a text', async () => {
    const numbers = (format: string): Partial<Cell> => ({
      value: 50,
      type: 'number',
      style: { numFmt: format },
    })
    const bytes = await xlsx({
      rows: [titles, [payeeAt(1), null], [payeeAt(2), null]],
      cells: { '1,1': numbers('0.00 "USDC"'), '2,1': numbers('0%') },
    })
    expect(await paidIn(bytes)).toEqual(['50 USDC', 'This is a percentage. Enter the amount itself.'])
    const euros = await xlsx({
      rows: [titles, [payeeAt(1), null]],
      cells: { '1,1': numbers('[$€-407] #,##0.00') },
    })
    expect(await paidIn(euros)).toEqual(['First answer which token € means.'])
  })

  test.each(['#,##0,', '0.0,,', '0.0," "', ';;;', ';-0'])(
    'error: that the sheet shows as another one, or not at all, is no amount: %s',
    async (numFmt) => {
      const cell: Partial<Cell> = { value: 1500, type: 'number', style: { numFmt } }
      const bytes = await xlsx({ rows: [titles, [payeeAt(1), null]], cells: { '1,1': cell } })
      expect(await paidIn(bytes)).not.toEqual(['1500 USDT'])
    },
  )

  test.each(['0.00 "CAKE"', '0\\k', '0" Tsd."', '0.00"%"', '[$CAKE] 0', '0 "per reel"'])(
    'error: with a word in its format that is no unit is no amount: %s',
    async (numFmt) => {
      const cell: Partial<Cell> = { value: 5, type: 'number', style: { numFmt } }
      const bytes = await xlsx({ rows: [titles, [payeeAt(1), null]], cells: { '1,1': cell } })
      expect(await paidIn(bytes)).not.toEqual(['5 USDT'])
    },
  )

  test.each(['5 CAKE', '5k', '5 Tsd.'])(
    'error: of an OpenDocument with a word beside its number is no amount: %s',
    async (text) => {
      const amount = shown(text, 'office:value-type="float" office:value="5"')
      const lines = [row(shown('Wallet') + shown('Amount')), row(shown(payeeAt(1)) + amount)]
      expect(await paidIn(packed(odsFiles(table(lines.join('')))))).not.toEqual(['5 USDT'])
    },
  )

  test.each([
    ['', ['2026-11-27', '1900-01-01', '1900-03-01', '12:00', '2026-11-27', '46353 days']],
    ['date1904="1"', ['2030-11-28', '1904-01-02', '1904-03-02', '12:00', '2030-11-28', '46353 days']],
  ])('behavior: with a date is a day, counted from 1900 or 1904 (%s)', async (properties, days) => {
    const styles = `<numFmts><numFmt numFmtId="164" formatCode="[$-407]d\\. mmm yy &quot;0&quot;"/><numFmt numFmtId="165" formatCode="[Red]&quot;days&quot; 0"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="20"/></cellXfs>`
    const values = [
      [1, 46353],
      [1, 1],
      [1, 61],
      [4, 0.5],
      [2, 46353.75],
      [3, 46353],
    ]
    const cells = values.map(([style, value]) => `<c s="${style}"><v>${value}</v></c>`)
    const bytes = rawXlsx({ sheets: [rows(`<row>${cells.join('')}</row>`)], styles, properties })
    expect(await cellsIn(bytes)).toEqual([days])
  })

  test('behavior: has the text of its runs, without how it is pronounced, on one line', async () => {
    const strings = [
      '<si><r><rPr><b/></rPr><t>Ann </t></r><r><t>Lee</t></r></si>',
      '<si><t>山田</t><rPh sb="0" eb="2"><t>ヤマダ</t></rPh><phoneticPr fontId="1"/></si>',
      '<si><t xml:space="preserve">a\n b_x000D_\n_x005F_x000D_</t></si>',
      '<si><t><![CDATA[a & "b"]]></t></si>',
    ]
    const cells = strings.map((_, at) => `<c t="s"><v>${at}</v></c>`).join('')
    const bytes = rawXlsx({
      sheets: [rows(`<row>${cells}${inline('x &lt; y')}</row>`)],
      strings: strings.join(''),
    })
    expect(await cellsIn(bytes)).toEqual([['Ann Lee', '山田', 'a b _x000D_', 'a & "b"', 'x < y']])
  })

  test('error: with an error of the spreadsheet, or with a formula without a value, is an error in its row', async () => {
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
    const cells =
      '<c t="e"><v>#N/A</v></c><c t="b"><v>1</v></c><c t="b"><v>0</v></c><c t="str"><f>A1</f><v>x</v></c>'
    expect(await cellsIn(rawXlsx({ sheets: [rows(`<row>${cells}</row>`)] }))).toEqual([
      ['#N/A', 'TRUE', 'FALSE', 'x'],
    ])
  })

  test('behavior: beyond the hundredth column is kept in it', async () => {
    const cells = (last: string) =>
      `<row><c r="A1"><v>1</v></c><c r="CV1"><v>2</v></c><c r="CW1"><v>3</v></c><c r="${last}1" t="str"><v>paid</v></c></row>`
    const read = await cellsIn(rawXlsx({ sheets: [rows(cells('XFD'))] }))
    expect([read[0]?.length, read[0]?.[0], read[0]?.[99]]).toEqual([100, '1', '2 3 paid'])
    const far = rows('<row><c r="A1"><v>1</v></c></row><row><c r="ZZ2"><v>9</v></c></row>')
    expect((await cellsIn(rawXlsx({ sheets: [far] }))).at(1)).toEqual([...Array(99).fill(''), '9'])
  })

  test('error: that does not follow the one before it makes the workbook damaged', async () => {
    const twice = '<row r="1"><c r="A1"><v>1</v></c><c r="A1"><v>2</v></c></row>'
    const back = '<row r="2"><c><v>1</v></c></row><row r="1"><c><v>2</v></c></row>'
    const missing = '<row><c t="s"><v>7</v></c></row>'
    for (const content of [twice, back, missing])
      expect(await cellsIn(rawXlsx({ sheets: [rows(content)] }))).toBe('damaged')
  })
})

describe('a cell of an OpenDocument', () => {
  test('behavior: has the value of its type', async () => {
    const cells = [
      shown('75.50', 'office:value-type="float" office:value="75.5"'),
      shown('250.00 USDT', 'office:value-type="float" office:value="250"'),
      shown('€ 1.250,50', 'office:value-type="currency" office:currency="EUR" office:value="1250.5"'),
      shown('$5', 'office:value-type="currency" office:value="5"'),
      shown('12.5%', 'office:value-type="percentage" office:value="0.125"'),
      shown('27.11.26', 'office:value-type="date" office:date-value="2026-11-27T10:00:00"'),
      shown('TRUE', 'office:value-type="boolean" office:boolean-value="true"'),
      shown('10:30', 'office:value-type="time" office:time-value="PT10H30M00S"'),
      shown(
        '#N/A',
        'office:value-type="string" office:string-value="" calcext:value-type="error" xmlns:calcext="x"',
      ),
      shown('1234567890123460', 'office:value-type="float" office:value="1234567890123456"'),
    ]
    expect(await cellsIn(packed(odsFiles(table(row(cells.join(''))))))).toEqual([
      [
        ...['=75.5', '250 USDT', '=1250.5 EUR', '5 $', '12.5%', '2026-11-27', 'TRUE', '10:30'],
        ...['#N/A', '1234567890123456'],
      ],
    ])
  })

  test('behavior: has all of its paragraphs, apart from its comment', async () => {
    const comment = '<office:annotation><text:p>paid</text:p></office:annotation>'
    const cell = `<table:table-cell office:value-type="string">${comment}<text:p>Ann<text:s text:c="2"/><text:span>Lee</text:span></text:p><text:p>x</text:p></table:table-cell>`
    expect(await cellsIn(packed(odsFiles(table(row(cell)))))).toEqual([['Ann Lee x', 'Comment: paid']])
  })

  test('behavior: is repeated as often as the file says, and an empty one costs nothing', async () => {
    const empty = '<table:table-cell table:number-columns-repeated="16382"/>'
    const content = [
      row(`${shown('x', 'table:number-columns-repeated="2"')}${empty}`, 'table:number-rows-repeated="2"'),
      row('<table:table-cell table:number-columns-repeated="16384"/>', 'table:number-rows-repeated="2"'),
      row(`<table:covered-table-cell/>${shown('y')}`),
      row(
        '<table:table-cell table:number-columns-repeated="16384"/>',
        'table:number-rows-repeated="1048571"',
      ),
    ].join('')
    expect(await cellsIn(packed(odsFiles(table(content))))).toEqual([
      ...[
        ['x', 'x'],
        ['x', 'x'],
        ['', ''],
        ['', ''],
        ['', 'y'],
      ],
    ])
  })

  test('error: in more rows than a list has, or with more text, makes the workbook too large', async () => {
    const times = (count: number) => `table:number-rows-repeated="${count}"`
    const repeated = (text: string, count: number) => packed(odsFiles(table(row(shown(text), times(count)))))
    expect(await cellsIn(repeated('x', 100_000))).toHaveLength(100_000)
    expect(await cellsIn(repeated('x', 100_001))).toBe('too-many-rows')
    expect(await cellsIn(repeated('x'.repeat(30_000), 100_000))).toBe('unpacks-too-large')
    const below = `${row('', times(100_000))}${row(shown('x'))}`
    expect(await cellsIn(packed(odsFiles(table(below))))).toBe('too-many-rows')
    expect(await cellsIn(rawXlsx({ sheets: [rows('<row r="100001"><c><v>1</v></c></row>')] }))).toBe(
      'too-many-rows',
    )
  })
})

describe('what a spreadsheet hides', () => {
  test('behavior: a row that a filter hides says so in one more cell', async () => {
    const bytes = Uint8Array.from(readFileSync('tests/fixtures/lists/hiddenByFilter.xlsx'))
    expect(await cellsIn(bytes)).toMatchObject([
      [expect.any(String), expect.any(String), expect.any(String), ''],
      [expect.any(String), '250', expect.any(String), 'hidden in the sheet'],
      [expect.any(String), '100', expect.any(String), ''],
      [expect.any(String), '50', expect.any(String), ''],
    ])
  })

  test('behavior: rows of an OpenDocument are hidden by hand, by a filter or with their group', async () => {
    const content = [
      row(shown('title')),
      row(shown('a'), 'table:visibility="collapse"'),
      row(shown('b'), 'table:visibility="filter"'),
      `<table:table-row-group table:display="false">${row(shown('c'))}</table:table-row-group>`,
      `<table:table-row-group>${row(shown('d'))}</table:table-row-group>`,
    ].join('')
    expect(await cellsIn(packed(odsFiles(table(content))))).toEqual([
      ['title', ''],
      ...['a', 'b', 'c'].map((text) => [text, 'hidden in the sheet']),
      ['d', ''],
    ])
  })

  test('error: a row of no height is a hidden one', async () => {
    const sheet = rows(`<row ht="0" customHeight="1">${inline('a')}</row><row ht="15">${inline('b')}</row>`)
    expect(await cellsIn(rawXlsx({ sheets: [sheet] }))).toEqual([
      ['a', 'hidden in the sheet'],
      ['b', ''],
    ])
  })

  test('behavior: the title of a hidden column says so, and its values are kept', async () => {
    const list = `<row>${inline('Wallet')}${inline('Amount')}<c><v>1</v></c></row><row><c><v>2</v></c><c><v>3</v></c></row>`
    const cols = '<cols><col min="2" max="16384" hidden="1"/></cols>'
    expect(await cellsIn(rawXlsx({ sheets: [`${cols}${rows(list)}`] }))).toEqual([
      ['Wallet', 'Amount (hidden)', '1'],
      ['2', '3', ''],
    ])
    const columns =
      '<table:table-column/><table:table-column table:visibility="collapse" table:number-columns-repeated="2"/>'
    const content = `${row('')}${row(`${shown('Wallet')}${shown('Amount')}`)}${row(`${shown('x')}${shown('y')}`)}`
    expect(await cellsIn(packed(odsFiles(table(`${columns}${content}`))))).toEqual([
      ...[
        ['', ''],
        ['Wallet', 'Amount (hidden)'],
        ['x', 'y'],
      ],
    ])
  })

  test('error: the title of a hidden column says so below other rows', async () => {
    const list = `<row>${inline('Payouts in May')}</row><row>${inline('Wallet')}${inline('Amount')}</row><row><c><v>2</v></c><c><v>3</v></c></row>`
    const cols = '<cols><col min="2" max="2" hidden="1"/></cols>'
    expect(await cellsIn(rawXlsx({ sheets: [`${cols}${rows(list)}`] }))).toEqual([
      ['Payouts in May', ''],
      ['Wallet', 'Amount (hidden)'],
      ['2', '3'],
    ])
  })

  test('error: words of a cell that are struck through stay apart from the others, and their row says so', async () => {
    const run = (text: string, style = '') => `<r><rPr>${style}</rPr><t>${text}</t></r>`
    const mixed = `${run('250', '<strike/>')}${run(' 300')}`
    const whole = `${run('off', '<strike val="1"/>')}${run(' ')}`
    const strings = `<si>${mixed}</si><si>${whole}</si><si>${run('on', '<strike val="0"/>')}</si>`
    const shared = (at: number) => `<row><c t="s"><v>${at}</v></c></row>`
    const own = `<row><c t="inlineStr"><is>${mixed}</is></c></row><row>${inline('on')}</row>`
    const sheet = rows(`${shared(0)}${shared(1)}${shared(2)}${own}`)
    expect(await cellsIn(rawXlsx({ sheets: [sheet], strings }))).toEqual([
      ['~~250~~ 300', 'struck through'],
      ['off ', 'struck through'],
      ['on', ''],
      ['~~250~~ 300', 'struck through'],
      ['on', ''],
    ])
    const line = '<style:text-properties style:text-line-through-style="solid"/>'
    const styles = ['text', 'paragraph'].map(
      (family) => `<style:style style:name="s" style:family="${family}">${line}</style:style>`,
    )
    const cells = ['<text:span text:style-name="s">250</text:span> 300', 'on'].map((text) => row(shown(text)))
    const off = row('<table:table-cell><text:p text:style-name="s">off</text:p></table:table-cell>')
    expect(await cellsIn(packed(odsFiles(table([...cells, off].join('')), styles.join(''))))).toEqual([
      ['~~250~~ 300', 'struck through'],
      ['on', ''],
      ['off', 'struck through'],
    ])
  })

  test('behavior: a row with a cell that is struck through says so', async () => {
    const fonts = '<font/><font><strike/></font><font><strike val="0"/></font>'
    const dxfs = '<dxfs><dxf><font><strike/></font></dxf></dxfs>'
    const xfs = [0, 1, 2].map((font) => `<xf numFmtId="0" fontId="${font}"/>`).join('')
    const styles = `<fonts>${fonts}</fonts><cellXfs>${xfs}</cellXfs>${dxfs}`
    const line = (styles: readonly number[], hidden = '') =>
      `<row ${hidden}>${styles.map((style) => `<c s="${style}"><v>1</v></c>`).join('')}<c s="1"/></row>`
    const sheet = rows(
      [line([0, 0]), line([1, 0]), line([1, 1], 'hidden="true"'), line([2, 2]), line([1, 0, 0])].join(''),
    )
    expect(await cellsIn(rawXlsx({ sheets: [sheet], styles }))).toEqual([
      ['1', '1', '', ''],
      ['1', '1', '', 'struck through'],
      ['1', '1', '', 'hidden in the sheet, struck through'],
      ['1', '1', '', ''],
      ['1', '1', '1', 'struck through'],
    ])
  })

  test('error: a comment that another program writes is read', async () => {
    const cells = { '1,1': { comment: { text: 'on hold' } } }
    const bytes = await xlsx({
      rows: [
        ['Wallet', 'Amount'],
        [payeeAt(0), 5],
      ],
      cells,
    })
    expect(await cellsIn(bytes)).toEqual([
      ['Wallet', 'Amount', ''],
      [payeeAt(0), '5', 'Comment: on hold'],
    ])
  })

  test('error: a comment on a cell stands beside its row, and a person decides about it', async () => {
    const line = (payee: string, amount: number) => `<row>${inline(payee)}<c><v>${amount}</v></c></row>`
    const files = xlsxFiles({
      sheets: [rows(`${line(payeeAt(0), 5)}${line(payeeAt(1), 6)}${line(payeeAt(2), 7)}`)],
    })
    const relation =
      '<Relationships><Relationship Id="r" Type="x/comments" Target="../comments1.xml"/></Relationships>'
    const comment = (ref: string, text: string) =>
      `<comment ref="${ref}"><text><r><t>${text}</t></r></text></comment>`
    const threaded = '[Threaded comment] Your version of Excel shows no threads. Comment:  on hold'
    const comments = `<comments><commentList>${comment('B2', 'Bob:_x000A_already paid')}${comment('A2', 'ask')}${comment('A3', threaded)}</commentList></comments>`
    const bytes = packed({
      ...files,
      'xl/worksheets/_rels/sheet0.xml.rels': relation,
      'xl/comments1.xml': comments,
    })
    const said = ['', 'Comment: Bob: already paid ask', 'Comment: on hold']
    expect(((await cellsIn(bytes)) as readonly string[][]).map((cells) => cells.at(-1))).toEqual(said)
    const annotation =
      '<office:annotation><dc:date>2026-11-30</dc:date><text:p>already</text:p><text:p>paid</text:p></office:annotation>'
    const cell = `<table:table-cell>${annotation}<text:p>${payeeAt(0)}</text:p></table:table-cell>`
    const content = table(`${row(cell)}${row(shown(payeeAt(1)))}`)
    expect(await cellsIn(packed(odsFiles(content)))).toEqual([
      [payeeAt(0), 'Comment: already paid'],
      [payeeAt(1), ''],
    ])
    const read = await readWorkbook(bytes, null)
    const { leftovers } = await readRows(read.kind === 'sheet' ? read.text : '', {
      payer: SAFE,
      tokens: new Map(),
      token: usdt,
    })
    const asked = leftovers.filter(({ isAsked }) => isAsked)
    expect(asked.map(({ values }) => values.map(({ text }) => text))).toEqual([said])
    expect(asked.map((one) => leftoverWords(one).question)).toEqual([
      'Some cells have comments. Do they change who is paid?',
    ])
  })

  test('behavior: a style of an OpenDocument strikes cells through, its own, its parent or that of the column', async () => {
    const style = (name: string, parent: string, line: string) =>
      `<style:style style:name="${name}" style:family="table-cell" style:parent-style-name="${parent}"><style:text-properties ${line}/></style:style>`
    const line = 'style:text-line-through-style='
    const styles = [
      ...[style('ce1', 'Default', `${line}"solid"`), style('ce2', 'ce1', '')],
      ...[style('ce3', 'ce1', `${line}"none"`), style('ce4', 'ce4', '')],
    ]
    const cells = ['ce1', 'ce2', 'ce3', 'ce4'].map((name) => row(shown(name, `table:style-name="${name}"`)))
    const column = '<table:table-column table:default-cell-style-name="ce2"/>'
    const content = [column, ...cells, row(shown('column'))].join('')
    expect(await cellsIn(packed(odsFiles(table(content), styles.join(''))))).toEqual([
      ['ce1', 'struck through'],
      ['ce2', 'struck through'],
      ['ce3', ''],
      ['ce4', ''],
      ['column', 'struck through'],
    ])
  })
})

describe('bytes that are no workbook', () => {
  test('error: are refused, and so is a workbook without rows', async () => {
    expect(await readWorkbook(Uint8Array.from([0x50, 0x4b, 3, 4, 1]), null)).toMatchObject({ kind: 'fault' })
    expect(await readWorkbook(new Uint8Array(0), null)).toEqual({ kind: 'fault', fault: 'damaged' })
    expect(await cellsIn(packed({ 'notes.txt': 'hello' }))).toBe('damaged')
    expect(await cellsIn(await xlsx({ rows: [] }))).toBe('no-rows')
  })

  test('error: that need a password are named, of Excel and of OpenDocument', async () => {
    expect(await cellsIn(Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]))).toBe('encrypted')
    const entry =
      '<manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry>'
    expect(await cellsIn(packed({ ...odsFiles('', '', entry), 'content.xml': '\0\x01' }))).toBe('encrypted')
  })

  test('error: that declare entities, or are nested without an end, are refused quickly', async () => {
    const laughs = Array.from({ length: 30 }, (_, at) => `<!ENTITY a${at + 1} "&a${at};&a${at};">`).join('')
    const content = `<!DOCTYPE x [<!ENTITY a0 "ha">${laughs}]><worksheet><sheetData><row><c t="str"><v>&a30;</v></c></row></sheetData></worksheet>`
    const deep = `<worksheet>${'<a>'.repeat(1_000_000)}`
    const wide = `<worksheet ${Array.from({ length: 1_000 }, (_, at) => `a${at}=""`).join(' ')}/>`
    for (const sheet of [content, deep, wide, '<worksheet><sheetData>'])
      expect(
        await cellsIn(packed({ ...xlsxFiles({ sheets: [''] }), 'xl/worksheets/sheet0.xml': sheet })),
      ).toBe('damaged')
  })
})
