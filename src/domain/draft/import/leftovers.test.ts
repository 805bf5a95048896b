import { describe, expect, test } from 'vitest'
import * as Amount from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import { usdt } from '#tests/support/activityItems.ts'
import { payees } from '#tests/support/pastedLists.ts'
import { SAFE } from '#tests/support/safeExamples.ts'
import { readRows, type TextOptions } from './readRows.ts'

const { A, B, C } = payees
const options: TextOptions = { payer: SAFE, tokens: new Map(), token: usdt }

/** The payments of a list if nothing beside its payments matters, line by line: amount and token, or why a line is refused. */
async function paid(text: string): Promise<readonly string[] | 'asked'> {
  const read = await readRows(text, options)
  if (read.separator.state === 'ambiguous' || read.unclear.length > 0 || read.style === null) return 'asked'
  if (read.currencies.length > 0) return 'asked'
  return read.records.map(({ read: row }) =>
    row.ok
      ? `${Amount.toDecimal(row.payment.amount)} ${row.payment.amount.token.symbol}`
      : Object.values(row.faults).join(' '),
  )
}

const tokens = 'This line names several tokens. Leave only the one to pay.'
const addresses = 'This line has several addresses. Put each payment on its own line.'

describe('cells beside a payment', () => {
  test.each([
    [
      'behind the amount',
      `${A}\t250\tBNB\n${B}\t300\t2 reels\n${C}\t9\t3 reels`,
      [tokens, '300 USDT', '9 USDT'],
    ],
    [
      'in front of the amount',
      `3 reels\t250\t${A}\nUSDC\t300\t${B}\n2 reels\t9\t${C}`,
      ['250 USDT', tokens, '9 USDT'],
    ],
    ['with a colon', `BNB:\t${A}\t250\nAnn\t${B}\t300`, [tokens, '300 USDT']],
    [
      'under the title of notes',
      `Wallet,Amount,Note\n${A},250,BNB\n${B},300,June\n${C},9,May`,
      [tokens, '300 USDT', '9 USDT'],
    ],
    [
      'as a wish in its note',
      `Wallet,Amount,Note\n${A},250,in BNB please\n${B},300,Pay USDC\n${C},9,in May`,
      [tokens, tokens, '9 USDT'],
    ],
    [
      'among the ids',
      `#,id,wallet,\n1,17,${A},250\n2,BNB,${B},300\n3,18,${C},9`,
      ['250 USDT', tokens, '9 USDT'],
    ],
    ['beside the address', `USDC ${A},250\n${B},300`, [tokens, '300 USDT']],
    ['as a tag', `${A} 250\n${B} 0.4 @BNB\n${C} 9 #June`, ['250 USDT', tokens, '9 USDT']],
    ['behind a sign', `${A} 250\n${B} 0.4\t%BNB:\n${C} 9`, ['250 USDT', tokens, '9 USDT']],
    ['behind a hyphen', `${A},250 -BNB,300\n${B},x,9`, [tokens, '9 USDT']],
    ['in words', `${A}\t250\tplease in BNB\n${B}\t300\tthanks`, [tokens, '300 USDT']],
  ])('error: a row that names another token %s is asked about, or refused', async (_, text, rows) => {
    const { leftovers } = await readRows(text, options)
    const asked = leftovers.filter(({ isAsked }) => isAsked).flatMap(({ values }) => values)
    const lines = rows.flatMap((row, index) => (row === tokens ? [index] : []))
    const read = await paid(text)
    if (typeof read === 'string') return expect(read).toBe('asked')
    // Lines of a header count, too.
    const from = text.split('\n').length - rows.length
    const isAsked = (index: number) => asked.some((value) => value.lines.includes(index + 1 + from))
    for (const index of lines) expect(isAsked(index) || read[index] === tokens).toBe(true)
    expect(read.filter((_, index) => !lines.includes(index))).toEqual(rows.filter((row) => row !== tokens))
  })

  test.each([
    ['the chain', `${A}\t250\tBNB Chain\n${B}\t300\tJune`],
    [
      'a subject in a note',
      `Wallet,Amount,Note\n${A},250,BNB giveaway\n${B},300,posted in BNB Chain's group`,
    ],
    ['a network', `Wallet,Amount,Network\n${A},250,BNB\n${B},300,BSC`],
    ['the chain in front of an address', `bnb:${A},250\n${B},300`],
    ['an id beside amounts with a unit', `${A},250 USDT,INV12\n${B},300 USDT,INV13\n`],
    ['what was paid before', `Wallet,Amount,Paid\n${A},250,10 BNB\n${B},300,20 BNB`],
  ])('behavior: the name of %s names no other token', async (_, text) => {
    expect(await paid(text)).toEqual(['250 USDT', '300 USDT'])
  })

  test.each([
    ['a second amount with a unit', `${A}|10 USDT|250|kr\n${B}|20 USDT|300|kr\n${C}|45990|400|30 USDT`],
    [
      'a number where other rows have one with a unit',
      `Wallet;First;Second\n${A};100;0.3 BNB\n${B};200;238\n${C};100;0.3 BNB`,
    ],
  ])('error: %s is asked about', async (_, text) => {
    const { leftovers, unclear } = await readRows(text, options)
    expect(leftovers.some(({ isAsked }) => isAsked) || unclear.includes('amount')).toBe(true)
  })

  test('error: two lines that became one are refused, and neither payment is dropped', async () => {
    const text = `| Name | Wallet | Amount |,| --- | --- | ---: |\n| Ann | ${A} | 250 || Ben | ${B} | 300 |`
    expect(await paid(text)).toEqual([addresses])
  })
})

