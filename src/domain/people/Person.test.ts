import fc from 'fast-check'
import { getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { personAt } from '#tests/support/personAt.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { findByName, keptPeople, type Person, searchPeople } from './Person.ts'
import { emptyPersonDraft, type PersonDraft, parsePerson } from './personDraft.ts'

const typed = (some: Partial<PersonDraft>): PersonDraft => ({
  ...emptyPersonDraft,
  name: 'Dana',
  address: payeeAt(1),
  ...some,
})
const parse = (some: Partial<PersonDraft>, people: readonly Person[] = [], editing: Person | null = null) =>
  parsePerson(
    typed(some),
    people,
    people.map(({ address }) => address),
    editing,
    7,
  )

describe('what is typed about someone', () => {
  test('becomes a person: one line of text, tags in lower case and each once', () => {
    const read = parse({
      name: '  Dana\u202e  Dances\n',
      tags: 'Autumn, autumn ,Reels,,',
      note: ' pays\tlate ',
      handle: ' @dana  on X ',
    })
    expect(read).toEqual({
      ok: true,
      person: {
        address: payeeAt(1),
        name: 'Dana Dances',
        note: 'pays late',
        handle: '@dana on X',
        proof: '',
        tags: ['autumn', 'reels'],
        addedAt: 7,
      },
      hint: null,
    })
  })

  test.each<readonly [Partial<PersonDraft>, string, RegExp]>([
    [{ name: ' \u200b ' }, 'name', /^Enter a name\.$/],
    [{ name: 'x'.repeat(61) }, 'name', /at most 60/],
    [{ name: payeeAt(9) }, 'name', /looks like an address/],
    [{ name: `Dana ${payeeAt(9).slice(2, 14)}` }, 'name', /looks like an address/],
    [{ handle: payeeAt(9) }, 'handle', /looks like an address/],
    [{ address: '' }, 'address', /^Enter their address\.$/],
    [{ address: payeeAt(1).slice(0, -1) }, 'address', /./],
    [{ address: payeeAt(1).toLowerCase() }, 'address', /no checksum/],
    [{ address: '0x55d398326f99059fF775485246999027B3197955' }, 'address', /USDT token contract/],
    [{ note: 'x'.repeat(281) }, 'note', /at most 280/],
    [{ handle: 'x'.repeat(61) }, 'handle', /at most 60/],
    [{ tags: 'x'.repeat(31) }, 'tags', /at most 30/],
    [{ tags: Array.from({ length: 11 }, (_, index) => `t${index}`).join() }, 'tags', /at most 10/],
  ])('%j has its error at the field "%s"', (some, field, says) => {
    const read = parse(some)
    expect(read.ok).toBe(false)
    expect(!read.ok && read.faults[field as keyof PersonDraft]).toMatch(says)
  })

  test('an address is saved once, and changing its person is no second time', () => {
    const dana = personAt(1)
    expect(parse({}, [dana])).toMatchObject({ ok: false, faults: { address: 'Already saved as Person 1.' } })
    expect(parse({ name: 'Dana D.' }, [dana], dana)).toMatchObject({
      ok: true,
      person: { name: 'Dana D.', addedAt: 1 },
    })
  })

  test('two people may share a name, and that is said', () => {
    expect(parse({ name: 'person 2' }, [personAt(2)])).toMatchObject({
      ok: true,
      hint: 'You have another Person 2. Tell them apart by the address.',
    })
  })

  test('an address that looks like a known one is needed twice', () => {
    const known = payeeAt(5)
    const alike = getAddress(`${known.slice(0, 8)}${payeeAt(6).slice(8, 36)}${known.slice(36)}`.toLowerCase())
    const people = [personAt(5)]
    expect(parse({ address: alike }, people)).toMatchObject({ ok: false, alike: known })
    expect(parse({ address: alike, again: known }, people).ok).toBe(false)
    expect(parse({ address: alike, again: alike }, people).ok).toBe(true)
  })
})

describe('the list in this browser', () => {
  const anyPerson = fc.record({
    address: fc.nat(500).map(payeeAt),
    name: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
    note: fc.string({ unit: 'grapheme', maxLength: 40 }),
    handle: fc.string({ unit: 'grapheme', maxLength: 40 }),
    proof: fc.string({ unit: fc.constantFrom(...'aZ09~.:_-'), maxLength: 40 }),
    tags: fc.array(fc.string({ maxLength: 10 }), { maxLength: 5 }).map((tags) => tags.join()),
    addedAt: fc.nat(),
  })

  test('whatever a form accepts is read back from a backup as it was', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(anyPerson, { selector: ({ address }) => address, maxLength: 8 }),
        (drafts) => {
          const people = drafts.flatMap(({ addedAt, ...draft }) => {
            const read = parsePerson({ ...draft, again: '' }, [], [], null, addedAt)
            return read.ok ? [read.person] : []
          })
          const back = keptPeople.parse(keptPeople.format(people))
          expect(back?.unreadable).toBe(0)
          expect(new Set(back?.items)).toEqual(new Set(people))
        },
      ),
      propertyRuns(150),
    )
  })

  test('hostile entries are counted and never become a person', () => {
    const good = personAt(1)
    const hostile = [
      null,
      {},
      [],
      'x',
      { ...good, address: '0x0' },
      { ...good, address: payeeAt(1).toLowerCase() },
      { ...good, name: '' },
      { ...good, handle: 'a\u202eb' },
      { ...good, proof: '../<b>' },
      { ...good, proof: 'x'.repeat(3_073) },
      { ...good, proof: null },
      { ...good, name: 'a\u202eb' },
      { ...good, name: 'x'.repeat(61) },
      { ...good, note: 1 },
      { ...good, tags: 'x' },
      { ...good, tags: Array(11).fill('x') },
      { ...good, addedAt: -1 },
      { ...good, addedAt: '7' },
      { ...good, __proto__: null, addedAt: Number.NaN },
    ]
    const text = JSON.stringify({ kind: 'influencer-portal-people', version: 1, people: [good, ...hostile] })
    expect(keptPeople.parse(text)).toEqual({ items: [good], unreadable: hostile.length })
  })

  test('an entry from before handles and proofs has neither', () => {
    const { handle, proof, ...before } = personAt(1)
    const text = JSON.stringify({ kind: 'influencer-portal-people', version: 1, people: [before] })
    expect(keptPeople.parse(text)).toEqual({ items: [personAt(1)], unreadable: 0 })
  })

  test('fuzzed backups crash nothing', () => {
    const text = keptPeople.format([personAt(1, { tags: ['a'] }), personAt(2, { note: 'n' })])
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.string({ maxLength: 3 }), fc.nat(5), (at, put, cut) => {
        const back = keptPeople.parse(text.slice(0, at) + put + text.slice(at + cut))
        for (const one of back?.items ?? []) {
          expect(getAddress(one.address)).toBe(one.address)
          expect(one.name.length).toBeGreaterThan(0)
        }
      }),
      propertyRuns(500),
    )
  })
})

