import { describe, expect, test } from 'vitest'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import { usdt } from '#tests/support/activityItems.ts'
import { SAFE } from '#tests/support/safeExamples.ts'
import { csvAirdropFile } from './knownFiles.ts'
import type { PayoutRow } from './PayoutRow.ts'
import { readRows, type TextOptions } from './readRows.ts'

const A = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const B = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'
const plain: TextOptions = { payer: SAFE, token: null, tokens: new Map() }
const inUsdt: TextOptions = { ...plain, token: usdt }

/** A row in words: whom and how much it pays, or everything that is wrong with it. */
function reported({ read }: PayoutRow): string {
  return read.ok
    ? `${read.payment.payee} ${Amount.toDecimal(read.payment.amount)} ${read.payment.amount.token.symbol}`
    : Object.entries(read.faults)
        .map(([where, fault]) => `${where}: ${fault}`)
        .join(' ')
}
const rowsOf = async (text: string, options: TextOptions) =>
  (await readRows(text, options)).records.map(reported)

describe('input that other tools misread', () => {
  const header = 'token_type,token_address,receiver,amount,id'
  const row = (type: string, token: string, payee: string, amount: string) =>
    `${header}\n${type},${token},${payee},${amount},\nnative,,${B},0.5,`
  const erc20 = (amount: string) => row('erc20', usdt.address ?? '', A, amount)

  test.each<[string, string, RegExp]>([
    ['too many decimals', erc20(`0.${'1'.repeat(19)}`), /^amount: Too many decimals \(USDT allows 18\)/],
    ['below one base unit', erc20(`0.${'0'.repeat(18)}1`), /^amount: Too many decimals \(USDT allows 18\)/],
    [
      'a blank token of the type erc20',
      row('erc20', '', A, '1'),
      /^token: Type erc20 needs the token’s contract/,
    ],
    ['a blank token without a type', row('', '', A, '1'), /^token: No token/],
    [
      'a wrong checksum of the payee',
      row('native', '', A.replace('F', 'f'), '1'),
      /^payee: This address has a typo/,
    ],
    [
      'a wrong checksum of the token',
      row('erc20', `${usdt.address}`.replace('F', 'f'), A, '1'),
      /^token: This contract address has a typo/,
    ],
    ['a negative amount', erc20('-5'), /^amount: An amount can’t be negative/],
    ['1e3', erc20('1e3'), /^amount: Spreadsheets shorten/],
    ['0x10', erc20('0x10'), /^amount: .*hexadecimal/],
    ['1,000.5 without quotes', erc20('1,000.5'), /^line: This line has 6 cells instead of 5/],
    ['a typo in the type', row('ecr20', `${usdt.address}`, A, '1'), /^token: ecr20 isn’t a token type/],
    ['a collectible', row('nft', B, A, '1'), /^token: Type nft moves collectibles/],
    ['native with a contract', row('native', `${usdt.address}`, A, '1'), /^token: Type native means BNB/],
    ['the zero address', erc20('1').replace(A, `0x${'0'.repeat(40)}`), /^payee: This is the zero address/],
    [
      'a token as the payee',
      erc20('1').replace(A, `${usdt.address}`),
      /^payee: This is the USDT token contract/,
    ],
    ['a missing payee', erc20('1').replace(A, ''), /^payee: Enter the recipient/],
    ['an unknown token', row('erc20', B, A, '1'), /^token: We don’t know the token at 0x9965/],
    ['zero', erc20('0.00'), /^amount: Enter an amount above zero/],
  ])('error: %s is an error in its row only', async (_, text, fault) => {
    const read = await readRows(text, plain)
    const [first = '', second] = read.records.map(reported)
    expect(first).toMatch(fault)
    expect(second).toBe(`${B} 0.5 BNB`)
    expect(read.counts).toMatchObject({ rows: 1, errors: 1, blank: 0, comment: 0, header: 1 })
  })

  test('error: asks about a quoted "1,000.5" and reads it as answered', async () => {
    const text = erc20('"1,000.5"')
    const asked = await readRows(text, plain)
    expect(asked.styles).toMatchObject({
      state: 'ask',
      options: [
        { style: 'comma-point', reads: 2, example: '1,000.5 means 1,000.50' },
        { style: 'plain', reads: 1, example: '0.5 means 0.50' },
      ],
    })
    expect(asked.counts).toMatchObject({ rows: 0, errors: 2 })
    expect(await rowsOf(text, { ...plain, style: 'comma-point' })).toEqual([
      `${A} 1000.5 USDT`,
      `${B} 0.5 BNB`,
    ])
    expect(await rowsOf(text, { ...plain, style: 'plain' })).toEqual([
      'amount: This isn’t written like the other amounts. If you mean 1000.5, write that.',
      `${B} 0.5 BNB`,
    ])
  })

  test('behavior: reads a duplicated row twice', async () => {
    const text = `${header}\nnative,,${A},1,\nnative,,${A},1,\n`
    expect(await rowsOf(text, plain)).toEqual([`${A} 1 BNB`, `${A} 1 BNB`])
  })

  test('behavior: reads a payee with a trailing space, and reports it', async () => {
    const { records } = await readRows(erc20('1').replace(A, `${A} \u00a0\u200b`), plain)
    expect(records.map(({ trimmed }) => trimmed)).toEqual([true, false])
    const [spaced] = (await readRows(`${A}, 250`, inUsdt)).records
    expect(spaced).toMatchObject({ trimmed: false, read: { ok: true } })
    expect(records.map(reported)[0]).toBe(`${A} 1 USDT`)
  })

  test('behavior: names a column that is not used, and accepts more than 500 rows', async () => {
    const lines = Array.from({ length: 501 }, (_, index) => `${A},${index + 1},USDT,deal ${index}`)
    const read = await readRows(
      `${['receiver', 'amount', 'token', 'Campaign'].join()}\n${lines.join('\n')}\n`,
      plain,
    )
    expect(read.counts).toMatchObject({ rows: 501, errors: 0 })
    expect(read.columns.at(-1)).toEqual({ title: 'Campaign', place: 'left over' })
    expect(read.records.at(-1)?.note).toBeNull()
  })
})

