import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as Amount from '#chain/money/Amount.ts'
import { answerValues, type LeftoverAnswers, leftOut, openLeftovers } from '#domain/draft/payoutDraft.ts'
import { usdt } from '#tests/support/activityItems.ts'
import { type LeftoverList, leftoverLists } from '#tests/support/leftoverLists.ts'
import { payees } from '#tests/support/pastedLists.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { sameRuns } from '#tests/support/propertyRuns.ts'
import { SAFE } from '#tests/support/safeExamples.ts'
import type { LeftoverValue } from './leftoverValues.ts'
import { type ReadRows, readRows, type TextOptions } from './readRows.ts'

const { A, B, C, D } = payees
const options: TextOptions = { payer: SAFE, tokens: new Map(), token: usdt }

/** The lines that are paid without a decision about them. */
function paidUnasked(read: ReadRows): readonly number[] {
  if (read.separator.state === 'ambiguous' || read.unclear.length > 0 || read.style === null) return []
  if (read.currencies.length > 0) return []
  const asked = openLeftovers(read.leftovers, {}).flatMap(({ values }) =>
    values.flatMap(({ lines }) => lines),
  )
  const isWhole = openLeftovers(read.leftovers, {}).some(({ kind }) => kind === 'above' || kind === 'heading')
  return isWhole
    ? []
    : read.records.flatMap((row) => (row.read.ok && !asked.includes(row.line) ? [row.line] : []))
}

const hash = (count: number) => `0x${String(count).repeat(64)}`

/** The values that are asked about, by leftover. */
const askedOf = (read: ReadRows) =>
  Object.fromEntries(
    openLeftovers(read.leftovers, {}).map(({ title, values }) => [title, values.map(({ text }) => text)]),
  )

