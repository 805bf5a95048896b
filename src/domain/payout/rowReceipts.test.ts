import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Address } from '#chain/money/Address.ts'
import * as Token from '#chain/money/Token.ts'
import type { FoldedStatus } from '#domain/ledger/foldStatus.ts'
import type { PaidTransfer, PaidTransfers } from '#safe/proposal/paidTransfers.ts'
import { word } from '#tests/support/fakeRpc.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { PAYOUT_HASH, SAFE, USDT } from '#tests/support/safeExamples.ts'
import { newAttempt, type Payment, type Payout, planPayout } from './Payout.ts'
import { paidPlaces, paidRow, readReceipts, receiptsOf } from './rowReceipts.ts'

const usdt = Token.find(USDT) ?? Token.BNB
const submission = {
  kind: 'proposed',
  safe: SAFE,
  calls: [],
  safeTxHash: PAYOUT_HASH,
  inLargerBatch: false,
} as const

type Paying = { readonly bnb: boolean; readonly payee: number; readonly value: bigint }
const row = ({ bnb, payee, value }: Paying): Payment => ({
  payee: payeeAt(payee),
  amount: { token: bnb ? Token.BNB : usdt, value },
  note: null,
  reference: null,
})
const payoutOf = (rows: readonly Paying[]): Payout =>
  planPayout({ address: SAFE, kind: 'safe' }, rows.map(row), 100, 0)

/** The transfers in log order; each has its own log, and BNB its row in the Safe. */
const transfer = ({ bnb, payee, value }: Paying, index: number, from: Address = SAFE): PaidTransfer => ({
  token: bnb ? null : USDT,
  from,
  to: payeeAt(payee),
  value,
  logIndex: bnb ? null : BigInt(index),
  name: bnb ? `row-${index}` : `log-${index}`,
  bySafe: bnb ? SAFE : null,
})
const mined = (
  transfers: readonly PaidTransfer[],
  status: 'success' | 'failed' = 'success',
): PaidTransfers => ({
  kind: 'final',
  status,
  blockNumber: 7n,
  at: null,
  from: SAFE,
  to: SAFE,
  transfers,
})
const namesOf = (payout: Payout, paid: PaidTransfers) =>
  [...receiptsOf(payout, [...payout.rows.keys()], paid)].map(([place, { name }]) => [place, name])

const ten = { bnb: false, payee: 1, value: 10n }

describe('the transfer that paid a row', () => {
  test('behavior: two equal rows get two different logs, and each other row the log with its content', () => {
    const rows = [ten, { ...ten, bnb: true }, ten, { ...ten, payee: 2 }]
    const paid = mined([rows[3], rows[0], rows[1], rows[2]].map((one, index) => transfer(one ?? ten, index)))
    expect(namesOf(payoutOf(rows), paid)).toEqual([
      [0, 'log-1'],
      [2, 'log-3'],
      [1, 'row-2'],
      [3, 'log-0'],
    ])
  })

  test.each<[string, PaidTransfers]>([
    ['another amount', mined([transfer({ ...ten, value: 11n }, 0)])],
    ['another payee', mined([transfer({ ...ten, payee: 2 }, 0)])],
    ['another token', mined([transfer({ ...ten, bnb: true }, 0)])],
    ['another payer', mined([transfer(ten, 0, payeeAt(9))])],
    ['a transaction that failed', mined([transfer(ten, 0)], 'failed')],
    ['a transaction without a block', { kind: 'pending', from: SAFE, to: SAFE }],
    ['an unknown transaction', { kind: 'unknown-hash' }],
  ])('error: does not exist for %s', (_, paid) => {
    expect(namesOf(payoutOf([ten]), paid)).toEqual([])
  })

  test('error: equal rows with too few transfers get no receipt', () => {
    const rows = [ten, ten, { ...ten, payee: 2 }]
    const paid = mined([transfer(ten, 4), transfer({ ...ten, payee: 2 }, 5)])
    expect(namesOf(payoutOf(rows), paid)).toEqual([[2, 'log-5']])
  })

  test('behavior: each transfer is the receipt of at most one row, with the same content', () => {
    const paying = fc.record({
      bnb: fc.boolean(),
      payee: fc.integer({ min: 0, max: 2 }),
      value: fc.bigInt(1n, 2n),
    })
    const lists = fc.tuple(fc.array(paying, { maxLength: 12 }), fc.array(paying, { maxLength: 12 }))
    fc.assert(
      fc.property(lists, ([rows, moved]) => {
        const payout = payoutOf(rows)
        const found = receiptsOf(
          payout,
          [...rows.keys()],
          mined(moved.map((one, index) => transfer(one, index))),
        )
        const same = (a: Paying, b: Paying) => a.bnb === b.bnb && a.payee === b.payee && a.value === b.value
        expect(new Set([...found.values()].map(({ name }) => name)).size).toBe(found.size)
        rows.forEach((one, place) => {
          const paidBy = found.get(place)
          const enough =
            moved.filter((other) => same(one, other)).length >=
            rows.filter((other) => same(one, other)).length
          expect(paidBy !== undefined).toBe(enough)
          const index = Number(paidBy?.name.slice(4))
          if (paidBy) expect(same(one, moved[index] ?? { ...one, value: -1n })).toBe(true)
        })
      }),
      propertyRuns(150),
    )
  })
})