describe('columns', () => {
  test.each([
    ['payee,amount,token', `${A},1,USDT`],
    ['Token;SUM;Wallet', `usdt;1;${A}`],
    ['Note\tPay to\tTotal\tCurrency', `hi\t${A}\t1\tUSDT`],
    ['token_address,VALUE,receiver', `${usdt.address},1,${A}`],
    [`${A},1,USDT`, `${A},1,USDT`],
    [`USDT,x,1,${A}`, `usdt,y,1,${A}`],
  ])('behavior: finds the columns from the first line %j', async (first, row) => {
    expect((await rowsOf(`${first}\n${row}`, plain)).at(-1)).toBe(`${A} 1 USDT`)
  })

  test.each([
    ['address,followers', 'amount: Choose the amount column first.'],
    ['address,amount,amount', 'amount: Choose the amount column first.'],
  ])('error: asks about a column that %j leaves unclear, and reads it as answered', async (first, fault) => {
    const text = `${first}\n${A},12,7,USDT`.split('\n')
    const row = text[1]?.split(',').slice(0, first.split(',').length).join()
    const asked = await readRows(`${text[0]}\n${row}`, inUsdt)
    expect(asked.records.map(reported)).toEqual([fault])
    const mapping = {
      payee: 0,
      amount: 1,
      token: null,
      tokenType: null,
      name: null,
      reference: null,
      handle: null,
      note: null,
    }
    expect(await rowsOf(`${text[0]}\n${row}`, { ...inUsdt, mapping })).toEqual([`${A} 12 USDT`])
  })

  test.each([
    ['address,amount,wallet', `${A},12,${B}`, ['payee']],
    ['token,amount,wallet,currency', `USDT,12,${A},USDT`, ['token']],
    ['address,amount,budget', `${A},12,500 USDT`, ['amount']],
  ])('error: %j with the cells %j is a question', async (first, row, unclear) => {
    expect((await readRows(`${first}\n${row}`, inUsdt)).unclear).toEqual(unclear)
  })

  test.each([
    ['who,amount,x', `${A},12,USDT`],
    ['Adresse,Betrag,Währung', `${A},12,USDT`],
    ['токен,сумма,кошелек', `USDT,12,${A}`],
    ['Wallet,Amount (USDT)', `${A},12`],
    ['#,Wallet,USDT', `1,${A},12`],
  ])('behavior: the cells decide where the titles of %j leave a column open', async (first, row) => {
    expect((await rowsOf(`${first}\n${row}`, plain)).at(-1)).toBe(`${A} 12 USDT`)
  })

  test('error: does not guess between two number columns without titles', async () => {
    expect((await readRows(`1,${A},100\n2,${B},200`, inUsdt)).unclear).toEqual(['amount'])
  })

  test('error: treats a first line with a mistake as a row, not as a header', async () => {
    expect(await rowsOf(`${A.slice(0, -1)},5\n${A},6`, inUsdt)).toEqual([
      'payee: This address is too short: 1 character is missing. Copy it again.',
      `${A} 6 USDT`,
    ])
  })

  test.each([
    ['Campaign', 'Herbst 2026'],
    ['Kampagne', '#Autumn reels'],
    ['CAMPAÑA', 'חורף 🎬'],
  ])(
    'behavior: a campaign that the column %s names for all rows is that of the list',
    async (title, name) => {
      const text = `address,amount,city,${title}\n${A},1,Oslo,${name}\n${B},2,,${name.toLowerCase()}`
      const { columns, campaign } = await readRows(text, inUsdt)
      expect(campaign).toBe(name.replace('#', ''))
      expect(columns.at(-1)?.place).toBe('campaign')
    },
  )

  test.each([
    ['several campaigns', `Campaign\n${A},1,Spring\n${B},2,Autumn`],
    ['a row without one', `Campaign\n${A},1,Spring\n${B},2,`],
    ['two such columns', `Campaign,Kampagne\n${A},1,Spring,Spring\n${B},2,Spring,Spring`],
    ['a longer text', `Campaign\n${A},1,${'x'.repeat(31)}\n${B},2,${'x'.repeat(31)}`],
  ])('behavior: %s are no campaign of the list', async (_, rows) => {
    const { columns, campaign } = await readRows(`address,amount,${rows}`, inUsdt)
    expect(campaign).toBe(null)
    expect(columns.at(-1)?.place).toBe('left over')
  })

  test('behavior: columns titled as name, handle, reference and note are those (N5)', async () => {
    const text = `#,name,Instagram,address,amount,ref,Note,city\n1,Ann,@ann,${A},1,INV-7,Reel + 3 stories,Oslo\n2,,@ben,${B},2`
    const { records, columns } = await readRows(text, inUsdt)
    const places = ['number', 'name', 'handle', 'payee', 'amount', 'reference', 'note', 'left over']
    expect(columns.map(({ place }) => place)).toEqual(places)
    expect(records.map(({ name, handle, reference, note }) => [name, handle, reference, note])).toEqual([
      ['Ann', '@ann', 'INV-7', 'Reel + 3 stories'],
      [null, '@ben', null, null],
    ])
  })

  test('error: a line with fewer cells may lack notes only, otherwise it is an error', async () => {
    expect(await rowsOf(`address,amount,token,note\n${A},1,USDT\n${A},1`, inUsdt)).toEqual([
      `${A} 1 USDT`,
      'line: This line has 2 cells instead of 4.',
    ])
  })

  test('error: without a header, a line must have as many cells as most lines', async () => {
    const [ok, cut] = [`${A};1`, 'line: This line has 3 cells instead of 2.']
    expect(await rowsOf(`${ok}\n${ok};5\n${ok}`, inUsdt)).toEqual([
      `${A} 1 USDT`,
      expect.stringContaining(cut.slice(0, 40)),
      `${A} 1 USDT`,
    ])
  })

  test('behavior: removes a formula’s mark once', async () => {
    const { records } = await readRows(`address,amount,note\n${A},1,"'=1+1"\n${A},1,'tis`, inUsdt)
    expect(records.map(({ note }) => note)).toEqual(['=1+1', "'tis"])
  })
})