describe('numbers that could be the amount', () => {
  test.each([
    ['beside one behind a word', `[{address:${A},amount:250},7,amount:300}]`],
    ['beside one under the title of addresses', `Wallet,wallet,\n17,${A},250\n18,${B},300`],
    ['in a column of fees', `Wallet,TBD,Fee\n${A},250,1.5\n${B},300,1.5`],
    ['under titles that have moved', `Wallet,TBD,Amount,Followers\n${A},250,9000\n${B},8000,300`],
    ['above the titles', `45987;${B};###\n45988;Wallet;Amount\n45989;${A};250\n45990;${B};300`],
    ['behind a point and a sign of a currency', `${A} .$250`],
  ])('error: a number %s is asked about', async (_, text) => {
    expect(await paid(text)).toBe('asked')
  })

  test.each(['250*', '250-', '250.00-', '–250', '—250', '<250', '>250', '250\u0336', '250\ufe0f\u20e3'])(
    'error: the signs of %s are not lost',
    async (cell) => {
      const [first, second] = await paid(`${A} ${cell}\n${B} 300`)
      expect(first).not.toMatch(/^[0-9]/)
      expect(second).toBe('300 USDT')
    },
  )

  test.each(['*250*', '**250**', '250 - thanks', '- 250', '250,-', '> 250'])(
    'behavior: %s is an amount',
    async (cell) => {
      expect(await paid(`${A} ${cell}\n${B} 300`)).toEqual(['250 USDT', '300 USDT'])
    },
  )

  test.each(['v.5', '1.k', '%\u200b20', '#-250', 'k-250 USDT', '1\u200b_250', '#A$250', '300.@5', '900٢٥٠'])(
    'error: %s is no amount',
    async (cell) => {
      const [first, second] = await paid(`${A} ${cell}\n${B} 300`)
      expect(first).toMatch(/number|amount|percent|digits/i)
      expect(second).toBe('300 USDT')
    },
  )

  test('error: a minus behind the comma of an address is no dash', async () => {
    const [, , third] = await paid(`${A} (Ann),250\n${B} (Ben),300\n${C},-5`)
    expect(third).toMatch(/negative/)
  })

  test('error: `Dai` in a line is a name as well as a token', async () => {
    expect(await paid(`Dai Jones ${A} 250\n${B} 300`)).toEqual([tokens, '300 USDT'])
  })
})

