import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as Token from '#chain/Token.ts'
import { propertyRuns } from '../../../tests/support/propertyRuns.ts'
import { OWNERS, PAYEE, PAYOUT_HASH, SAFE, USDT } from '../../../tests/support/safeExamples.ts'
import type { Submission } from '../Submission.ts'
import { callsOf, type Part, type Payout, type PayoutRow, planPayout } from './Payout.ts'
import { listText, partsText, readPayout } from './payoutDocument.ts'
import { payoutStore } from './payoutStore.ts'

const usdt = Token.find(USDT) ?? Token.BNB
const stranger: Token.Token = { address: PAYEE, symbol: 'units', name: 'Unverified token', decimals: 6 }

const aRow: PayoutRow = { payee: PAYEE, amount: { token: usdt, value: 5n }, note: null, reference: null }

const row = fc.record({
  payee: fc.constantFrom(PAYEE, ...OWNERS),
  amount: fc.record({
    token: fc.constantFrom(Token.BNB, usdt, stranger),
    value: fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }),
  }),
  note: fc.option(fc.string({ maxLength: 60 })),
  reference: fc.option(fc.string({ maxLength: 20 })),
})
const submission = fc.constantFrom<'sent' | 'proposed' | null>('sent', 'proposed', null)
const payout: fc.Arbitrary<Payout> = fc
  .record({
    rows: fc.array(row, { minLength: 1, maxLength: 8 }),
    limit: fc.integer({ min: 1, max: 8 }),
    asks: fc.array(fc.tuple(fc.boolean(), submission), { maxLength: 8 }),
  })
  .map(({ rows, limit, asks }) => {
    const planned = planPayout({ address: SAFE, kind: 'safe' }, rows, limit, 5)
    return { ...planned, parts: planned.parts.map((part, index) => asked(planned, part, asks[index])) }
  })

function asked(whole: Payout, part: Part, ask: [boolean, 'sent' | 'proposed' | null] | undefined): Part {
  if (!ask?.[0]) return part
  const calls = callsOf(whole, part)
  const found: Submission | null =
    ask[1] === 'proposed'
      ? { kind: 'proposed', safe: SAFE, calls, safeTxHash: PAYOUT_HASH }
      : ask[1] === 'sent'
        ? { kind: 'sent', from: SAFE, calls, hashes: [`0x${'ab'.repeat(32)}`], nonces: [7], since: 9n }
        : null
  return { ...part, ask: { at: 6, position: { block: 9n, nonce: 1n }, known: ['a-1'], submission: found } }
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

describe('payouts that are kept', () => {
  test('behavior: what is written is read back, to the last digit', () => {
    fc.assert(
      fc.property(payout, (whole) => {
        const store = payoutStore(storage(), SAFE)
        store.write(whole)
        expect(store.list()).toEqual({ payouts: [whole], unreadable: 0 })
      }),
      propertyRuns(300),
    )
  })

  test('behavior: what was left unpaid is remembered, and taken up again', () => {
    const store = payoutStore(storage(), SAFE)
    const whole = planPayout({ address: SAFE, kind: 'safe' }, [], 1, 0)
    store.write({ ...whole, closed: true })
    expect(store.read(whole.id)).toEqual({ ...whole, closed: true })
    store.write({ ...whole, closed: false })
    expect(store.read(whole.id)).toEqual(whole)
  })

  test('behavior: the newest comes first, each account has its own, and one can be taken away', () => {
    const kept = storage()
    const [store, other] = [payoutStore(kept, SAFE), payoutStore(kept, PAYEE)]
    const [a, b] = [0, 1].map((at) => planPayout({ address: SAFE, kind: 'safe' }, [aRow], 1, at))
    if (!a || !b) throw new Error('Two were made')
    store.write(a)
    store.write(b)
    expect(store.list().payouts.map(({ id }) => id)).toEqual([b.id, a.id])
    expect(other.list().payouts).toEqual([])
    store.remove(a.id)
    expect(store.list().payouts).toEqual([b])
    expect(store.read(a.id)).toBeNull()
  })

  test('error: what is spoiled is counted, never read in part and never thrown away', () => {
    const kept = storage()
    const store = payoutStore(kept, SAFE)
    store.write(planPayout({ address: SAFE, kind: 'safe' }, [aRow], 1, 0))
    const [key = ''] = [...kept.kept.keys()].filter((name) => name.endsWith('.parts'))
    kept.kept.set(key, '{"version":1,"parts":[{"rows":[1]')
    expect(store.list()).toEqual({ payouts: [], unreadable: 1 })
    expect(kept.kept.has(key)).toBe(true)
  })

  test('error: nothing hostile is read as a payout, and no pinned token under other decimals', () => {
    const good = planPayout({ address: SAFE, kind: 'safe' }, [aRow], 1, 0)
    const [list, parts] = [listText(good), partsText(good)]
    expect(readPayout(list, parts)).toEqual(good)
    for (const text of [
      '',
      'null',
      '0',
      '""',
      '[]',
      '{}',
      '{"version":2}',
      '{"__proto__":[]}',
      list + parts,
    ]) {
      expect(readPayout(text, parts)).toBeNull()
      expect(readPayout(list, text)).toBeNull()
    }
    expect(readPayout(list.replace('"decimals":18', '"decimals":6'), parts)).toBeNull()
    expect(readPayout(list, parts.replace('"rows":[0]', '"rows":[1]'))).toBeNull()
    expect(readPayout(list.replace(/"rows":\[\[.*\]\]/, '"rows":[["0x1"]]'), parts)).toBeNull()
  })
})