test('error: only words after a number sign are a comment; with an address, the line is asked about', async () => {
  const read = await readRows(`# paid in May\n# ${A},5\n\n,,\n${B},5`, inUsdt)
  expect(read.counts).toMatchObject({ rows: 2, errors: 0, blank: 2, comment: 1 })
  expect(read.leftovers).toMatchObject([
    { kind: 'above', values: [{ text: '# paid in May' }], isAsked: false },
    { kind: 'mark', values: [{ text: '#', lines: [2] }], isAsked: true },
  ])
})

test.each([
  ['a damaged address', `Name,Wallet,Amount,Note\nBob,${B},250,\nAnn,0xAb58…9B12,250,Total`],
  ['no address', `Name,Wallet,Amount,Note\nBob,${B},250,\nAnn,,250,total`],
])('error: a row with %s and the word total is no sum of the others', async (_, text) => {
  const read = await readRows(text, inUsdt)
  expect(read.counts).toMatchObject({ rows: 1, errors: 1, total: 0 })
})

test.each([`Name;Amount;Note\nBen;250;\nAda;250;total`, `Name;Note;Amount\nBen;x;250\nAda;total;250`])(
  'error: a payment to one of your people is no sum of the others: %j',
  async (text) => {
    const people: Readonly<Record<string, readonly Address[]>> = { ada: [A], ben: [B] }
    const named = (name: string) => people[name.toLowerCase()] ?? []
    const read = await readRows(text, { ...inUsdt, named })
    expect(read.counts).toMatchObject({ rows: 2, total: 0 })
  },
)