describe('what a list says beside its payments is decided by a person', () => {
  test.each([
    ['a date under a title of payments', 'paid on', '2026-11-03', true],
    ['a date under another title', 'planned for', '2026-11-03', false],
    ['the hash of a transaction', 'tx', hash(1), true],
  ])('behavior: %s offers to leave its row out: %s, %s, %s', async (_, title, cell, isDoubtful) => {
    const { leftovers } = await readRows(`Wallet,Amount,${title}\n${A},5,${cell}\n${B},6,`, options)
    expect(leftovers[0]?.values.map((value) => value.isDoubtful)).toEqual([isDoubtful, false])
  })

  test.each<[string, string, Readonly<Record<string, readonly string[]>>]>([
    [
      'a column of networks (N2)',
      `address,token,network,amount\n${D},USDC,Polygon,250\n${B},USDT,TRC20,10\n${A},USDT,BEP20,5`,
      { network: ['Polygon', 'TRC20', 'BEP20'] },
    ],
    [
      'another network in German (N2)',
      `Adresse;Netzwerk;Betrag\n${D};Polygon;250\n${B};BSC;100`,
      { Netzwerk: ['Polygon', 'BSC'] },
    ],
    [
      'notes (N2)',
      `address,amount,note\n${D},250,please send on Polygon\n${B},100,Arbitrum only`,
      { note: ['please send on Polygon', 'Arbitrum only'] },
    ],
    [
      'chat lines (N2)',
      `Dana ${D} 250 USDC on Polygon\nBen ${B} 100 USDT ERC20`,
      { 'Words before the address': ['Dana', 'Ben'], 'Other words': ['on Polygon', 'ERC20'] },
    ],
    [
      'the title of the addresses (N2)',
      `ERC20 address,amount\n${A},5\n${B},6`,
      { 'ERC20 address': ['ERC20 address'] },
    ],
    [
      'a line above the table (N2)',
      `Payouts on Polygon,\naddress,amount\n${A},5`,
      { 'Words above the list': ['Payouts on Polygon'] },
    ],
    [
      'one network for all rows (N2)',
      `address,chain,amount\n${A},Polygon,5\n${B},Polygon,6`,
      { chain: ['Polygon'] },
    ],
    [
      'the chain id of another network in some rows (N2)',
      `address,chainId,amount\n${A},56,5\n${B},137,6`,
      { chainId: ['56', '137'] },
    ],
    [
      'dates of some payments (P2)',
      `Wallet,Amount,Token,Paid\n${C},180,USDT,2026-11-03\n${B},90,USDT,\n${A},70,USDT,not yet`,
      { Paid: ['2026-11-03', '', 'not yet'] },
    ],
    [
      'dates of all payments (P2)',
      `Wallet,Amount,Paid on\n${A},5,2026-11-03\n${B},6,2026-11-04`,
      { 'Paid on': ['2026-11-03', '2026-11-04'] },
    ],
    [
      'dates of all payments in German (P2)',
      `Adresse;Betrag;überwiesen am\n${A};5;03.11.2026\n${B};6;04.11.2026`,
      { 'überwiesen am': ['03.11.2026', '04.11.2026'] },
    ],
    [
      'hashes of all payments (P2)',
      `Wallet,Amount,Reference\n${A},5,${hash(1)}\n${B},6,${hash(2)}`,
      { Reference: [hash(1), hash(2)] },
    ],
    [
      'one state of all payments (P2)',
      `Wallet,Amount,Status\n${A},5,Completed\n${B},6,Completed`,
      { Status: ['Completed'] },
    ],
    ['one answer for all payments (P2)', `Wallet,Amount,Paid\n${A},5,yes\n${B},6,yes`, { Paid: ['yes'] }],
    [
      'states (P2)',
      `Wallet,Amount,Token,Status\n${C},180,USDT,Completed\n${B},90,USDT,noch nicht bezahlt\n${A},70,USDT,Pago de noviembre`,
      { Status: ['Completed', 'noch nicht bezahlt', 'Pago de noviembre'] },
    ],
    [
      'a title that no table knows',
      `ที่อยู่,จำนวนเงิน USDT,สถานะ\n${C},180,จ่ายแล้ว\n${B},90,ยังไม่จ่าย\n${A},70,ยังไม่จ่าย`,
      { สถานะ: ['จ่ายแล้ว', 'ยังไม่จ่าย'] },
    ],
    [
      'marks of a checkbox',
      `Wallet,Amount,Done\n${C},180,TRUE\n${B},90,FALSE\n${A},70,FALSE`,
      { Done: ['TRUE', 'FALSE'] },
    ],
    [
      'hashes of payments that were made',
      `Wallet,Amount,Tx\n${C},180,0x${'5a'.repeat(32)}\n${B},90,\n${A},70,`,
      { Tx: [`0x${'5a'.repeat(32)}`, ''] },
    ],
    [
      'notes in brackets behind some names',
      `Name,Wallet,Amount\nAnn,${A},5\nBen (settled),${B},6`,
      { Name: ['Ann', 'Ben (settled)'] },
    ],
    [
      'the chain id of another network in all rows',
      `Wallet,Amount,Chain id\n${A},5,137\n${B},6,137`,
      { 'Chain id': ['137'] },
    ],
    [
      'notes that say in every row that it was paid',
      `Wallet,Amount,Note\n${A},5,paid\n${B},6,paid`,
      { Note: ['paid'] },
    ],
    [
      'days on which every row was paid',
      `Wallet,Amount,State\n${A},5,Paid 3 Nov\n${B},6,Paid 4 Nov\n${C},7,Paid 5 Nov`,
      { State: ['Paid 3 Nov', 'Paid 4 Nov', 'Paid 5 Nov'] },
    ],
    [
      'days without a year under a title that no table knows',
      `Wallet,Amount,Wired\n${A},5,3 Nov\n${B},6,4 Nov\n${C},7,5 Nov`,
      { Wired: ['3 Nov', '4 Nov', '5 Nov'] },
    ],
    [
      'names that all have a note, which differs',
      `Name,Wallet,Amount\nAnn - paid,${A},5\nBob - on hold today,${B},6\nCy - UGC,${C},7`,
      { Name: ['Ann - paid', 'Bob - on hold today', 'Cy - UGC'] },
    ],
    [
      'a heading above all rows',
      `Already paid:\nWallet,Amount\n${A},5\n${B},6`,
      { 'Words above the list': ['Already paid:'] },
    ],
    [
      'a multiple that words above the rows name',
      `Amounts in thousands\nWallet,Amount\n${A},5\n${B},6`,
      { 'Words above the list': ['Amounts in thousands'] },
    ],
    [
      'another payee that every note names',
      `Wallet,Amount,Note\n${A},5,send to ${C}\n${B},6,send to ${C}`,
      { Note: [`send to ${C}`] },
    ],
    [
      'another token that every comment names',
      `Wallet,Amount,Comment\n${A},5,in USDC please\n${B},6,in USDC please`,
      { Comment: ['in USDC please'] },
    ],
    [
      'another network beside every name',
      `Name,Wallet,Amount\nAnn (TRC20),${A},5\nBob (TRC20),${B},6`,
      { Name: ['Ann (TRC20)', 'Bob (TRC20)'] },
    ],
    ['a single row with words', `${A},250,already paid`, { 'Column 3': ['already paid'] }],
    [
      'headings of chat lines',
      `PAID\n${A} 5 USDT\n${B} 6 USDT\nUNPAID\n${C} 7 USDT`,
      { Heading: ['PAID', 'UNPAID'] },
    ],
    [
      'headings in the first column of a table',
      `Wallet,Amount,Token\n${A},5,USDT\nשולם:,,\n${B},6,USDT`,
      { Heading: ['', 'שולם:'] },
    ],
    [
      'comments between the rows',
      `Wallet,Amount\n${A},5\n# on hold\n# until May\n${B},6`,
      { Heading: ['', '# on hold · # until May'] },
    ],
  ])('error: %s', async (_, text, asked) => {
    const read = await readRows(text, options)
    expect(askedOf(read)).toEqual(asked)
    expect(paidUnasked(read)).toEqual([])
  })

  test.each([
    ['a question mark behind a payment', `${A} 5 USDT ?\n${B} 6 USDT`],
    ['a question mark behind an address', `${A}?,5\n${B},6`],
    ['a task that is done', `- [x] ${A} 5 USDT\n- [ ] ${B} 6 USDT`],
  ])('error: %s is asked about, and the row without it is paid', async (_, text) => {
    const read = await readRows(text, options)
    expect(read.records.map((row) => row.read.ok)).toEqual([true, true])
    expect(paidUnasked(read)).toEqual([2])
  })

  test('error: words below the last row, and a name of people, are rows without an address', async () => {
    const named = (name: string) => (name === 'Cleo' ? [C] : [])
    const read = await readRows(`${A} 5 USDT\nCleo\n${B} 6 USDT\nDora`, { ...options, named })
    expect(read.records.map((row) => row.read.ok)).toEqual([true, false, true, false])
    expect(askedOf(read)).toEqual({})
  })

  test.each(['#', ';', '!', "'", '~~', '[x] ', '[X] ', '//', '-- ', '# ', '✅ ', '☑ '])(
    'error: a row behind %j is not paid without a decision, and the others are (N1)',
    async (mark) => {
      const end = mark === '~~' ? mark : ''
      for (const text of [`${mark}${B}${end},6,USDT\n${C},7,USDT`, `${mark}${B} 6 USDT${end}\n${C} 7 USDT`]) {
        const read = await readRows(text, options)
        expect(read.records.map((row) => row.read.ok)).toEqual([true, true])
        expect(paidUnasked(read)).toEqual([2])
      }
    },
  )

  test.each([
    ['the row of a quoted mail', '> ', ''],
    ['a row in brackets', '(', ')'],
    ['a row with a star', '', '*'],
    ['a row with a bullet', '- ', ''],
    ['a row that ends with an arrow', '', ' <-'],
    ['a row that is struck through', '', '\u0336'],
    ['a row that goes on', '', ' …'],
  ])(
    'error: %s is asked about where others are not, and pays unasked where all are',
    async (_, ahead, behind) => {
      const rows = [`${A} 5 USDT`, `${B} 6 USDT`, `${C} 7 USDT`]
      const marked = rows.map((row) => `${ahead}${row}${behind}`)
      expect(paidUnasked(await readRows(rows.with(1, marked[1] ?? '').join('\n'), options))).toEqual([1, 3])
      expect(paidUnasked(await readRows(marked.join('\n'), options))).toEqual([1, 2, 3])
    },
  )

  test('error: an address with a star is asked about in a table, too', async () => {
    const read = await readRows(`Name,Wallet,Amount\nAnn,${A},5\nBen,${B}*,6`, options)
    expect(paidUnasked(read)).toEqual([2])
  })

  test.each(['- ', '• ', '1) ', '[ ] ', '* ', '> ', '#1 '])(
    'behavior: the bullet %j marks nothing',
    async (bullet) => {
      expect(paidUnasked(await readRows(`${bullet}${B} 6 USDT\n${bullet}${C} 7 USDT`, options))).toEqual([
        1, 2,
      ])
    },
  )

  test.each([
    [
      'row numbers, names, handles and references',
      `#,Name,Instagram,Wallet,Amount,Reference\n1,Ann,@ann,${A},5,INV-1\n2,Ben,@ben,${B},6,INV-2`,
    ],
    [
      'links, dates and ids that differ in each row',
      `Wallet,Amount,Post,Date,Id\n${A},5,https://x.com/1,2026-11-01,rec81Ab22Cd\n${B},6,https://x.com/2,2026-11-02,rec99Zx01Qw`,
    ],
    ['dates of posts', `Wallet,Amount,Post date\n${A},5,2026-11-03\n${B},6,2026-11-04`],
    ['dates without a title', `03.11.2026;${A};5,00\n04.11.2026;${B};6,50`],
    ['counts that differ', `Wallet,Amount,Followers\n${A},5,12000\n${B},6,900\n${C},7,31`],
    ['what is the same in all rows', `Wallet,Amount,Network,Approved\n${A},5,BSC,yes\n${B},6,BSC,yes`],
    ['an empty column', `Wallet,Amount,Status\n${A},5,\n${B},6,`],
    ['the name of this chain in a line', `${A} 5 USDT BEP20\n${B} 6 USDT (BEP20)`],
    ['a slash between address, amount and token', `${A} / 5 / USDT\n${B} / 6 / USDT`],
    [
      'the lines and the code signs of Markdown',
      `| Creator | Wallet | Fee |\n|:--|:--|--:|\n| @ann | \`${A}\` | 5 USDT |\n| @ben | \`${B}\` | 6 USDT |`,
    ],
    ['words above the list, and comments there', `November\n# for Ann\nWallet,Amount\n${A},5\n${B},6`],
    ['comments that are equal', `# USDT\nWallet,Amount\n${A},5\n# USDT\n${B},6`],
  ])('behavior: %s ask nothing', async (_, text) => {
    const read = await readRows(text, options)
    expect(askedOf(read)).toEqual({})
    expect(paidUnasked(read)).toHaveLength(2 + (text.includes(C) ? 1 : 0))
  })

  test('behavior: what is not asked about is named', async () => {
    const { leftovers } = await readRows(
      `Wallet,Amount,Network,Post\n${A},5,BSC,https://x.com/1\n${B},6,BSC,https://x.com/2`,
      options,
    )
    expect(leftovers.map(({ title, isAsked, values }) => [title, isAsked, values.length])).toEqual([
      ['Network', false, 1],
      ['Post', false, 2],
    ])
  })

  test('behavior: an answer by value leaves rows out, and holds for that value alone', async () => {
    const { leftovers } = await readRows(
      `Wallet,Amount,Status\n${A},5,Completed\n${B},6,Open\n${C},7,open`,
      options,
    )
    const [status] = leftovers
    if (!status) throw new Error('Status is not asked about.')
    const answers = answerValues(
      status,
      {},
      ({ isDoubtful }) => (isDoubtful ? 'leave' : 'pay'),
      status.values,
    )
    expect(answers).toEqual({ 'column/status': { completed: 'leave', open: 'pay' } })
    expect([...leftOut(leftovers, answers)]).toEqual([[2, 'Status: Completed']])
    expect(openLeftovers(leftovers, answers)).toEqual([])
    const next = await readRows(`Wallet,Amount,Status\n${A},5,Completed\n${B},6,Waiting`, options)
    expect(openLeftovers(next.leftovers, answers)).toHaveLength(1)
    expect(openLeftovers(next.leftovers, { 'column/status': 'nothing' })).toEqual([])
  })

  test('behavior: rows that are left out are not asked about again in another column', async () => {
    const history = (open: string) =>
      readRows(
        `Wallet,Amount,Paid on,Tx,Status\n${A},5,2026-11-03,${hash(1)},Completed\n${B},6,2026-11-04,${hash(2)},Completed\n${C},7,,,${open}`,
        options,
      )
    const { leftovers } = await history('Open')
    const openAfter = (answers: LeftoverAnswers) =>
      openLeftovers(leftovers, answers).map(({ title }) => title)
    expect(openAfter({})).toEqual(['Paid on', 'Tx', 'Status'])
    const [paidOn, tx, status] = leftovers
    if (!paidOn || !tx || !status) throw new Error('A column is not asked about.')
    const settled = ({ isDoubtful }: LeftoverValue) => (isDoubtful ? 'leave' : 'pay')
    expect(openAfter(answerValues(status, {}, settled, status.values))).toEqual([])
    // The rows that are left are still asked about.
    expect(openAfter(answerValues(paidOn, {}, settled, paidOn.values))).toEqual(['Status'])
    expect(openAfter(answerValues(tx, {}, settled, tx.values.slice(0, 1)))).toEqual([
      'Paid on',
      'Tx',
      'Status',
    ])
    expect(openAfter(answerValues(paidOn, {}, () => 'pay', paidOn.values))).toEqual(['Tx', 'Status'])
    const { leftovers: empty } = await history('')
    expect(openLeftovers(empty, answerValues(paidOn, {}, settled, paidOn.values))).toEqual([])
  })
})

