import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Submission } from '#account/Submission.ts'
import { transfersOf } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import { fingerprint } from '#domain/ledger/fingerprint.ts'
import { unverifiedToken } from '#domain/request/PaymentRequest.ts'
import { storedRevision } from '#storage/persisted.ts'
import { withBatch } from '#tests/support/attempts.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { OWNERS, PAYEE, PAYOUT_HASH, SAFE, USDT } from '#tests/support/safeExamples.ts'
import { type Batch, batchCalls, type Payment, type Payout, planPayout, type UsdRate } from './Payout.ts'
import { listText, payoutStore, planText, readPayout } from './payoutStore.ts'

const usdt = Token.find(USDT) ?? Token.BNB
const stranger = unverifiedToken(PAYEE, 6)

const aRow: Payment = { payee: PAYEE, amount: { token: usdt, value: 5n }, note: null, reference: null }

/** Objects with a prototype, like those of a document. */
const plain = <T>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(fields, { noNullPrototype: true })
const row = plain({
  payee: fc.constantFrom(PAYEE, ...OWNERS),
  amount: plain({
    token: fc.constantFrom(Token.BNB, usdt, stranger),
    value: fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }),
  }),
  note: fc.option(fc.string({ maxLength: 60 })),
  reference: fc.option(fc.string({ maxLength: 20 })),
})
const rate: fc.Arbitrary<UsdRate> = plain({
  cents: fc.bigInt({ min: 1n, max: 10n ** 15n }),
  tolerance: fc.nat({ max: 1_000 }),
  madeAt: fc.nat(),
  until: fc.nat(),
  price: plain({ value: fc.bigInt({ min: 1n, max: 10n ** 15n }), at: fc.nat() }),
  readAt: fc.nat(),
  link: fc.string({ maxLength: 100 }),
})
const answers = plain({ id: fc.stringMatching(/^[0-9a-f]{32}$/), since: fc.integer(), until: fc.nat() })
const text = fc.string({ maxLength: 20 })
const entered = plain({ name: fc.stringMatching(/^[a-z0-9]{1,9}\.bnb$/), at: fc.nat() })
const listed = fc
  .tuple(
    row,
    fc.record({ line: fc.nat(), name: text, handle: text, entered, rate, answers }, { requiredKeys: [] }),
  )
  .map(([known, labels]) => ({ ...known, ...labels }))
const submission = fc.constantFrom<'proposed' | null>('proposed', null)
const payout: fc.Arbitrary<Payout> = fc
  .record({
    rows: fc.array(listed, { minLength: 1, maxLength: 8 }),
    limit: fc.integer({ min: 1, max: 8 }),
    attempts: fc.array(fc.tuple(fc.boolean(), submission), { maxLength: 8 }),
    run: fc.constantFrom(
      null,
      { template: 'a-1', due: '2026-12-01' },
      { template: 'b-2', due: '2199-01-31' },
    ),
    tag: fc.constantFrom(null, 'spring', 'Löwe & Co'),
    title: fc.constantFrom(null, 'Autumn reels', '🎬'.repeat(80)),
    flags: fc.constantFrom({}, { closed: true }, { restored: true }),
  })
  .map(({ rows, limit, attempts, flags, ...belongs }) => {
    const planned = { ...planPayout({ address: SAFE, kind: 'safe' }, rows, limit, 5, [], belongs), ...flags }
    return planned.batches.reduce(
      (whole, batch, index) => asked(whole, batch, index, attempts[index]),
      planned,
    )
  })

function asked(
  whole: Payout,
  batch: Batch,
  index: number,
  attempt: [boolean, 'proposed' | null] | undefined,
): Payout {
  if (!attempt?.[0]) return whole
  const calls = batchCalls(whole, batch)
  const found: Submission | null =
    attempt[1] === 'proposed'
      ? { kind: 'proposed', safe: SAFE, calls, safeTxHash: PAYOUT_HASH, inLargerBatch: false }
      : null
  const made = { at: 6, position: { block: 9n, nonce: 1n }, known: ['a-1'], submission: found }
  return withBatch(whole, index, { attempt: made })
}

function storage() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

