import { describe, expect, test } from 'vitest'
import type { Address } from '#chain/money/Address.ts'
import type { Token } from '#chain/money/Token.ts'
import { usdt } from '#tests/support/activityItems.ts'
import { SAFE } from '#tests/support/safeExamples.ts'
import { NO_CELLS, type RowOptions, readRow, rowOfRecord } from './readRow.ts'

const A = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const B = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'
const HASH = `0x${'5'.repeat(64)}`
const five = { token: usdt, value: 5n * 10n ** 18n }

const options: RowOptions = { payer: SAFE, token: usdt, tokens: new Map<string, Token>(), style: 'plain' }
const noColumns = {
  payee: null,
  amount: null,
  token: null,
  tokenType: null,
  name: null,
  reference: null,
  handle: null,
  note: null,
}
type Plan = Parameters<typeof rowOfRecord>[1]
const plan: Plan = {
  mapping: { ...noColumns, payee: 0, amount: 1, note: 2 },
  header: null,
  width: 3,
  isPayeeChosen: false,
  isComma: true,
  isUncut: false,
}
const titled = { header: ['Wallet', 'Amount', 'Note'] }
type Place = number | null
const columns = (
  payee: Place = null,
  amount: Place = null,
  name: Place = null,
  token: Place = null,
  tokenType: Place = null,
) => ({ mapping: { ...noColumns, payee, amount, name, token, tokenType } })

/** The row of some cells. */
const row = (cells: readonly string[], some: Partial<Plan> = {}, more: Partial<RowOptions> = {}) =>
  rowOfRecord({ kind: 'cells', line: 1, lines: 1, cells }, { ...plan, ...some }, { ...options, ...more })
/** The fault of the line; null for none. */
const faultOf = (cells: readonly string[], some: Partial<Plan> = {}, more: Partial<RowOptions> = {}) => {
  const { read } = row(cells, some, more)
  return read.ok ? null : (read.faults.line ?? null)
}
const readCells = (payee: string, amount: string, token = '', more: Partial<RowOptions> = {}) =>
  readRow({ payee, amount, token, tokenType: '' }, { ...options, ...more })

const several = 'This line has several addresses. Put each payment on its own line.'
const cut = 'A comma split this amount in two. Quote it, or use a decimal point.'
const tooLong = (found: number) =>
  `This line has ${found} cells instead of 3. Did a comma split an amount? Quote it, or use a decimal point.`