test.each(['10:31', '9:05 PM'])(
  'behavior: the time %s of a copied message is no part of a name',
  async (time) => {
    const lines = [`Ann: ${A} 250 USDT`, `Bob: ${B} 300 USDT`].map((line) => `[${time}, 12/11/2026] ${line}`)
    const read = await readRows(lines.join('\n'), plain)
    expect(read.records.map(({ name, read }) => [name, read.ok])).toEqual([
      ['Ann', true],
      ['Bob', true],
    ])
  },
)

describe('names of one’s people in the place of addresses', () => {
  const people: Readonly<Record<string, readonly Address[]>> = { dana: [A], bob: [B], kim: [A, B] }
  const named = (name: string) => people[name.trim().toLowerCase()] ?? []
  const byName: TextOptions = { ...inUsdt, named }

  test('behavior: are read as the address of the one who is called that, in any case', async () => {
    expect(await rowsOf('Dana, 250\nBOB, 100.5', byName)).toEqual([`${A} 250 USDT`, `${B} 100.5 USDT`])
    expect(await rowsOf(`Dana;250\n${B};1\nbob;2`, byName)).toEqual([
      ...[`${A} 250 USDT`, `${B} 1 USDT`, `${B} 2 USDT`],
    ])
  })

  test('behavior: are read from a column of names if there is no column of addresses', async () => {
    const read = await readRows('Name,Amount\nDana,250\nBob,100', byName)
    expect(read.unclear).toEqual([])
    expect(read.records.map(reported)).toEqual([`${A} 250 USDT`, `${B} 100 USDT`])
    expect((await readRows('Name,Amount\nEve,250\nZoe,100', byName)).unclear).toEqual(['payee'])
    expect(await rowsOf(`Name,Address,Amount\nDana,${B},250`, byName)).toEqual([`${B} 250 USDT`])
  })

  test('behavior: are labels beside a column of addresses', async () => {
    const read = await readRows(`${A},Bob,250\n${B},Dana,100`, byName)
    expect(read.unclear).toEqual([])
    expect(read.records.map(reported)).toEqual([`${A} 250 USDT`, `${B} 100 USDT`])
  })

  test('behavior: alone are rows from the first line on, never a header', async () => {
    const read = await readRows('Dana\nBob', byName)
    expect(read.header).toBeNull()
    expect(read.records.map(({ cells }) => cells.payee)).toEqual(['Dana', 'Bob'])
  })

  test('error: of several people mean nobody, and name all of them', async () => {
    const { records } = await readRows('Dana,250\nKim,100', byName)
    expect(records.map(reported)).toEqual([
      `${A} 250 USDT`,
      'payee: You have 2 people called Kim. Choose one, or enter the address.',
    ])
    expect(records.map(({ read }) => !read.ok && read.namesakes)).toEqual([false, [A, B]])
  })

  test.each([
    ['a stranger', 'Eve', /^payee: You have no one called Eve in People/],
    ['a part of a name', 'Dan', /^payee: You have no one called Dan in People/],
    ['a name with a letter of another script', 'D\u0430na', /^payee: You have no one called/],
    ['a name of a registry', 'dana.bnb', /^payee: Look up dana\.bnb, or enter/],
    ['a name of another registry', 'dana.eth', /^payee: We look up \.bnb names only/],
    ['a damaged address', A.slice(0, 30), /^payee: (That’s not an address|This address is too short)/],
  ])('error: %s is nobody', async (_, name, fault) => {
    const [, row] = await rowsOf(`Dana,1\n${name},2\nBob,3`, byName)
    expect(row).toMatch(fault)
  })

  test('error: an address with a typo is never looked up as a name', async () => {
    const wrong = A.replace('F', 'f')
    const [row] = await rowsOf(`${wrong},1`, {
      ...inUsdt,
      named: (name) => (name === wrong ? [B] : []),
    })
    expect(row).toMatch(/^payee: This address has a typo/)
  })
})