describe('stored payouts', () => {
  test('behavior: are read back exactly', () => {
    fc.assert(
      fc.property(payout, (whole) => {
        const store = payoutStore(storage(), SAFE)
        const written = store.write(whole)
        expect(written).toStrictEqual({ ...whole, revision: 1 })
        expect(store.list()).toStrictEqual({ payouts: [written], unreadable: 0 })
      }),
      propertyRuns(150),
    )
  })

  test('error: with anything but a plain name and a time beside a row are not read', () => {
    const whole = planPayout({ address: SAFE, kind: 'safe' }, [aRow], 1, 0)
    const document = JSON.parse(listText(whole)) as object
    const read = (entered: unknown) =>
      readPayout(JSON.stringify({ ...document, entered }), planText(whole))?.rows[0]
    expect(read([['ada.bnb', 5]])).toEqual({ ...aRow, entered: { name: 'ada.bnb', at: 5 } })
    // Documents without names, or with fewer than rows, are older ones.
    for (const none of [undefined, [], [null]]) expect(read(none)).toEqual(aRow)
    for (const wrong of [
      [['Ada.bnb', 5]],
      [['ada.eth', 5]],
      [['ada.bnb', -1]],
      [['ada.bnb']],
      'ada.bnb',
      [7],
    ])
      expect(read(wrong)).toBeUndefined()
  })

  test('behavior: have the same fingerprint with and without names', () => {
    const named = { ...aRow, entered: { name: 'ada.bnb', at: 5 } }
    const of = (row: Payment) => {
      const whole = planPayout({ address: SAFE, kind: 'safe' }, [row], 1, 0)
      return whole.batches.map((batch) => fingerprint(SAFE, transfersOf(batchCalls(whole, batch))))
    }
    expect(of(named)).toEqual(of(aRow))
  })

  test.each([
    ['a template of another form', 'list', { run: { template: '../x', due: '2026-12-01' } }],
    ['a date of another form', 'list', { run: { template: 'a-1', due: '2026-13-01' } }],
    ['a date of another time', 'list', { run: { template: 'a-1', due: '9999-12-31' } }],
    ['a campaign that hides characters', 'batches', { tag: 'spring\u202e' }],
    ['a title that hides characters', 'batches', { title: 'Spring\u202e' }],
    ['a title that is too long', 'batches', { title: '🎬'.repeat(81) }],
    ['a title that is an address', 'batches', { title: SAFE }],
    ['a campaign in upper case', 'batches', { tag: 'Spring' }],
    ['a campaign that is too long', 'batches', { tag: 'x'.repeat(31) }],
  ] as const)('error: with %s are not read', (_, where, change) => {
    const planned = planPayout({ address: SAFE, kind: 'safe' }, [aRow], 5, 5)
    const texts = { list: listText(planned), batches: planText(planned) }
    expect(readPayout(texts.list, texts.batches)).toEqual(planned)
    const changed = { ...texts, [where]: JSON.stringify({ ...JSON.parse(texts[where]), ...change }) }
    expect(readPayout(changed.list, changed.batches)).toBe(null)
  })

  test('behavior: remember that the rest was left unpaid, and can be reopened', () => {
    const store = payoutStore(storage(), SAFE)
    const whole = planPayout({ address: SAFE, kind: 'safe' }, [], 1, 0)
    const closed = store.write({ ...whole, closed: true })
    expect(store.read(whole.id)).toEqual({ ...whole, closed: true, revision: 1 })
    store.write({ ...closed, closed: false })
    expect(store.read(whole.id)).toEqual({ ...whole, revision: 2 })
  })

  test('behavior: are listed newest first, per account, and can be removed', () => {
    const kept = storage()
    const [store, other] = [payoutStore(kept, SAFE), payoutStore(kept, PAYEE)]
    const [a, b] = [0, 1].map((at) => planPayout({ address: SAFE, kind: 'safe' }, [aRow], 1, at))
    if (!a || !b) throw new Error('Two were made')
    store.write(a)
    const written = store.write(b)
    expect(store.list().payouts.map(({ id }) => id)).toEqual([b.id, a.id])
    expect(other.list().payouts).toEqual([])
    store.remove(a.id)
    expect(store.list()).toEqual({ payouts: [written], unreadable: 0 })
    expect(store.read(a.id)).toBeNull()
  })

  test('behavior: many are written at once, in their order, and none of them if one is outdated', () => {
    const store = payoutStore(storage(), SAFE)
    const plan = (id: string) => ({ ...planPayout({ address: SAFE, kind: 'safe' }, [aRow], 1, 0), id })
    const listed = () => store.list().payouts.map(({ id, closed = false }) => [id, closed])
    store.writeAll([plan('a'), plan('b')])
    store.writeAll(store.list().payouts.map((one) => ({ ...one, closed: one.id === 'a' })))
    const both = [
      ['b', false],
      ['a', true],
    ]
    expect(listed()).toEqual(both)
    expect(() => store.writeAll([plan('c'), plan('a')])).toThrow(expect.objectContaining({ kind: 'stale' }))
    expect(listed()).toEqual(both)
    expect(['a', 'c'].map(store.has)).toEqual([true, false])
  })

  test('behavior: what shows them reads them again when one was written, or was outdated', () => {
    const store = payoutStore(storage(), SAFE)
    const whole = planPayout({ address: SAFE, kind: 'safe' }, [aRow], 1, 0)
    const first = storedRevision.get()
    store.write(whole)
    const second = storedRevision.get()
    expect(() => store.write(whole)).toThrow()
    expect(second).toBeGreaterThan(first)
    expect(storedRevision.get()).toBeGreaterThan(second)
  })

  test('error: are not overwritten by a tab with an older copy', () => {
    const kept = storage()
    const [one, other] = [payoutStore(kept, SAFE), payoutStore(kept, SAFE)]
    const copy = one.write(planPayout({ address: SAFE, kind: 'safe' }, [aRow], 1, 0))
    const newer = other.write({ ...copy, closed: true })
    expect(() => one.write(copy)).toThrow(expect.objectContaining({ kind: 'stale' }))
    expect(one.read(copy.id)).toEqual(newer)
  })

  test('error: are not overwritten if they can no longer be read', () => {
    const kept = storage()
    const store = payoutStore(kept, SAFE)
    const written = store.write(planPayout({ address: SAFE, kind: 'safe' }, [aRow], 1, 0))
    const [key = ''] = [...kept.kept.keys()].filter((name) => name.endsWith('.parts'))
    kept.kept.set(key, '{')
    expect(() => store.write(written)).toThrow(expect.objectContaining({ kind: 'stale' }))
    expect(kept.kept.get(key)).toBe('{')
  })

  test('error: survive a damaged index, which is set aside and counted', () => {
    const kept = storage()
    const store = payoutStore(kept, SAFE)
    store.write(planPayout({ address: SAFE, kind: 'safe' }, [aRow], 1, 0))
    const [key = ''] = [...kept.kept.keys()].filter((name) => name.startsWith('portal.payouts.'))
    kept.kept.set(key, '["')
    expect(store.list()).toEqual({ payouts: [], unreadable: 1 })
    const written = store.write(planPayout({ address: SAFE, kind: 'safe' }, [aRow], 1, 1))
    expect(store.list()).toEqual({ payouts: [written], unreadable: 1 })
  })

  test('error: of a plan from before the ledger are kept and counted, and never read without its requests', () => {
    const kept = storage()
    const store = payoutStore(kept, SAFE)
    store.write(planPayout({ address: SAFE, kind: 'safe' }, [aRow], 1, 0))
    const [key = ''] = [...kept.kept.keys()].filter((name) => name.endsWith('.parts'))
    const ask = { at: 6, position: null, known: [], submission: null }
    const older = JSON.stringify({ version: 1, parts: [{ rows: [0], ask, refused: null, again: [] }] })
    kept.kept.set(key, older)
    expect(store.list()).toEqual({ payouts: [], unreadable: 1 })
    expect(kept.kept.get(key)).toBe(older)
  })

  test('error: are counted if damaged, never read in part and never deleted', () => {
    const kept = storage()
    const store = payoutStore(kept, SAFE)
    store.write(planPayout({ address: SAFE, kind: 'safe' }, [aRow], 1, 0))
    const [key = ''] = [...kept.kept.keys()].filter((name) => name.endsWith('.parts'))
    kept.kept.set(key, '{"version":1,"parts":[{"rows":[1]')
    expect(store.list()).toEqual({ payouts: [], unreadable: 1 })
    expect(kept.kept.has(key)).toBe(true)
  })

  test('error: are not read under another payout’s id or account', () => {
    const kept = storage()
    const [store, other] = [payoutStore(kept, SAFE), payoutStore(kept, PAYEE)]
    const [a, b] = [0, 1].map((at) => store.write(planPayout({ address: SAFE, kind: 'safe' }, [aRow], 1, at)))
    if (!a || !b) throw new Error('Two were made')
    const copy = (from: string, to: string) => {
      for (const [key, text] of [...kept.kept])
        if (key.includes(from)) kept.kept.set(key.replace(from, to), text)
    }
    copy(a.id, b.id)
    expect(store.read(b.id)).toBeNull()
    expect(store.list()).toMatchObject({ payouts: [{ id: a.id }], unreadable: 1 })
    copy(SAFE.toLowerCase(), PAYEE.toLowerCase())
    expect(other.list()).toEqual({ payouts: [], unreadable: 2 })
  })

  test('behavior: are read again if another tab wrote them or their requests, and cached otherwise', () => {
    const kept = storage()
    const [store, other] = [payoutStore(kept, SAFE), payoutStore({ ...kept }, SAFE)]
    expect(payoutStore(kept, SAFE)).toBe(store)
    const [planned, stranger] = [0, 1].map((at) =>
      planPayout({ address: SAFE, kind: 'safe' }, [aRow, aRow], 1, at),
    )
    if (!planned || !stranger) throw new Error('Two were made')
    const [a, b] = planned.batches
    if (!a || !b) throw new Error('It has two batches')
    const first = store.write(asked(asked(planned, a, 0, [true, null]), b, 1, [true, null]))
    const cached = store.read(first.id)
    expect(store.read(first.id)).toBe(cached)
    other.write(asked(stranger, a, 0, [true, null]))
    expect(store.read(first.id)).toBe(cached)
    const last = first.attempts[1]?.id ?? ''
    other.ledger.add(last, { kind: 'rejected', at: 7 })
    expect(store.read(first.id)?.attempts.map(({ facts }) => facts)).toEqual([
      ...[[], [{ kind: 'rejected', at: 7 }]],
    ])
    other.ledger.append(first.attempts.map((one) => ({ ...one, id: `${one.id}:2` })))
    expect(store.read(first.id)?.attempts).toHaveLength(4)
    const closed = other.write({ ...first, closed: true })
    expect(store.read(first.id)).toEqual(closed)
  })

  test('error: are never read from hostile documents, nor with wrong decimals of a pinned token', () => {
    const good = planPayout({ address: SAFE, kind: 'safe' }, [aRow], 1, 0)
    const [list, batches] = [listText(good), planText(good)]
    expect(readPayout(list, batches)).toEqual(good)
    for (const text of [
      '',
      'null',
      '0',
      '""',
      '[]',
      '{}',
      '{"version":3}',
      '{"__proto__":[]}',
      list + batches,
    ]) {
      expect(readPayout(text, batches)).toBeNull()
      expect(readPayout(list, text)).toBeNull()
    }
    expect(readPayout(list.replace('"decimals":18', '"decimals":6'), batches)).toBeNull()
    for (const rows of ['[1]', '[0,1]'])
      expect(readPayout(list, batches.replace('"rows":[0]', `"rows":${rows}`))).toBeNull()
    expect(readPayout(list.replace(/"rows":\[\[.*\]\]/, '"rows":[["0x1"]]'), batches)).toBeNull()
  })
})

