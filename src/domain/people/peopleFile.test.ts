import { parse as parseCsv } from 'csv-parse/sync'
import fc from 'fast-check'
import { getAddress, isAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { hostileTexts } from '#tests/support/hostileTexts.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { personAt } from '#tests/support/personAt.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { keptPeople } from './Person.ts'
import { formatSafeCsv, personChanges, planImport, readAddressBook, readPeopleFile } from './peopleFile.ts'

const NOW = 7

/** Names as the form accepts them: one line, no leading or trailing space. */
const anyName = fc
  .string({ unit: fc.constantFrom(...'aZ0 =+-@"\',;|é漢😀'), minLength: 1, maxLength: 20 })
  .map((text) => text.replace(/ +/g, ' ').trim())
  .filter((text) => text !== '')

describe('the address book of Safe{Wallet}', () => {
  test('is written as another reader expects it, and no name of it runs as a formula', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(300), { maxLength: 8 }), anyName, (indexes, name) => {
        const people = indexes.map((index) => personAt(index, { addedAt: NOW, name }))
        const rows = parseCsv(formatSafeCsv(people), { columns: true }) as Record<string, string>[]
        expect(rows.map(({ address, chainId }) => [address, chainId])).toEqual(
          people.map(({ address }) => [address, '56']),
        )
        for (const row of rows) {
          expect(row.name === name || row.name === `'${name}`).toBe(true)
          expect(row.name).not.toMatch(/^[=+\-@|]/)
        }
      }),
      propertyRuns(100),
    )
  })

  test('is read back as it was written', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(300), { maxLength: 8 }), anyName, (indexes, name) => {
        const people = indexes.map((index) => personAt(index, { addedAt: NOW, name }))
        expect(readPeopleFile(formatSafeCsv(people), NOW)).toEqual({ people, left: [] })
      }),
      propertyRuns(100),
    )
  })

  test('may have its columns in any order and people of other networks, and says what it leaves', () => {
    const text = [
      '\uFEFFname,chainId,address',
      `Dana,56,${payeeAt(1)}`,
      `Eli,1,${payeeAt(2)}`,
      `,56,${payeeAt(3)}`,
      'Fay,56,0x12',
      `Gus,56,${payeeAt(4).toLowerCase()}`,
      `Dana again,56,${payeeAt(1)}`,
      'USDT,56,0x55d398326f99059fF775485246999027B3197955',
      '',
      `"Hana ""H"", Hikes",56,${payeeAt(5)}`,
    ].join('\n')
    const file = readPeopleFile(text, NOW)
    expect(file?.people.map(({ name }) => name)).toEqual(['Dana', 'Hana "H", Hikes'])
    expect(file?.left.map(({ line, reason }) => [line, reason])).toEqual([
      [3, 'for another network'],
      [4, 'no name'],
      [5, 'not a valid address'],
      [6, 'the address has no checksum'],
      [7, 'the address is there twice'],
      [8, expect.stringContaining('USDT')],
    ])
  })

  test.each<readonly [string, string]>([
    ['no header', `${payeeAt(1)},Dana,56`],
    ['another file', 'a,b\n1,2'],
    ['nothing', ''],
    ['another JSON document', '{"kind":"influencer-portal-requests","version":1,"requests":[]}'],
    ['broken JSON', '{"kind":'],
    ...hostileTexts,
  ])('%s is refused', (_, text) => {
    const file = readPeopleFile(text, NOW)
    expect(file === null || file.people.length === 0).toBe(true)
  })
})

describe('the address book that a Safe host gives', () => {
  test('gives the people of this network, and says what it leaves', () => {
    const file = readAddressBook(
      [
        { address: payeeAt(1), name: 'Dana', chainId: '56' },
        { address: payeeAt(2), name: 'Eli', chainId: 56, extra: {} },
        { address: payeeAt(3), name: 'Fay', chainId: '1' },
        { address: payeeAt(4), name: '\u202e', chainId: '56' },
        { address: payeeAt(5), name: 7, chainId: '56' },
        { address: payeeAt(6), name: 'x'.repeat(501), chainId: '56' },
        { address: '0x0', name: 'Gus', chainId: '56' },
        { address: payeeAt(1), name: 'Dana again', chainId: '56' },
        null,
      ],
      NOW,
    )
    expect(file?.people).toEqual([
      personAt(1, { name: 'Dana', addedAt: NOW }),
      personAt(2, { name: 'Eli', addedAt: NOW }),
    ])
    expect(file?.left.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
      '3 for another network',
      '4 no name',
      '5 can’t be read',
      '6 can’t be read',
      '7 not a valid address',
      '8 the address is there twice',
      '9 can’t be read',
    ])
  })

  test.each([[undefined], [null], ['[]'], [{ length: 2 }], [Array(50_001).fill(null)]])(
    'is not taken from an answer that is no list: %#',
    (answer) => {
      expect(readAddressBook(answer, NOW)).toBeNull()
    },
  )

  test('never throws and never takes an address that another reader would refuse', () => {
    fc.assert(
      fc.property(fc.array(fc.anything({ maxDepth: 2 }), { maxLength: 5 }), fc.nat(4), (noise, at) => {
        const good = { address: payeeAt(1), name: 'Dana', chainId: '56' }
        const file = readAddressBook([...noise.slice(0, at), good, ...noise.slice(at)], NOW)
        expect(file?.people).toEqual([personAt(1, { name: 'Dana', addedAt: NOW })])
        expect(file?.left).toHaveLength(noise.length)
      }),
      propertyRuns(150),
    )
  })
})

