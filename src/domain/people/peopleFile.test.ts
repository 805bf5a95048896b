import { parse as parseCsv } from 'csv-parse/sync'
import fc from 'fast-check'
import { getAddress } from 'viem'
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
      propertyRuns(200),
    )
  })

  test('is read back as it was written', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(300), { maxLength: 8 }), anyName, (indexes, name) => {
        const people = indexes.map((index) => personAt(index, { addedAt: NOW, name }))
        expect(readPeopleFile(formatSafeCsv(people), NOW)).toEqual({ people, left: [] })
      }),
      propertyRuns(200),
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
      propertyRuns(300),
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