describe('nothing is ever forgotten (A22)', () => {
  function memory() {
    const map = new Map<string, string>()
    return {
      map,
      getItem: (key: string) => map.get(key) ?? null,
      setItem: (key: string, value: string) => void map.set(key, value),
      removeItem: (key: string) => void map.delete(key),
    }
  }
  const account = { address: SAFE, kind: 'safe' } as const

  test('behavior: keeps more than ten thousand payouts', () => {
    const storage = memory()
    const ids = Array.from({ length: 10_001 }, (_, index) => `p-${index}`)
    storage.setItem(`portal.payouts.56.${SAFE.toLowerCase()}`, JSON.stringify(ids))
    expect(payoutStore(storage, SAFE).list().unreadable).toBe(10_001)
  })

  test('error: sets an unreadable index aside and counts it, and never overwrites it', () => {
    const storage = memory()
    const key = `portal.payouts.56.${SAFE.toLowerCase()}`
    storage.setItem(key, '{"damaged')
    const store = payoutStore(storage, SAFE)
    expect(store.list()).toEqual({ payouts: [], unreadable: 1 })
    store.write(planPayout(account, [aRow], 1, 0))
    expect(store.list()).toMatchObject({ payouts: [{}], unreadable: 1 })
    expect(storage.map.get(`${key}.damaged`)).toBe('{"damaged')
  })

  test('error: refuses to write an outdated copy, and changes nothing', () => {
    const storage = memory()
    const [tab, other] = [payoutStore(storage, SAFE), payoutStore(storage, SAFE)]
    const first = tab.write(planPayout(account, [aRow], 1, 0))
    const second = other.write({ ...first, closed: true })
    expect(() => tab.write(first)).toThrow('another tab')
    expect(tab.read(first.id)).toEqual(second)
    expect(second.revision).toBe(first.revision + 1)
  })
})
