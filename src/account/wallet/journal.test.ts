import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCall } from '../../../tests/support/arbitraries.ts'
import { propertyRuns } from '../../../tests/support/propertyRuns.ts'
import { PAYEE, payoutCall } from '../../../tests/support/safeExamples.ts'
import { type JournalEntry, journal } from './journal.ts'

const KEY = `portal.journal.56.${PAYEE.toLowerCase()}`

function memoryStore(initial: Readonly<Record<string, string>> = {}) {
  const kept = new Map(Object.entries(initial))
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

const entry: JournalEntry = {
  id: 'a',
  calls: [payoutCall],
  askedAt: 1_795_165_200_000,
  hashes: [`0x${'ab'.repeat(32)}`],
  nonces: [7],
  state: 'sent',
  batchId: null,
  since: null,
}
const stored = (entries: unknown) => memoryStore({ [KEY]: JSON.stringify({ version: 1, entries }) })
const onWire = { ...entry, calls: [{ ...payoutCall, value: '0' }] }

test('behavior: entries are read back newest first, also on another visit', () => {
  const storage = memoryStore()
  journal(storage, PAYEE).put(entry)
  journal(storage, PAYEE).put({ ...entry, id: 'b', state: 'asked', nonces: [null] })
  expect(journal(storage, PAYEE).list().entries).toEqual([
    { ...entry, id: 'b', state: 'asked', nonces: [null] },
    entry,
  ])
})

test('behavior: any entry survives storage', () => {
  const anyEntry = fc.record({
    id: fc.uuid(),
    calls: fc.array(anyCall, { maxLength: 4 }),
    askedAt: fc.nat(),
    hashes: fc.array(
      fc
        .uint8Array({ minLength: 32, maxLength: 32 })
        .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}` as const),
      { maxLength: 4 },
    ),
    nonces: fc.array(fc.option(fc.nat()), { maxLength: 4 }),
    state: fc.constantFrom('asked' as const, 'sent' as const),
    batchId: fc.option(fc.string({ minLength: 1, maxLength: 100 })),
    since: fc.option(fc.bigInt({ min: 0n, max: 10n ** 20n - 1n })),
  })
  fc.assert(
    fc.property(anyEntry, (made) => {
      const book = journal(memoryStore(), PAYEE)
      book.put(made)
      expect(book.list()).toEqual({ entries: [made], unreadable: 0 })
    }),
    propertyRuns(200),
  )
})

test('behavior: an entry is replaced and removed by its id', () => {
  const book = journal(memoryStore(), PAYEE)
  book.put({ ...entry, state: 'asked' })
  book.put({ ...entry, id: 'b' })
  book.put(entry)
  expect(book.list().entries.map(({ id, state }) => [id, state])).toEqual([
    ['b', 'sent'],
    ['a', 'sent'],
  ])
  book.remove('a')
  book.remove('nobody')
  expect(book.list().entries.map(({ id }) => id)).toEqual(['b'])
})

test('behavior: every account has its own journal, whatever the case of its address', () => {
  const storage = memoryStore()
  journal(storage, PAYEE).put(entry)
  expect(journal(storage, '0x90F79bf6EB2c4f870365E785982E1f101E93b906').list().entries).toEqual([])
  expect(journal(storage, PAYEE.toLowerCase() as typeof PAYEE).list().entries).toHaveLength(1)
})

test('error: never drops old entries for new ones (A4)', () => {
  const book = journal(memoryStore(), PAYEE)
  for (let index = 0; index < 305; index++) book.put({ ...entry, id: `${index}` })
  expect(book.list().entries).toHaveLength(305)
  expect(book.list().entries[0]?.id).toBe('304')
  expect(book.list().entries.at(-1)?.id).toBe('0')
})

test('behavior: an entry from before batches existed has no batch id', () => {
  const { batchId: _, ...older } = onWire
  expect(journal(stored([older]), PAYEE).list()).toEqual({ entries: [entry], unreadable: 0 })
})

describe('foreign content in storage', () => {
  test.each([
    '',
    'null',
    '[]',
    '{',
    '7',
    '{"version":2,"entries":[]}',
    '{"version":1}',
    '{"version":1,"entries":{}}',
  ])('error: %j is set aside and counted, and the journal stays writable', (text) => {
    const storage = memoryStore({ [KEY]: text })
    const book = journal(storage, PAYEE)
    expect(book.list()).toEqual({ entries: [], unreadable: 1 })
    book.put(entry)
    expect(book.list()).toEqual({ entries: [entry], unreadable: 1 })
    expect([...storage.kept.values()]).toContain(text)
  })

  test.each<[string, object]>([
    ['no id', { id: undefined }],
    ['a very long id', { id: 'x'.repeat(65) }],
    ['a call to an invalid address', { calls: [{ ...payoutCall, value: '0', to: '0x12' }] }],
    ['an amount that is a number', { calls: [{ ...payoutCall, value: 0 }] }],
    ['a negative amount', { calls: [{ ...payoutCall, value: '-1' }] }],
    ['half a byte of data', { calls: [{ ...payoutCall, value: '0', data: '0x1' }] }],
    ['an invalid hash', { hashes: ['0x12'] }],
    ['a hash that is a script', { hashes: ['javascript:alert(1)'] }],
    ['an undefined state', { state: 'paid' }],
    ['a time that is a text', { askedAt: 'now' }],
    ['an impossible time', { askedAt: 1e300 }],
    ['a batch without a name', { batchId: '' }],
    ['a batch with a very long name', { batchId: 'x'.repeat(8195) }],
    ['a batch with a number for a name', { batchId: 7 }],
    ['a nonce that is a text', { nonces: ['7'] }],
  ])('error: an entry with %s is counted and kept unchanged, and the others are read', (_, some) => {
    const storage = stored([onWire, { ...onWire, id: 'bad', ...some }, null, 7])
    const [before = ''] = storage.kept.values()
    const book = journal(storage, PAYEE)
    expect(book.list()).toEqual({ entries: [entry], unreadable: 3 })
    book.put({ ...entry, id: 'b' })
    book.remove('a')
    const raws = (text: string): unknown[] => JSON.parse(text).entries
    expect(raws(storage.kept.get(KEY) ?? '').slice(1)).toEqual(raws(before).slice(1))
  })

  test('error: no text makes it throw', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(journal(memoryStore({ [KEY]: text }), PAYEE).list()).toEqual({ entries: [], unreadable: 1 })
      }),
      propertyRuns(300),
    )
  })
})