describe('separators', () => {
  test('behavior: chooses the separator that isolates addresses', async () => {
    const read = await readRows(`${A};1,5;Smith, Ann\n${B};2,5;x`, inUsdt)
    expect(read.separator).toEqual({ state: 'found', separator: ';' })
    expect(read.styles).toMatchObject({ state: 'ask', options: [{ style: 'point-comma', reads: 2 }] })
  })

  test('error: reads nothing until the user chooses between two possible ones', async () => {
    const text = `${A};1,${B}\n${A};2,${B}`
    const asked = await readRows(text, inUsdt)
    expect(asked.separator).toEqual({ state: 'ambiguous', options: [';', ','] })
    expect(asked.records.map(reported)).toEqual(
      Array(2).fill('line: Choose what separates the columns first.'),
    )
    expect(asked.counts).toMatchObject({ rows: 0, errors: 2 })
    const mapping = {
      payee: 1,
      amount: 0,
      token: null,
      tokenType: null,
      name: null,
      reference: null,
      handle: null,
      note: null,
    }
    expect((await readRows(text, { ...inUsdt, separator: ',', mapping })).separator).toEqual({
      state: 'chosen',
      separator: ',',
    })
  })

  test('behavior: a list of addresses has one column and no amounts', async () => {
    const read = await readRows(`${A}\n${B}\n`, inUsdt)
    expect(read.separator).toEqual({ state: 'found', separator: 'none' })
    expect([read.unclear, read.mapping.payee, read.mapping.amount]).toEqual([[], 0, null])
    expect(read.records.map(reported)).toEqual(Array(2).fill('amount: Enter an amount.'))
  })

  test('behavior: flags whole numbers on both sides of a comma, because 1,5 may be meant', async () => {
    const read = await readRows(`address,amount,note\n${A},1,5\n${A},1,five\n${A},1.5,5\n${A},1,500`, inUsdt)
    expect(read.records.map(({ maybeCut }) => maybeCut)).toEqual([true, false, false, true])
  })

  test('error: also flags a grouped amount that a comma has cut, with any grouping mark (A16)', async () => {
    for (const cell of ['1.500,50', "1'500,50", '1’500,50', '1 500,50', '1.500,5', '12.345.678,90']) {
      const text = `address,amount,note\n${A},${cell}\n${A},1.5,x`
      const { records } = await readRows(text, { ...inUsdt, style: 'point-comma' })
      expect([cell, records.map(({ maybeCut }) => maybeCut)]).toEqual([cell, [true, false]])
    }
  })

  test('error: without titles, flags the first half of a cut amount before the second (A16)', async () => {
    const mapping = {
      payee: 2,
      amount: 1,
      token: null,
      tokenType: null,
      name: null,
      reference: null,
      handle: null,
      note: null,
    }
    const maybeCut = async (text: string) =>
      (await readRows(text, { ...inUsdt, mapping })).records.map((row) => row.maybeCut)
    expect(await maybeCut(`1,500,${A}\n2,25,${B}\nx,500,${A}`)).toEqual([true, true, false])
    expect(await maybeCut(`id,amount,address\n1,500,${A}`)).toEqual([false])
  })

  test.each(['1,000', '1,000.5', '12,500.25', '1,000.5 USDT', '1, 050'])(
    'error: does not read the first digits of an unquoted %j as the amount, even if a note may follow',
    async (amount) => {
      const fault = expect.stringContaining('A comma split this amount')
      const whole = `${A},1,x\n${A},2,y`
      expect((await rowsOf(`address,amount,note\n${A},${amount}\n${whole}`, inUsdt))[0]).toEqual(fault)
      const header = 'token_type,token_address,receiver,amount,id'
      expect(await rowsOf(`${header}\nnative,,${A},${amount}`, plain)).toEqual([fault])
    },
  )
})