describe('the cells of a row', () => {
  test('behavior: are one payment, and tell whether the address has a checksum', () => {
    const read = { ok: true, payment: { payee: A, amount: five } }
    expect(readCells(A, '5')).toStrictEqual({ trimmed: false, hasChecksum: true, read })
    expect(readCells(A.toLowerCase(), '5')).toStrictEqual({ trimmed: false, hasChecksum: false, read })
  })

  test('behavior: a number of a workbook is plain, however the list writes its amounts', () => {
    const read = (amount: string) => readCells(A, amount, '', { style: 'point-comma' })
    expect(read('=1.500')).toMatchObject({ read: { payment: { amount: { value: 15n * 10n ** 17n } } } })
    expect(read('1.500')).toMatchObject({ read: { payment: { amount: { value: 1_500n * 10n ** 18n } } } })
  })

  test('behavior: a payment keeps the name that was looked up, and the request that it answers', () => {
    const lookedUp = [{ name: 'ann.bnb', address: A as Address, at: 7 }]
    const request = { id: 'r', since: 1, until: 2, payee: A as Address, token: usdt.address }
    const ofOthers = [
      { ...request, id: 'x', payee: B as Address },
      { ...request, id: 'y', token: null },
    ]
    const { read } = readCells('ann.bnb', '5', '', { lookedUp, requests: [...ofOthers, request] })
    expect(read).toStrictEqual({
      ok: true,
      payment: {
        payee: A,
        amount: five,
        entered: { name: 'ann.bnb', at: 7 },
        answers: { id: 'r', since: 1, until: 2 },
      },
    })
    expect(readCells(A, '5', '', { requests: ofOthers }).read).toStrictEqual({
      ok: true,
      payment: { payee: A, amount: five },
    })
  })

  const rest = { unknownToken: null, namesakes: [], bnbName: null }
  const noStyle = 'First answer how the amounts are written.'
  const payee = 'That’s not an address. It should start with 0x and have 42 characters.'
  const unknown = `We don’t know the token at ${B}.`
  const choose = (title: string) => `Choose the ${title} column first.`
  const error = (text: string) =>
    `Your spreadsheet has an error here (${text}). Enter the right value, or skip the row.`
  test.each<[string, readonly [string, string, string], Partial<RowOptions>, object, object?]>([
    ['an amount in no style', [A, '5', ''], { style: null }, { amount: noStyle }],
    ['an address in no column', [A, '5', ''], { unclear: ['payee'] }, { payee: choose('address') }],
    ['an amount in no column', [A, '5', ''], { unclear: ['amount'] }, { amount: choose('amount') }],
    ['a token in no column', [A, '5', ''], { unclear: ['token'] }, { token: choose('token') }],
    ['an address that a spreadsheet lost', [' #REF!\u200b', '5', ''], {}, { payee: error('#REF!') }],
    ['an amount that it lost', [A, '#N/A', ''], {}, { amount: error('#N/A') }],
    ['a token that it lost', [A, '5', '#NAME?'], {}, { token: error('#NAME?') }],
    ['a text that is no address', ['-', '5', ''], {}, { payee }],
    ['a contract that is not known', [A, '5', B], {}, { token: unknown }, { unknownToken: B }],
    ['another cell beside it', ['-', '5', B], {}, { payee, token: unknown }],
    ['an amount beside it', [A, '0', B], {}, { amount: 'Enter an amount above zero.', token: unknown }],
  ])('error: %s is a fault of its own cell', (_, [to, amount, token], more, faults, found = {}) => {
    expect(readCells(to, amount, token, more).read).toStrictEqual({ ok: false, faults, ...rest, ...found })
  })

  test.each([
    ['ann.bnb', { bnbName: 'ann.bnb', namesakes: [] }],
    ['kim.bnb', { bnbName: 'kim.bnb', namesakes: [A] }],
    ['Kim', { bnbName: null, namesakes: [A, B] }],
    ['ann.crypto', { bnbName: null, namesakes: [] }],
  ] as const)('error: the name %s says who can be meant', (name, meant) => {
    const people: Readonly<Record<string, readonly Address[]>> = { Kim: [A, B], 'kim.bnb': [A] }
    expect(readCells(name, '5', '', { named: (text) => people[text] ?? [] }).read).toMatchObject(meant)
  })

  test('behavior: only what nobody sees at their edges is reported as trimmed', () => {
    const seen = [A, `  ${A}  `, 'Ann  Lee', `${'x'.repeat(100)}\u200b`]
    const unseen = [`\u200b${A}`, `${A}\u00a0`, ` \t${A}`, `${'x'.repeat(99)}\u200b`]
    const trimmed = (cell: string) =>
      [readCells(cell, '5'), readCells(A, cell), readCells(A, '5', cell)].map((read) => read.trimmed)
    for (const cell of seen) expect([cell, trimmed(cell)]).toEqual([cell, [false, false, false]])
    for (const cell of unseen) expect([cell, trimmed(cell)]).toEqual([cell, [true, true, true]])
  })
})