test('a backup of this list is read with its notes and tags', () => {
  const people = [personAt(1, { note: 'n', tags: ['a', 'b'] })]
  expect(readPeopleFile(keptPeople.format(people), NOW + 1)).toEqual({ people, left: [] })
})

describe('nobody is called by an address', () => {
  test.each([payeeAt(5), payeeAt(5).slice(0, -1), payeeAt(5).slice(2), `Dana ${payeeAt(5)}`])(
    'error: %s is no name, in any kind of file',
    (name) => {
      const csv = readPeopleFile(`address,name,chainId\n${payeeAt(9)},${name},56`, NOW)
      expect(csv).toEqual({ people: [], left: [{ line: 2, reason: 'the name looks like an address' }] })
      const book = readAddressBook([{ address: payeeAt(9), name, chainId: '56' }], NOW)
      expect(book?.people).toEqual([])
      const raw = { kind: 'influencer-portal-people', version: 1, people: [{ ...personAt(9), name }] }
      expect(readPeopleFile(JSON.stringify(raw), NOW)).toEqual({
        people: [],
        left: [{ line: 0, reason: 'can’t be read' }],
      })
    },
  )
})

describe('what taking a file would do', () => {
  test('behavior: of someone with ten tags, nothing is lost and nothing becomes unreadable', () => {
    const tags = (from: string) => Array.from({ length: 10 }, (_, index) => `${from}${index}`)
    const mine = personAt(5, { tags: tags('a') })
    const plan = planImport([mine], [personAt(5, { tags: tags('b') })], [])
    expect(plan).toMatchObject({ added: [], renamed: [], kept: [mine], unchanged: 0 })
  })

  test('error: tags with commas are not read as more tags than are written', () => {
    const raw = { ...personAt(5), tags: ['a,b,c,d,e,f', 'g,h,i,j,k,l'] }
    const text = JSON.stringify({ kind: 'influencer-portal-people', version: 1, people: [raw] })
    expect(readPeopleFile(text, NOW)?.people).toEqual([])
  })

  test('behavior: says what stays, and keeps note, handle and name', () => {
    const mine = personAt(5, { name: 'Dana', note: 'Stolen: do not pay', handle: '@dana' })
    const file = personAt(5, { name: 'Eve', note: 'Verified', handle: '@evil', tags: ['x'] })
    expect(planImport([mine], [file], []).renamed).toEqual([
      { before: mine, after: { ...mine, tags: ['x'] } },
    ])
    expect(personChanges(mine, file)).toEqual({
      before: 'tags: none',
      after: 'tags: x',
      ignored: 'name: Eve · note: Verified · handle: @evil',
    })
  })

  test('error: compares with those who are to be paid, who may be the imitation themselves', () => {
    const twin = getAddress(
      `${payeeAt(1).slice(0, 8)}${payeeAt(6).slice(8, 36)}${payeeAt(1).slice(36)}`.toLowerCase(),
    )
    const file = [personAt(4, { address: twin })]
    expect(planImport([], file, [], [payeeAt(1)]).added).toEqual([])
    expect(planImport([], [personAt(1), ...file], [], [twin]).added).toEqual([])
  })

  test('adds the new, changes the known, and leaves look-alikes to be added by hand', () => {
    const known = personAt(1, { note: 'old note', tags: ['a'], addedAt: 1 })
    const twin = getAddress(
      `${payeeAt(1).slice(0, 8)}${payeeAt(6).slice(8, 36)}${payeeAt(1).slice(36)}`.toLowerCase(),
    )
    const plan = planImport(
      [known, personAt(2)],
      [
        personAt(1, { name: 'Other', tags: ['b'] }),
        personAt(2),
        personAt(3),
        { ...personAt(4), address: twin },
      ],
      [],
    )
    expect(plan.added).toEqual([personAt(3)])
    expect(plan.renamed).toEqual([
      {
        before: known,
        after: { ...known, tags: ['a', 'b'] },
      },
    ])
    expect(plan.unchanged).toBe(1)
    expect(plan.alike).toEqual([{ person: { ...personAt(4), address: twin }, known: payeeAt(1) }])
  })

  test('leaves two addresses of the file that look alike, because either may be the imitation', () => {
    const twin = getAddress(
      `${payeeAt(1).slice(0, 8)}${payeeAt(6).slice(8, 36)}${payeeAt(1).slice(36)}`.toLowerCase(),
    )
    const file = [personAt(1), { ...personAt(4), address: twin }, personAt(2)]
    const plan = planImport([], file, [])
    expect(plan.added).toEqual([personAt(2)])
    expect(plan.alike.map(({ known }) => known)).toEqual([twin, payeeAt(1)])
    expect(planImport([], file, [payeeAt(1)]).added).toEqual([personAt(1), personAt(2)])
  })

  test('compares with those who were paid, too', () => {
    const twin = getAddress(
      `${payeeAt(1).slice(0, 8)}${payeeAt(6).slice(8, 36)}${payeeAt(1).slice(36)}`.toLowerCase(),
    )
    expect(planImport([], [{ ...personAt(4), address: twin }], [payeeAt(1)]).added).toEqual([])
  })
})