describe('lines that are no header', () => {
  test.each([['an address', `${A} (Ann),USDC\n${B},300\n${C},400`, ['300 USDT', '400 USDT']]])(
    'error: a line with %s is a row',
    async (_, text, rest) => {
      const [first, ...others] = await paid(text)
      expect(first).not.toMatch(/^[0-9]/)
      expect(others).toEqual(rest)
    },
  )

  test('behavior: a row without a payee whose note is a title does not begin another table', async () => {
    expect((await paid(`note,payee,amount\nDue,,0.5 USDT\n,${B},1`)).at(-1)).toBe('1 USDT')
  })

  test('error: a number that a word with digits is joined to is no amount', async () => {
    for (const amount of ['250-k300 USDT', '50-%', '300≈']) {
      const [first] = await paid(`${A} ${amount}\n${B} 300 USDT`)
      expect(first, amount).not.toMatch(/^[0-9]/)
    }
  })

  test('error: a row that a line of sums became part of is refused or asked about', async () => {
    const text = `Ann,${A},250Subtotal,,250\nBen,${B},300\tSubtotal,,300\nGrand total,,550`
    const { records, leftovers } = await readRows(text, options)
    const asked = leftovers.filter(({ isAsked }) => isAsked).flatMap(({ values }) => values)
    for (const { line, read } of records)
      expect(!read.ok || asked.some(({ lines }) => lines.includes(line))).toBe(true)
  })

  test('error: the number of a line behind a quote is no amount', async () => {
    expect((await paid(`1) ${A} 250\n"2) ${B}`)).at(-1)).not.toMatch(/^[0-9]/)
  })

  test('error: net and gross under titles are a question', async () => {
    expect(await paid(`Total;Netto;Wallet\n119;100;${A}\n238;200;${B}`)).toBe('asked')
  })

  test('error: a payment link that contradicts its row is refused', async () => {
    const [usdtAddress, usdcAddress] = [
      '0x55d398326f99059fF775485246999027B3197955',
      '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d',
    ]
    const link = (token: string, units: string) =>
      `ethereum:${token}@56/transfer?address=${A}&uint256=${units}`
    const amounts =
      'This line has several numbers, so we can’t tell which is the amount. Leave only that one.'
    const rows = [
      ...[
        `${link(usdcAddress, '5e18')},5`,
        `${link(usdtAddress, '7e18')},5`,
        `ethereum:${A}@56?value=1e18,5`,
      ],
      ...[`${link(usdtAddress, '5e18')},5`, `ethereum:${B}@56,6`],
    ]
    expect(await paid(['address,amount', ...rows].join('\n'))).toEqual([
      ...[tokens, amounts, tokens, '5 USDT', '6 USDT'],
    ])
  })

  test('behavior: a full-width comma is no part of a token', async () => {
    expect(await paid(`${A}，250，USDT\n${B}，100 USDT`)).toEqual(['250 USDT', '100 USDT'])
  })

  test('behavior: a full stop is no part of a token', async () => {
    expect(await paid(`${A} 250.\n${B} 0.4 BNB.\n${C} 9 USDT.`)).toEqual(['250 USDT', '0.4 BNB', '9 USDT'])
    const [unknown] = await paid(`${A} 250 XYZ.\n${B} 9 USDT.`)
    expect(unknown).not.toMatch(/^[0-9]/)
  })

  test('error: an amount in two units is no amount', async () => {
    for (const amount of ['A$20 USDT', 'A0$250', 'x-$250']) {
      const [first] = await paid(`${A} - ${amount}\n${B} - 300 USDT`)
      expect(first, amount).not.toMatch(/^[0-9]/)
    }
  })

  test('error: a first line with an amount that is refused has no titles', async () => {
    expect(await paid(`$Followers\tUSDT\t'250\n${B}\t900\t'250`)).not.toContain('900 USDT')
  })

  test('error: titles with a number among them begin another table', async () => {
    for (const titles of [
      'Wallet,Followers,20%,Amount',
      '50%,Followers,,Amount',
      '#REF!,Followers,,Amount',
    ]) {
      const text = `Wallet,Amount,,Followers\n${A},250,10%,9000\n${titles}\n${B},8000,30%,300`
      expect((await paid(text)).at(-1)).toMatch(/second table/)
    }
  })

  test('error: titles that are repeated with one more begin another table', async () => {
    const text = `Wallet\tAmount\n${A}\t250\nWallet\tAmount\tUSDC\n${B}\t300`
    expect((await paid(text)).at(-1)).toMatch(/second table/)
  })

  test('error: a title of amounts in another column begins another table', async () => {
    const text = `Amount,Wallet,Followers\n250,${A},9000\nFolowers,Wall et,Amount\n8000,${B},300`
    expect((await paid(text)).at(-1)).toMatch(/second table/)
  })

  test('error: a second header with a wrong quote still begins another table', async () => {
    const text = `Wallet\tAmount\tFollowers\n${A}\t250\t9000\nWallet\tFollowers\tAmou"nt\n${B}\t8000\t300`
    expect((await paid(text)).at(-1)).toMatch(/second table/)
  })

  test('behavior: a unit without a word, as Excel shows nothing, does not begin another table', async () => {
    for (const note of [': $', '; $', '$ -', ' $-   '])
      expect(await paid(`Wallet,Note,Amount\n${A.slice(2)},${note},250\n${B},,300`)).toEqual([
        expect.stringMatching(/0x/),
        '300 USDT',
      ])
    const text = `Wallet,Sum (USDT)\n${A},250\n,(USDC)\n${B},300`
    expect((await paid(text)).at(-1)).toMatch(/second table/)
  })
})