describe('all receipts of a payout', () => {
  const states = (count: number, hashOf: (index: number) => `0x${string}`): readonly FoldedStatus[] =>
    Array.from({ length: count }, (_, index) => ({
      beside: [],
      submission,
      status: { kind: 'paid', hash: hashOf(index) },
    }))

  test('behavior: are searched for paid rows only, each transaction once', async () => {
    const asked: string[] = []
    const reported: readonly FoldedStatus[] = [
      ...states(2, () => word(1)),
      ...(
        [
          { kind: 'not-paid', why: 'left-out', hash: word(1) },
          { kind: 'short', hash: word(1), received: 9n },
          { kind: 'confirming', hash: word(1), lacks: 'second-operator' },
        ] as const
      ).map((status) => ({ submission, beside: [], status }) as const),
      ...states(1, () => word(2)),
    ]
    expect([...paidPlaces(reported)]).toEqual([
      [word(1), [0, 1]],
      [word(2), [5]],
    ])
    const receipts = await readReceipts(payoutOf([ten, ten, ten, ten, ten, ten]), reported, async (hash) => {
      asked.push(hash)
      return mined([transfer(ten, 5), transfer(ten, 6)])
    })
    expect(asked).toEqual([word(1), word(2)])
    expect([...receipts.found].map(([place, { name }]) => [place, name])).toEqual([
      [0, 'log-5'],
      [1, 'log-6'],
      [5, 'log-5'],
    ])
    expect(receipts.unread).toBe(0)
  })

  test('error: count unreadable ones, and stop after repeated node failures', async () => {
    const rows = Array.from({ length: 500 }, () => ten)
    let asked = 0
    const receipts = await readReceipts(payoutOf(rows), states(500, word), async () => {
      asked++
      throw new Error('down')
    })
    expect(receipts).toEqual({ found: new Map(), unread: 500 })
    expect(asked).toBeLessThan(10)
  })

  test('error: report how many are missing beyond the limit', async () => {
    const rows = Array.from({ length: 310 }, () => ten)
    const receipts = await readReceipts(payoutOf(rows), states(310, word), async () =>
      mined([transfer(ten, 1)]),
    )
    expect([receipts.found.size, receipts.unread]).toEqual([300, 10])
  })
})

describe('the row that a transfer paid', () => {
  const originOf = (payout: Payout) => ({
    payout,
    attempt: newAttempt(payout, 0, { id: payout.id, at: 0, time: null, position: null, known: [] }),
  })
  const paid = mined([transfer(ten, 5), transfer(ten, 6), transfer({ ...ten, payee: 2 }, 7)])
  const list = payoutOf([ten, ten])

  test('behavior: is found among equal ones by its place, and is none of another list', () => {
    expect(paidRow([originOf(list)], paid, 'log-5')).toBe(list.rows[0])
    expect(paidRow([originOf(list)], paid, 'log-6')).toBe(list.rows[1])
    expect(paidRow([originOf(list)], paid, 'log-7')).toBeNull()
  })

  test('error: is unknown where rows of two lists in one transaction are alike', () => {
    expect(paidRow([originOf(list), originOf(payoutOf([ten]))], paid, 'log-5')).toBeNull()
  })
})
