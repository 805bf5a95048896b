import { expect, test } from 'vitest'
import { hashOf, memoryStorage, requested, threeRows } from '#tests/support/backupWorld.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import type { Payout } from './Payout.ts'
import { listedName, payoutOrigins } from './payoutOrigins.ts'
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
  return [1, 2, 3].map((payee) => listedName(origins, payeeAt(payee)))
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