test('behavior: reads a Safe app’s export as the same rows', async () => {
  const payments = [
    { payee: A, amount: { token: usdt, value: 10n ** 18n + 1n } },
    { payee: B, amount: { token: { ...usdt, address: null, symbol: 'BNB', name: 'BNB' }, value: 1n } },
  ] as const
  const file = csvAirdropFile(payments)
  expect(file.split('\r\n')[2]).toBe(`native,,${B},0.000000000000000001,`)
  const { records } = await readRows(file, plain)
  expect(records.map(({ read }) => (read.ok ? read.payment : read.faults))).toEqual(payments)
})

describe('long texts', () => {
  const text = Array.from({ length: 20_000 }, (_, index) => `${A},${index + 1}`).join('\n')

  test('behavior: reports progress up to the end', async () => {
    const steps: (readonly [number, number])[] = []
    await readRows(text, inUsdt, { onProgress: (done, total) => steps.push([done, total]) })
    expect(steps.at(-1)).toEqual([20_000, 20_000])
    expect(steps.map(([done]) => done)).toEqual(steps.map(([done]) => done).sort((a, b) => a - b))
  })

  test('error: ends with the reason when cancelled', async () => {
    const stop = new AbortController()
    const reading = readRows(text, inUsdt, { signal: stop.signal, onProgress: () => stop.abort('changed') })
    await expect(reading).rejects.toBe('changed')
  })
})

describe('payees as people and wallets hand them on', () => {
  const link = (payee: string) =>
    `ethereum:${usdt.address}@56/transfer?address=${payee}&uint256=250000000000000000000`

  test.each([
    `ethereum:${A}`,
    `ethereum:${A}@56`,
    link(A),
    `BSC:${A}`,
    `Address: ${A}`,
    `https://bscscan.com/address/${A}`,
    `https://bscscan.com/token/${usdt.address}?a=${A}`,
  ])('behavior: %s in a cell is its address, with and without a header', async (cell) => {
    const rows = [`${A} 250 USDT`, `${B} 0.5 USDT`]
    for (const separator of [',', '\t', ';']) {
      const lines = [`${cell}${separator}250`, `${B}${separator}0.5`].join('\n')
      expect(await rowsOf(lines, inUsdt)).toEqual(rows)
      expect(await rowsOf(`address${separator}amount\n${lines}`, inUsdt)).toEqual(rows)
    }
  })

  test.each([
    [`${link(A)} 250 USDT`, `${A} 250 USDT`],
    [`250 USDT https://bscscan.com/address/${A}`, `${A} 250 USDT`],
    [`Dana: ${A} 250`, `${A} 250 USDT`],
    [`dana: ${A} 250`, `${A} 250 USDT`],
    [`BEP20: ${A} - 250`, `${A} 250 USDT`],
    [`My address is ${A}: 250 USDT`, `${A} 250 USDT`],
  ])('behavior: %s is one payment of a chat', async (line, row) => {
    expect(await rowsOf(`${line}\n${B} 0.5`, inUsdt)).toEqual([row, `${B} 0.5 USDT`])
  })

  test.each([
    [`eth:${A} 250`, /^payee: This address is for Ethereum, another network\./],
    [`https://etherscan.io/address/${A} 250`, /^payee: This address is for Ethereum, another network\./],
    [`${A} ${B} 250`, /several addresses/],
    [`${A} 250 x${B}`, /several addresses/],
  ])('error: %s is refused', async (line, words) => {
    const [first = ''] = await rowsOf(`${line}\n${B} 0.5`, inUsdt)
    expect(first).toMatch(words)
  })
})

test('error: words below the last row are one error, and no name or mark is asked about because of them', async () => {
  const list = `Name,Address,Amount\nAnn,${A},5\nBen,${B},6\n\nThanks!\n* net of tax`
  const { records, leftovers } = await readRows(list, { payer: SAFE, tokens: new Map(), token: usdt })
  expect(records.map(({ read }) => (read.ok ? 'paid' : read.faults.line))).toEqual([
    'paid',
    'paid',
    'Only words here. Skip the line, or enter its address and amount.',
    'Only words here. Skip the line, or enter its address and amount.',
  ])
  expect(leftovers.filter(({ isAsked }) => isAsked)).toEqual([])
})