async function expectAsked({ text, title, values }: LeftoverList): Promise<void> {
  const read = await readRows(text, options)
  const found = openLeftovers(read.leftovers, {}).filter(({ kind }) => kind === 'column')
  expect(found.map((leftover) => [leftover.title, leftover.values.map((value) => value.text)])).toEqual([
    [title || 'Column 3', [...new Set(values)]],
  ])
  expect(found[0]?.values.flatMap(({ lines }) => lines).toSorted()).toEqual([2, 3, 4])
  expect(read.unclear).toEqual([])
  expect(read.records.map(({ read: row }) => row.ok && Amount.toDecimal(row.payment.amount))).toEqual([
    '5.25',
    '6.25',
    '7.25',
  ])
}

describe('lists in languages that no table knows', () => {
  test.each(leftoverLists)('error: $name is asked about', expectAsked)
})

const anyText = fc.oneof(
  fc.constantFrom(
    'paid',
    'open',
    'x',
    '',
    'Polygon',
    'BSC',
    'ja',
    'כן',
    'จ่ายแล้ว',
    '0',
    '1',
    'TRUE',
    '✓',
    'Ann',
    'USDT',
    '2026-11-03',
  ),
  // Signs in front of a first cell are a mark, which is asked about row by row.
  fc.string({ maxLength: 12 }).map((text) => text.replace(/[\t\r\n"]/g, '').replace(/^[^a-z0-9]+/i, '')),
)
const anyTitle = fc.constantFrom(
  'Status',
  'Zahlung',
  'x',
  '',
  'Netzwerk',
  'Comment',
  'Ref',
  'סטטוס',
  'Paid',
  'City',
  'Tag',
)

test('error: adding a column with two values never changes what is paid without a question about it', async () => {
  const seen = { lists: 0, asked: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 3, max: 12 }),
      fc.uniqueArray(anyText, { minLength: 2, maxLength: 2, selector: (text) => text.trim().toLowerCase() }),
      fc.infiniteStream(fc.boolean()),
      anyTitle,
      fc.integer({ min: 0, max: 2 }),
      fc.boolean(),
      async (count, [one = '', other = ''], choices, title, at, hasHeader) => {
        const cells = [
          one,
          other,
          ...Array.from({ length: count - 2 }, () => (choices.next().value ? one : other)),
        ]
        const rows = cells.map((_, index) => [payeeAt(index + 1), `${index + 5}.25`])
        const wider = rows.map((row, index) => row.toSpliced(at, 0, cells[index] ?? ''))
        const header = ['Wallet', 'Amount'].toSpliced(at, 0, title)
        const text = [...(hasHeader ? [header] : []), ...wider].map((row) => row.join('\t')).join('\n')
        const read = await readRows(text, options)
        seen.lists++
        const paid = paidUnasked(read)
        // A column of tokens is used to pay.
        if (paid.length === 0 || read.mapping.token === at) {
          seen.asked++
          return
        }
        // Whatever is left is paid as before, and never by a word of the column.
        expect(JSON.stringify([text, paid])).toBe('')
      },
    ),
    sameRuns(250, 20_000),
  )
  expect(seen.asked).toBe(seen.lists)
}, 600_000)

test('error: a text cell of a workbook is a text, and its typed numbers keep their point (P1)', async () => {
  const amounts = async (...cells: readonly string[]) => {
    const text = [['Wallet', 'Amount'], ...cells.map((cell, index) => [payeeAt(index + 1), cell])]
      .map((row) => row.map((cell) => `"${cell}"`).join(','))
      .join('\n')
    const { records, style } = await readRows(text, options)
    return style === null
      ? 'asked'
      : records.map(({ read }) => (read.ok ? Amount.toDecimal(read.payment.amount) : 'fault'))
  }
  expect(await amounts('1.250 USDT', '500')).toBe('asked')
  expect(await amounts('=1.25', '=1.125', '500')).toEqual(['1.25', '1.125', '500'])
  expect(await amounts('=1.125 USDT', '1.200,50 USDT')).toEqual(['1.125', '1200.5'])
})
