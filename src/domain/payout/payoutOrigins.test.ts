import { describe, expect, test } from 'vitest'
import { transferTo } from '#chain/money/Call.ts'
import { hashOf, memoryStorage, requested, threeRows } from '#tests/support/backupWorld.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import type { Payout } from './Payout.ts'
import { listedName, listedNames, nameBeside, payoutOrigins } from './payoutOrigins.ts'
import { payoutStore } from './payoutStore.ts'

const hash = hashOf('a')
const withNames = (payout: Payout, ...names: readonly string[]): Payout => ({
  ...payout,
  rows: payout.rows.map((row, at) => ({ ...row, ...(names[at] !== undefined && { name: names[at] }) })),
})
/** The names of payees 1 to 3 in the lists behind an id. */
const namesIn = (payouts: readonly Payout[], id: string | null) => {
  const store = payoutStore(memoryStorage().storage, payouts[0]?.account ?? payeeAt(1))
  store.writeAll(payouts)
  const origins = payoutOrigins(store.ledger.list().attempts, store.read)(id)
  return [1, 2, 3].map((payee) => listedName(origins, { token: null, to: payeeAt(payee), value: 0n }))
}
const dana = withNames(threeRows('one'), 'Dana', '👩‍🎤 Äva', 'שלום')

test('behavior: a payment is called as its own list calls it, by its proposal in any case', () => {
  const payout = requested(dana, 1, { at: 5, hash })
  expect(namesIn([payout], hash)).toEqual([null, '👩‍🎤 Äva', null])
  expect(namesIn([payout], hash.toUpperCase().replace('X', 'x'))).toEqual([null, '👩‍🎤 Äva', null])
  expect(namesIn([payout], hashOf('b'))).toEqual([null, null, null])
  expect(namesIn([payout], null)).toEqual([null, null, null])
})

test('behavior: one proposal may hold payments of two lists', () => {
  const other = withNames(threeRows('two'), 'Kim')
  const both = [requested(dana, 1, { at: 5, hash }), requested(other, 0, { at: 6, hash })]
  expect(namesIn(both, hash)).toEqual(['Kim', '👩‍🎤 Äva', null])
})

test('error: a name that could be taken for an address is not shown', () => {
  const payout = requested(withNames(threeRows('one'), payeeAt(9)), 0, { at: 5, hash })
  expect(namesIn([payout], hash)).toEqual([null, null, null])
})

test('error: a record from a file names nothing that was paid here', () => {
  const here = requested(withNames(threeRows('one'), 'Dana'), 0, { at: 5, hash })
  const filed = requested(withNames(threeRows('two'), 'Mallory'), 0, { at: 1, hash })
  const restored = {
    ...filed,
    restored: true,
    attempts: filed.attempts.map((one) => ({ ...one, id: 'filed', restored: true })),
  }
  expect(namesIn([restored, here], hash)).toEqual(['Dana', null, null])
})

describe('two names for one address', () => {
  const twice = (values: readonly bigint[]): Payout => {
    const payout = withNames(threeRows('one', {}, 'eoa'), 'Hiro Tanaka', 'Emre Berg', 'Dana')
    const rows = payout.rows.map((row, at) => ({
      ...row,
      payee: payeeAt(1),
      amount: { ...row.amount, value: values[at] ?? 1n },
    }))
    const batches = [{ rows: [0, 1, 2], again: [] }]
    return requested({ ...payout, rows, batches }, 0, { at: 5, hash })
  }
  const origins = (payout: Payout) => payout.attempts.map((attempt) => ({ payout, attempt }))
  const paid = ({ rows }: Payout) => rows.map(({ payee, amount }) => transferTo(payee, amount))

  test('behavior: stay with their rows, equal payments in their order', () => {
    for (const payout of [twice([5n, 6n, 7n]), twice([5n, 5n, 7n])])
      expect(listedNames(origins(payout), paid(payout))).toEqual(['Hiro Tanaka', 'Emre Berg', 'Dana'])
  })

  test('behavior: are both said where the row is not known, and never one of them', () => {
    const payout = twice([5n, 5n, 7n])
    const other = { token: null, to: payeeAt(1), value: 99n }
    expect(paid(payout).map((one) => listedName(origins(payout), one))).toEqual([
      'Hiro Tanaka or Emre Berg',
      'Hiro Tanaka or Emre Berg',
      'Dana',
    ])
    expect(listedName(origins(payout), other)).toBe('Hiro Tanaka or Emre Berg or Dana')
  })

  test('behavior: one that the person saved for the address stands beside that of the row', () => {
    expect(nameBeside('Hiro Tanaka', 'Emre Berg')).toBe('Hiro Tanaka, listed as Emre Berg')
    expect(nameBeside('Hiro Tanaka', 'hiro tanaka')).toBe('Hiro Tanaka')
    expect(nameBeside(null, 'Emre Berg')).toBe('Emre Berg')
    expect(nameBeside('Hiro Tanaka', null)).toBe('Hiro Tanaka')
  })
})