describe('the line of a row', () => {
  test('behavior: is a payment with its labels', () => {
    const mapping = { ...noColumns, payee: 3, amount: 4, name: 0, handle: 1, reference: 2, note: 5 }
    const cells = ['Ann', '@ann', 'INV-7', A, '5', 'Reel']
    const record = { kind: 'cells', line: 3, lines: 2, cells } as const
    expect(rowOfRecord(record, { ...plan, mapping, width: 6 }, options)).toStrictEqual({
      line: 3,
      lines: 2,
      name: 'Ann',
      handle: '@ann',
      reference: 'INV-7',
      note: 'Reel',
      raw: null,
      cells: { payee: A, amount: '5', token: '', tokenType: '' },
      trimmed: false,
      hasChecksum: true,
      maybeCut: false,
      read: { ok: true, payment: { payee: A, amount: five } },
    })
  })

  test('error: that could not be split keeps its text, and has no cells', () => {
    const record = { kind: 'error', line: 3, lines: 2, fault: 'unclosed-quote', raw: '"a\nb' } as const
    const line = 'A quote mark opens here and never closes. Close or remove it.'
    expect(rowOfRecord(record, plan, options)).toStrictEqual({
      line: 3,
      lines: 2,
      name: null,
      handle: null,
      reference: null,
      note: null,
      raw: '"a\nb',
      cells: NO_CELLS,
      trimmed: false,
      hasChecksum: false,
      maybeCut: false,
      read: { ok: false, faults: { line }, unknownToken: null, namesakes: [], bnbName: null },
    })
  })

  test('error: with a fault keeps its cells only where each is in its column', () => {
    const [whole, longer] = [row([`${A}\u200b`, '1', B]), row([A, '1', 'x', 'y'])]
    expect(whole).toMatchObject({
      cells: { payee: `${A}\u200b`, amount: '1' },
      raw: `${A}\u200b | 1 | ${B}`,
      trimmed: false,
      read: { faults: { line: several } },
    })
    expect(longer).toMatchObject({ cells: NO_CELLS, raw: `${A} | 1 | x | y`, note: 'x' })
    expect(row([A, '1', '5', 'y']).maybeCut).toBe(false)
    expect(row([`${A}\u200b`, '1', 'x']).trimmed).toBe(true)
  })

  test.each<[string, readonly string[], Partial<Plan>, string | null]>([
    ['without a separator', [A, '5', ''], { isUncut: true }, 'Choose what separates the columns first.'],
    ['with a cell too many', [A, '5', 'x', 'y'], {}, tooLong(4)],
    ['without its amount', [A], {}, 'This line has 1 cell instead of 3.'],
    ['without a note', [A, '5'], {}, null],
    ['without its token', [A, '5'], columns(0, 1, null, 2), 'This line has 2 cells instead of 3.'],
    ['without its type', [A, '5'], columns(0, 1, null, null, 2), 'This line has 2 cells instead of 3.'],
    ['without a name', [A, '5'], columns(0, 1, 2), null],
    ['of an address alone, in a list without amounts', [A], columns(0), null],
    ['whose amount is beyond the titles', [A, '5'], { ...columns(0, 2), width: 2 }, null],
  ])('error: a line %s', (_, cells, some, fault) => {
    expect(faultOf(cells, some)).toBe(fault)
  })

  const split = 'A comma split the name here. Put the name in quotes, or remove the comma.'
  test.each<[readonly string[], Partial<Plan>, string]>([
    [['Miller', 'Ben', A, '5'], columns(1, 2, 0), split],
    [['Miller', 'Ben', A, '5'], columns(1, 2), tooLong(4)],
    [['Ben', A, '5', 'x'], columns(1, 2, 0), tooLong(4)],
    [['Ben', A, B, 'x'], columns(1, 2, 0), tooLong(4)],
    [['Ben', 'x', '5', 'y'], columns(1, 2, 0), tooLong(4)],
    [['x', A, '5', 'y'], columns(0, 1, 2), tooLong(4)],
    [['x', A, '5', 'y'], columns(null, 2, 0), tooLong(4)],
  ])('error: %j with an address one cell behind has a comma in its name', (cells, some, fault) => {
    expect(faultOf(cells, some)).toBe(fault)
  })

  test('behavior: a person’s name beside a contract is no name with a comma', () => {
    const some = { ...columns(1, 3, 0, 2), width: 4 }
    const named = () => [A] as const
    expect(row(['Ann', 'Dana', usdt.address ?? '', '5'], some, { named }).read.ok).toBe(true)
  })

  test.each([...[`5 ${A}`, `250;${A}`, `${A},250`, `${A} |7`, `paid 5 ${A}`, `5 ${A.replace('0x', '0X')}`]])(
    'error: %j in a note holds another payment',
    (note) => {
      expect(faultOf([A, '5', note], titled)).toBe(several)
    },
  )

  test.each([
    ...[A, `see ${A}`, `ref7 ${A}`, `5 ${A.slice(0, 38)} to me`, `5 reels, see bscscan.com/address/9`],
  ])('behavior: %j in a note is a note', (note) => {
    expect(faultOf([A, '5', note], titled)).toBeNull()
  })

  test.each<[string, Partial<Plan>, string | null]>([
    [B, {}, several],
    [`to ${B.toLowerCase()}`, {}, several],
    ['0X1234567890', {}, several],
    ['0x123456789', {}, null],
    [A.toUpperCase().replace('0X', '0x'), {}, null],
    [`in ${usdt.address}`, {}, null],
    [HASH, {}, null],
    [B, { isPayeeChosen: true }, null],
    [B, { header: ['Wallet', 'Amount', '№'] }, null],
    [B, { header: ['Wallet', 'Amount', '-'] }, several],
    [B, { header: ['Wallet', 'Amount'] }, several],
    [B, columns(null, null), several],
  ])('error: an address %j without a title, %o, is that of another payment', (note, some, fault) => {
    expect(faultOf([A, '5', note], some)).toBe(fault)
  })

  test('error: an address in no column is never taken for the payee’s', () => {
    expect(faultOf(['x', B, B], columns())).toBe(several)
    expect(faultOf([A, A], columns(0, 1))).toBeNull()
  })

  const tokens = 'This line names several tokens. Leave only the one to pay.'
  test.each([
    [`USDC ${A}`, tokens],
    [`USDC: ${A}`, tokens],
    [`U\u200bSDC ${A}`, null],
    [`${A} FDUSD`, tokens],
    [`USDT ${A}`, null],
    [`my wallet: ${A}`, null],
    [`bnb:${A}`, null],
    [`BNB Chain: ${A}`, null],
    [`BNB Smart Chain ${A}`, null],
    [`Binance Smart Chain: ${A}`, null],
    [`BNB ${A}`, tokens],
    [`https://bscscan.com/token/${usdt.address}?a=${A}`, null],
    [`USDC https://bscscan.com/token/${usdt.address}?a=${A}`, tokens],
  ])('error: %j beside an amount in USDT', (payee, fault) => {
    const { read, raw } = row([payee, '5', ''])
    expect(read.ok || read.faults.payee !== tokens ? null : tokens).toBe(fault)
    // Its cells can be corrected one by one.
    expect(raw).toBeNull()
  })

  test.each<[readonly string[], Partial<Plan>, string | null, boolean]>([
    [[A, '1', '000'], {}, cut, false],
    [[A, ' 123 ', ' 050 '], {}, cut, false],
    [[A, '1', '500.5'], {}, cut, false],
    [[A, '1', '500'], {}, null, true],
    [[A, '1', '0000'], {}, null, true],
    [[A, '1', '0500'], {}, null, true],
    [[A, '0', '050'], {}, null, true],
    [[A, '1234', '050'], {}, null, true],
    [[A, 'x1', '050'], {}, null, false],
    [[A, '1', 'x050'], {}, null, false],
    [[A, '1', '500 reels'], {}, null, true],
    [[A, '1', '5 reels'], {}, null, false],
    [[A, '1', '5000 reels'], {}, null, false],
    [[A, 'x 1', '500'], {}, null, false],
    [[A, '1.500', '50'], {}, null, true],
    [[A, '1 234’567', '5'], {}, null, true],
    [[A, '1234.500', '50'], {}, null, false],
    [[A, '1.50', '5'], {}, null, false],
    [[A, '1.5000', '5'], {}, null, false],
    [[A, '1', '000'], { isComma: false }, null, false],
    [['1', '000', A], columns(2, 1), null, true],
    [['1', '500', A], { ...columns(2, 1), header: ['x', 'Amount', 'Wallet'] }, null, false],
    [['1', A, '000'], columns(1, 0), null, false],
    [['1', '000', A], columns(2, 0, null, 1), null, false],
    [['1', '000', A], columns(2, 0, null, null, 1), null, false],
    [[A, '1', '000'], columns(0), null, false],
    [['1', '000', 'x'], columns(), null, false],
    [['1', '000'], { ...columns(null, 1), width: 2 }, null, true],
  ])('error: %j with %o may be an amount that a comma cut in two', (cells, some, fault, maybeCut) => {
    const found = row(cells, some)
    expect([found.read.ok ? null : (found.read.faults.line ?? null), found.maybeCut]).toEqual([
      fault,
      maybeCut,
    ])
    const quoted = { kind: 'cells', line: 1, lines: 1, cells, isQuoted: true } as const
    expect(rowOfRecord(quoted, { ...plan, ...some }, options)).toMatchObject({ maybeCut: false, raw: null })
  })

  test.each([
    [[A, '250 USDC', ''], { amount: '250', token: 'USDC' }],
    [[A, '=75.5 USDC', ''], { amount: '=75.5', token: 'USDC' }],
    [[A, '250 USDC', ' \u200b'], { amount: '250', token: 'USDC' }],
    [[A, '250 USDC', 'USDT'], { amount: '250 USDC', token: 'USDT' }],
    [[A, '$250', ''], { amount: '$250', token: '' }],
  ])('behavior: a token beside the amount moves into its own cell: %j', (cells, moved) => {
    expect(row(cells, columns(0, 1, null, 2)).cells).toStrictEqual({ payee: A, tokenType: '', ...moved })
  })

  test.each([
    ['Reel + 3 stories', 'Reel + 3 stories'],
    ['Reel  x', 'Reel x'],
    ['Reel ', 'Reel'],
    ['\u200bReel', 'Reel'],
    ['Re\u202eel', 'Reel'],
    ['\u200bäö', 'äö'],
    ['Reel \u200bäö', 'Reel äö'],
    ['„Reel“', 'Reel'],
    ['«Reel»', 'Reel'],
    ['a „Reel“', 'a „Reel“'],
    ['„Reel“ a', '„Reel“ a'],
    ['„Reel', '„Reel'],
    ['„“', null],
    ['', null],
  ])('behavior: the note %j is kept as %j', (cell, note) => {
    expect(row([A, '5', cell]).note).toBe(note)
  })

  test('behavior: a column that is missing has no labels', () => {
    expect(row([A, '5', 'x'], columns(0, 1))).toMatchObject({ note: null, name: null })
  })
})