describe('tables of people as the world writes them', () => {
  const [dana, eli] = [payeeAt(1), payeeAt(2)]
  const both = [personAt(1, { name: 'Dana', addedAt: NOW }), personAt(2, { name: 'Eli', addedAt: NOW })]
  const named = (text: string) => readPeopleFile(text, NOW)?.people.map(({ name }) => name)
  const left = (text: string) =>
    readPeopleFile(text, NOW)?.left.map(({ line, reason }) => `${line} ${reason}`)

  test.each([
    ['semicolons', `address;name;chainId\n${dana};Dana;56\n${eli};Eli;56\n`],
    ['tabs', `address\tname\tchainId\n${dana}\tDana\t56\n${eli}\tEli\t56`],
    ['bars', `address|name|chainId\n${dana}|Dana|56\n${eli}|Eli|56`],
    ['a Markdown table', `| address | name |\n|---|---|\n| ${dana} | Dana |\n| ${eli} | Eli |`],
    ['a line for Excel', `sep=,\r\naddress,name,chainId\r\n${dana},Dana,56\r\n${eli},Eli,56`],
    ['a line for Excel with semicolons', `sep=;\naddress;name\n${dana};Dana\n${eli};Eli`],
    ['a title line', `Our creators, 2026\naddress,name\n${dana},Dana\n${eli},Eli`],
    ['quoted lines', `address,name\n"${dana}","Dana"\n"${eli}","Eli"`],
    ['other columns', `Id;Name;City;Wallet address\n1;Dana;Bonn;${dana}\n2;Eli;Ulm;${eli}`],
    ['German titles', `Bezeichnung;Adresse;Netzwerk\nDana;${dana};BSC\nEli;${eli};56`],
    ['Spanish titles', `Nombre,Dirección,Red\nDana,${dana},bnb\nEli,${eli},BNB Smart Chain`],
    ['Russian titles', `Имя;Адрес;Сеть\nDana;${dana};BEP20\nEli;${eli};56`],
    ['Chinese titles', `名称,钱包地址\nDana,${dana}\nEli,${eli}`],
    ['recipients beside addresses', `Recipient,Wallet\nDana,${dana}\nEli,${eli}`],
    ['several chains', `address;name;chains\n${dana};Dana;1,56\n${eli};Eli;Ethereum / BSC`],
    ['several chains without quotes', `address,name,chains\n${dana},Dana,1,56\n${eli},Eli,56,137`],
    ['chains with spaces', `address,name,chains\n${dana},Dana,1 56\n${eli},Eli,"56 + 1"`],
    ['prefixed addresses', `address,name\nbnb:${dana},Dana\nhttps://bscscan.com/address/${eli},Eli`],
    ['empty cells at the end', `address,name\n${dana},Dana,,\n${eli},Eli,`],
    ['carriage returns', `address,name\r${dana},Dana\r${eli},Eli\r`],
    ['the header on each page', `address,name\n${dana},Dana\naddress,name\n${eli},Eli`],
  ])('behavior: with %s', (_, text) => {
    expect(readPeopleFile(text, NOW)).toEqual({ people: both, left: [] })
  })

  test.each([
    ['address, name, chainId', `${dana},my , comma,56`, 'my , comma'],
    ['address,name', `${dana},Hikes, Hana, Dr.`, 'Hikes, Hana, Dr.'],
    ['name,address,chainId', `Hikes, Hana,${dana},56`, 'Hikes, Hana'],
    ['address,name,chains', `${dana},Hikes, Hana,1,56`, 'Hikes, Hana'],
    ['address,name,chains', `${dana},Agent, 7,56`, 'Agent, 7'],
    ['chains,address,name', `1,56,${dana},Dana`, 'Dana'],
    ['chains,address,name', `1,56,${dana},Hikes, Hana`, 'Hikes, Hana'],
  ])('behavior: under %s, a comma without quotes in %s stays in the name', (header, row, name) => {
    expect(named(`${header}\n${row}`)).toEqual([name])
  })

  test.each(['ERC20 wallet', 'Polygon address', 'USDT TRC20 address'])(
    'error: addresses under the title “%s” are for another network, as in a list of payments (N2)',
    (title) => {
      const found = readPeopleFile(`name,${title}\nDana,${payeeAt(1)}`, NOW)
      expect(found?.people).toEqual([])
      expect(found?.left).toEqual([{ line: 2, reason: 'for another network' }])
    },
  )

  test.each(['BEP20 wallet', 'EVM address', 'Wallet (ETH/BSC)', 'USDT address'])(
    'behavior: addresses under the title “%s” can be on BNB Smart Chain',
    (title) => {
      expect(readPeopleFile(`name,${title}\nDana,${payeeAt(1)}`, NOW)?.people).toHaveLength(1)
    },
  )

  test('error: every line that is not taken has its own reason', () => {
    const text = [
      'address,name,chainId',
      `${dana},Dana,1`,
      `${dana},Dana,"1,137"`,
      `eth:${dana},Dana,56`,
      `${dana},Dana,moon`,
      `${dana.replace(/[A-F]/, (letter) => letter.toLowerCase())},Dana,56`,
      `${dana.slice(0, -1)},Dana,56`,
      ',Dana,56',
      `${dana},,56`,
      `${dana} ${eli},Dana,56`,
      `${dana},Da"na,56`,
      `one,two,three,four,five`,
      `${dana},Dana,56`,
    ].join('\n')
    expect(left(text)).toEqual([
      '2 for another network',
      '3 for another network',
      '4 for another network',
      '5 the network can’t be read',
      '6 the address has a typo: its checksum doesn’t match',
      '7 not a valid address',
      '8 no address',
      '9 no name',
      '10 two different addresses',
      '11 a quote mark is misplaced or doesn’t close',
      '12 5 cells instead of 3',
    ])
    expect(named(text)).toEqual(['Dana'])
  })

  test('behavior: any separator, order and quoting of columns gives the same people', () => {
    const anyPeople = fc.uniqueArray(fc.nat(300), { minLength: 1, maxLength: 6 })
    const anyColumns = fc.constantFrom([0, 1, 2], [1, 0, 2], [2, 1, 0], [1, 2, 0], [0, 2, 1], [2, 0, 1])
    fc.assert(
      fc.property(
        anyPeople,
        anyName,
        fc.constantFrom(',', ';', '\t', '|'),
        anyColumns,
        (indexes, name, separator, columns) => {
          const people = indexes.map((index) => personAt(index, { addedAt: NOW, name }))
          const quoted = (cells: readonly string[]) =>
            columns.map((at) => `"${(cells[at] ?? '').replaceAll('"', '""')}"`).join(separator)
          const rows = people.map(({ address }) => quoted([address, name, '56']))
          const text = [quoted(['Address', 'Name', 'Chain ID']), ...rows].join('\n')
          // A leading apostrophe in front of a formula, and ="" around a text, are marks of files, not parts of the name.
          fc.pre(!name.startsWith("'") && !/^="[^"]*"$/.test(name))
          expect(readPeopleFile(text, NOW)).toEqual({ people, left: [] })
        },
      ),
      propertyRuns(100),
    )
  })

  test('error: one changed digit is never taken', () => {
    fc.assert(
      fc.property(
        fc.nat(300),
        fc.nat(39),
        fc.constantFrom(...'0123456789abcdefABCDEF'),
        (index, at, digit) => {
          const { address } = personAt(index)
          const changed = address.slice(0, 2 + at) + digit + address.slice(3 + at)
          fc.pre(changed.toLowerCase() !== address.toLowerCase() && !isAddress(changed))
          expect(named(`name;address\nDana;bnb:${changed}`)).toEqual([])
        },
      ),
      propertyRuns(100),
    )
  })
})

test('behavior: people of BNB Smart Chain are taken, whatever words their file has for it', () => {
  const chains = ['BNB Smart Chain (BEP20)', 'BSC (56)', '0x38', '币安智能链']
  const rows = chains.map((chain, index) => `${payeeAt(index + 1)},Person ${index},${chain}`)
  const found = readPeopleFile(['address,name,network', ...rows].join('\n'), 0)
  expect([found?.people.length, found?.left]).toEqual([chains.length, []])
})