test('a search looks at names, tags, notes and addresses in any case', () => {
  const people = [
    personAt(1, { name: 'Dana', tags: ['autumn'] }),
    personAt(2, { note: 'Autumn too' }),
    personAt(3),
  ]
  const found = (text: string) => searchPeople(people, text).map(({ addedAt }) => addedAt)
  expect(found('')).toEqual([1, 2, 3])
  expect(found(' AUTUMN')).toEqual([1, 2])
  expect(found('dan')).toEqual([1])
  expect(found(payeeAt(3).toLowerCase().slice(4, 12))).toEqual([3])
})

test('a name finds everyone who is called exactly that, in any case', () => {
  const anyName = fc.constantFrom('Dana', 'dana', 'DANA', 'Dan', 'Bob', 'Bobby', 'Ça', 'ça')
  fc.assert(
    fc.property(fc.array(anyName, { maxLength: 12 }), anyName, (names, wanted) => {
      const people = names.map((name, index) => personAt(index, { name }))
      const same = people.filter(({ name }) => name.toLowerCase() === wanted.toLowerCase())
      expect(findByName(people)(` ${wanted} `)).toEqual(same.map(({ address }) => address))
    }),
    propertyRuns(250),
  )
  expect(findByName([personAt(1)])('constructor')).toEqual([])
})