describe('a note without brackets', () => {
  const asked = async (text: string) =>
    (await readRows(text, options)).leftovers.flatMap((one) => (one.isAsked ? [one.title] : []))

  test.each([
    ...[
      'Ben - paid',
      'Ben – on hold',
      'Ben ✅',
      'Ben: no',
      'Ben / stop',
      'Ben PAID',
      'Ben hold',
      'Ben Ode x2',
    ],
    ...['B\u0336e\u0336n\u0336', 'Ben¹', 'Ben TRC20', 'Ben on Polygon', `Ben to ${A}`],
  ])('error: behind one of the names is asked about: %s', async (name) => {
    expect(await asked(`to,amount,name\n${A},5,Ann\n${B},6,${name}\n${C},7,Cem`)).toEqual(['name'])
  })

  test('error: of a sign alone behind one of the amounts is asked about', async () => {
    expect(await asked(`${A} 6 USDT †\n${B} 5 USDT`)).toEqual(['Other words'])
  })

  test('behavior: is none of the signs that names have', async () => {
    const names = ['Anne-Marie O’Neil', '"Müller, Ben"', 'Dr. Cem A. & Co.']
    const rows = [A, B, C].map((payee, index) => `${payee},${index + 5},${names[index]}`)
    expect(await asked(['to,amount,name', ...rows].join('\n'))).toEqual([])
  })
})

describe('numbers beside the amounts', () => {
  const asked = async (title: string, cells: readonly string[]) => {
    const rows = [A, B, C].map((payee, index) => `${payee}\t${index + 100}\t${cells[index]}`)
    const { leftovers } = await readRows([`Wallet\tAmount\t${title}`, ...rows].join('\n'), options)
    return leftovers.some(({ isAsked }) => isAsked)
  }

  test.each([
    ['under a title that is not known', 'Kürzung', ['20', '35', '11']],
    ['that are equal under such a title', 'Final', ['200', '200', '200']],
    ['that are shares', 'Share', ['50%', '30%', '20%']],
    ['that are a discount', 'Discount', ['20', '35', '11']],
    ['that are a note', 'Note', ['20', '35', '11']],
    ['with a sign', 'Note', ['-20', '-35', '-11']],
    ['behind a word', 'Note', ['minus 20', 'minus 35', 'minus 11']],
    ['that multiply', 'Posts done', ['x2', 'x3', 'x4']],
    ['in front of words', 'Status', ['50% now', '30% now', '20% now']],
    ['behind an arrow', '', ['→ 200', '→ 300', '→ 100']],
  ])('error: %s are asked about', async (_, title, cells) => {
    expect(await asked(title, cells)).toBe(true)
  })

  test.each([
    ['that count followers', 'Instagram followers', ['12000', '3500', '900']],
    ['that are shares of an audience', 'Engagement', ['3.2%', '4.5%', '1.1%']],
    ['of invoices', 'Invoice', ['Invoice 7', 'Invoice 8', 'Invoice 9']],
    ['of posts', 'Content', ['Reel-1', 'Reel-2', 'Reel-3']],
    ['of phones', 'WhatsApp', ['+49 170 1234567', '+49 170 1234568', '+49 170 1234569']],
  ])('behavior: %s ask nothing', async (_, title, cells) => {
    expect(await asked(title, cells)).toBe(false)
  })

  test('error: signed numbers beside amounts with a unit are asked about without titles, too', async () => {
    const { leftovers } = await readRows(`${A},250 USDT,-20\n${B},300 USDT,-35\n${C},9 USDT,-11`, options)
    expect(leftovers.some(({ isAsked }) => isAsked)).toBe(true)
  })
})

const LONG = 'A reel about the collection of this autumn '.repeat(6)

test('behavior: a name that is struck through in a Markdown table is a name without the marks, and asked about', async () => {
  const list = `| Name | Wallet | Amount |\n|---|---|---|\n| ~~Ben~~ | ${A} | 5 |\n| Ann | ${B} | 6 |`
  const { records, leftovers } = await readRows(list, options)
  expect(records.map(({ name }) => name)).toEqual(['Ben', 'Ann'])
  expect(leftovers.flatMap(({ kind, isAsked }) => (isAsked ? [kind] : []))).toEqual(['mark'])
})

describe('words in front of the addresses of a list without titles', () => {
  const list = `Ann,${A},5\nBen,${B},6`

  test('behavior: are asked about as names, and are names', async () => {
    const { records, leftovers } = await readRows(list, options)
    expect(records.map(({ name }) => name)).toEqual(['Ann', 'Ben'])
    expect(leftovers.flatMap(({ kind, isAsked }) => (isAsked ? [kind] : []))).toEqual(['before'])
  })

  test('behavior: are none if a person says so', async () => {
    const { mapping } = await readRows(list, options)
    const { records, leftovers } = await readRows(list, { ...options, mapping: { ...mapping, name: null } })
    expect(records.map(({ name }) => name)).toEqual([null, null])
    expect(leftovers.flatMap(({ kind, isAsked }) => (isAsked ? [kind] : []))).toEqual(['column'])
  })

  test.each([
    ['the same in two rows', `reel,${A},5\nstory,${B},6\nstory,${C},7`],
    ['words for a payment made', `sent,${A},5\nwaiting,${B},6`],
    ['with signs', `Ann (reel),${A},5\nBen,${B},6`],
  ])('error: are asked about as a column where they are %s', async (_, text) => {
    const { records, leftovers } = await readRows(text, options)
    expect(records.every(({ name }) => name === null)).toBe(true)
    expect(leftovers.flatMap(({ kind, isAsked }) => (isAsked ? [kind] : []))).toEqual(['column'])
  })
})

test.each([
  ['payouts-oct-PAID.csv', true],
  ['list.xlsx, Polygon', true],
  ['Auszahlungen.xlsx, storniert', true],
  ['payouts-november.csv', false],
  ['list.xlsx, BSC', false],
])('error: a file called “%s” is asked about: %s', async (source, isAsked) => {
  const { leftovers } = await readRows(`address,amount\n${A},5`, { ...options, source })
  expect(leftovers.map(({ kind }) => kind)).toEqual(isAsked ? ['file'] : [])
})

describe('what all rows share', () => {
  const asked = async (text: string) =>
    (await readRows(text, options)).leftovers.flatMap((one) => (one.isAsked ? [one.title] : []))

  test.each([
    ['an unknown token in an untitled column', `${A},5,CAKE\n${B},6,CAKE`, 'Column 3'],
    ['a currency in an untitled column', `${A};5;EUR\n${B};6;EUR`, 'Column 3'],
    ['a token in front', `CAKE,${A},5\nCAKE,${B},6`, 'Column 1'],
    ['a token under an unknown title', `address,amount,ticker\n${A},5,CAKE\n${B},6,CAKE`, 'ticker'],
    ['a network that no list knows', `address,network,amount\n${A},Kava,5\n${B},Kava,6`, 'network'],
    ['a chain id that no list knows', `address,chain id,amount\n${A},x2222,5\n${B},x2222,6`, 'chain id'],
    ['a chain id in hex', `address,chainId,amount\n${A},0x89,5\n${B},0x89,6`, 'chainId'],
    ['a network in Russian', `address,amount,note\n${A},5,в сети Полигон\n${B},6,в сети Полигон`, 'note'],
    ['a network in Chinese', `地址,金额,备注\n${A},5,以太坊\n${B},6,以太坊`, '备注'],
    ['a network in full-width letters', `address,amount,note\n${A},5,ＴＲＣ２０\n${B},6,ＴＲＣ２０`, 'note'],
    ['a newer network', `Monad address,amount\n${A},5\n${B},6`, 'Monad address'],
    ['a payment made, in Chinese', `地址,金额,状态\n${A},5,已付款\n${B},6,已付款`, '状态'],
    ['a payment made, in Indonesian', `alamat,jumlah,status\n${A},5,Lunas\n${B},6,Lunas`, 'status'],
    ['a payment made, in Arabic', `العنوان,المبلغ,الحالة\n${A},5,مدفوع\n${B},6,مدفوع`, 'الحالة'],
    ['a payment made, in Turkish capitals', `ALICI;TUTAR;DURUM\n${A};5;ÖDENDİ\n${B};6;ÖDENDİ`, 'DURUM'],
    ['the testnet', `address,chain,amount\n${A},BSC Testnet,5\n${B},BSC Testnet,6`, 'chain'],
    ['the Beacon Chain', `address,chain,amount\n${A},BNB Beacon (BEP2),5\n${B},BNB Beacon (BEP2),6`, 'chain'],
    [
      'another network at the end of a long note',
      `address,amount,note\n${A},5,${LONG} on Polygon\n${B},6,${LONG} on Polygon`,
      'note',
    ],
    [
      'long notes that differ at their ends',
      `address,amount,note\n${A},5,${LONG}\n${B},6,${LONG} void`,
      'note',
    ],
    ['a hyphen in a network', `address,amount,note\n${A},5,my TRC-20 one\n${B},6,my TRC-20 one`, 'note'],
    ['a hyphen in a title', `name,TRC-20 wallet,amount\nAda,${A},5\nBen,${B},6`, 'TRC-20 wallet'],
    ['a hyphen above', `All via TRC-20\naddress,amount\n${A},5\n${B},6`, 'Words above the list'],
    ['another token in the title of the addresses', `USDC address,amount\n${A},5\n${B},6`, 'USDC address'],
    [
      'a part of the rows above',
      `Pay only the first one\naddress,amount\n${A},5\n${B},6`,
      'Words above the list',
    ],
    [
      'a stop above, in German',
      `Bitte NICHT zahlen!\nAdresse;Betrag\n${A};5\n${B};6`,
      'Words above the list',
    ],
    ['a stop above, in Chinese', `请不要付款\n地址,金额\n${A},5\n${B},6`, 'Words above the list'],
    ['a draft', `DRAFT of November\naddress,amount\n${A},5\n${B},6`, 'Words above the list'],
    [
      'a condition in each note',
      `address,amount,note\n${A},5,nur nach Freigabe\n${B},6,nur nach Freigabe`,
      'note',
    ],
    ['an old column of addresses', `Old wallet,amount\n${A},5\n${B},6`, 'Old wallet'],
    [
      'addresses not to be used',
      `Wallet address (do not use),amount\n${A},5\n${B},6`,
      'Wallet address (do not use)',
    ],
    ['a currency in a comment', `# amounts in EUR\n${A},5\n${B},6`, 'Words above the list'],
    ['a currency in words above', `EUR amounts of May\nto,amount\n${A},5\n${B},6`, 'Words above the list'],
    ['an unknown token above', `Pay in CAKE\naddress,amount\n${A},5\n${B},6`, 'Words above the list'],
    ['a sum in a currency above', `Total: €11\naddress,amount\n${A},5\n${B},6`, 'Words above the list'],
    [
      'a token above that no row pays',
      `Payments in USDC please\nto,amount,token\n${A},5,USDT\n${B},6,USDT`,
      'Words above the list',
    ],
    [
      'a token in all notes that no row pays',
      `to,amount,token,note\n${A},5,USDT,in USDC\n${B},6,USDT,in USDC`,
      'note',
    ],
    ['a multiple in an untitled column', `${A}\t5\tthousand\n${B}\t6\tthousand`, 'Column 3'],
    ['a share in all notes', `to,amount,note\n${A},5,50% now\n${B},6,50% now`, 'note'],
    ['a share above', `Please deduct 10%\nto,amount\n${A},5\n${B},6`, 'Words above the list'],
    ['a multiple above', `x2\nto,amount\n${A},5\n${B},6`, 'Words above the list'],
    [
      'a payee above',
      `Not Ben this time\nname,to,amount\nAnn Ode,${A},5\nBen Fox,${B},6`,
      'Words above the list',
    ],
    [
      'a comment below the last row',
      `to,amount\n${A},5\n${B},6\n# not the second one`,
      'Words above the list',
    ],
    ['what was paid', `to;amount;paid\n${A};250;250\n${B};100;100`, 'paid'],
    ['a share that was paid', `to;amount;paid %\n${A};250;50%\n${B};100;75%`, 'paid %'],
  ])('error: asks about %s', async (_, text, title) => {
    expect(await asked(text)).toEqual([title])
  })

  test('error: a currency in brackets above the list is that of its amounts', async () => {
    expect(await paid(`(all in EUR)\nto,amount,token\n${A},5,USDT\n${B},6,USDT`)).toBe('asked')
  })

  test('behavior: a token in a title is asked about once a person has chosen another, and no second question before', async () => {
    const text = `USDC address,amount\n${A},5\n${B},6`
    const read = (token: Token.Token | null) => readRows(text, { ...options, token })
    const [open, usdc] = [
      await read(null),
      await read(Token.pinned.find(({ symbol }) => symbol === 'USDC') ?? null),
    ]
    expect(open.records.map((row) => row.read.ok)).toEqual([false, false])
    for (const { leftovers } of [open, usdc]) expect(leftovers.filter(({ isAsked }) => isAsked)).toEqual([])
    expect(usdc.records.map((row) => row.read.ok)).toEqual([true, true])
  })

  test.each([
    [
      'the network in other words',
      `to,network,amount\n${A},Smart Chain (BEP-20),5\n${B},Smart Chain (BEP-20),6`,
    ],
    ['the network of an exchange', `to,chain,amount\n${A},USDT-BSC,5\n${B},USDT-BSC,6`],
    ['the network in the title of the addresses', `BNB wallet,amount\n${A},5\n${B},6`],
    ['the network in the title of the amounts', `to,Amount USDT (BEP20)\n${A},5\n${B},6`],
    [
      'the network in different words',
      `to,network,amount\n${A},BNB Smart Chain (BEP20),5\n${B},Binance Smart Chain,6`,
    ],
    ['its chain id in hex', `to,chainId,amount\n${A},0x38,5\n${B},56,6`],
    ['Arabic titles', `الاسم,العنوان,المبلغ\nآنا,${A},5\nبن,${B},6`],
    ['Turkish capitals', `İSİM;CÜZDAN ADRESİ;TUTAR\nAyşe;${A};5\nBen;${B};6`],
    [
      'the rule of an Org table',
      `| Name | Wallet | Amount |\n|------+-----+---|\n| Ann | ${A} | 5 |\n| Ben | ${B} | 6 |`,
    ],
    [
      'a drawn table',
      `│ Name │ Wallet │ Amount │\n├──────┼─────┼────┤\n│ Ann │ ${A} │ 5 │\n│ Ben │ ${B} │ 6 │`.replaceAll(
        '│',
        '|',
      ),
    ],
    ['its chain id', `to,chain id,amount\n${A},56,5\n${B},56,6`],
    ['a code beside a token', `to,amount,token,type\n${A},5,USDT,UGC\n${B},6,USDT,UGC`],
    ['a code beside units', `${A},5 USDT,UGC\n${B},6 USDT,UGC`],
    ['ticked boxes', `to,amount,approved\n${A},5,TRUE\n${B},6,TRUE`],
    ['the chosen token above', `Payments in USDT\nto,amount\n${A},5\n${B},6`],
  ])('behavior: asks nothing about %s', async (_, text) => {
    expect(await asked(text)).toEqual([])
    expect(await paid(text)).toEqual(['5 USDT', '6 USDT'])
  })
})
