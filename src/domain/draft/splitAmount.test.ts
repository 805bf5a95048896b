import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Token from '#chain/money/Token.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { sameForAll, splitByWeight, splitEvenly } from './splitAmount.ts'

const bnb = (value: bigint) => ({ token: Token.BNB, value })
const values = (amounts: readonly { value: bigint }[] | null) => amounts?.map(({ value }) => value) ?? null
const sum = (list: readonly bigint[]) => list.reduce((all, value) => all + value, 0n)

test('behavior: the remainder goes to the first rows', () => {
  expect(values(splitEvenly(bnb(11n), 3))).toEqual([4n, 4n, 3n])
  expect(values(sameForAll(2, bnb(7n)))).toEqual([7n, 7n])
})

test('error: no row gets zero', () => {
  expect(splitEvenly(bnb(2n), 3)).toBeNull()
  expect(splitEvenly(bnb(2n), 0)).toBeNull()
  expect(splitByWeight(bnb(2n), ['1', '1000'])).toEqual({ ok: false, index: -1, fault: 'nothing-left' })
})

test('behavior: weights share by the largest remainder', () => {
  expect(splitByWeight(bnb(10n), ['1', '0.50', '1.5'])).toEqual({
    ok: true,
    // 3 1/3, 1 2/3 and 5: the leftover unit goes to the largest remainder.
    amounts: [3n, 2n, 5n].map(bnb),
  })
})

test.each([
  ['0', 'zero-weight'],
  ['0.000', 'zero-weight'],
  ['', 'not-a-weight'],
  ['-1', 'not-a-weight'],
  ['1e3', 'not-a-weight'],
  ['1,5', 'not-a-weight'],
  ['50%', 'not-a-weight'],
  ['0x10', 'not-a-weight'],
])('error: refuses the weight %j as %s', (weight, fault) => {
  expect(splitByWeight(bnb(100n), ['1', weight])).toEqual({ ok: false, index: 1, fault })
})

const anyTotal = fc.bigInt({ min: 1_000_000n, max: 2n ** 128n }).map(bnb)

test('behavior: even parts add up to the total, and differ by at most one base unit', () => {
  fc.assert(
    fc.property(anyTotal, fc.integer({ min: 1, max: 300 }), (total, rows) => {
      const parts = values(splitEvenly(total, rows)) ?? []
      expect(parts).toHaveLength(rows)
      expect(sum(parts)).toBe(total.value)
      expect((parts[0] ?? 0n) - (parts.at(-1) ?? 0n)).toBeLessThanOrEqual(1n)
    }),
    propertyRuns(5_000),
  )
})

const anyWeight = fc
  .tuple(fc.integer({ min: 1, max: 9_999 }), fc.option(fc.stringMatching(/^[0-9]{1,6}$/)))
  .map(([whole, decimals]) => (decimals === null ? `${whole}` : `${whole}.${decimals}`))

test('behavior: weighted parts add up to the total, each within one base unit of its share', () => {
  fc.assert(
    fc.property(anyTotal, fc.array(anyWeight, { minLength: 1, maxLength: 50 }), (total, weights) => {
      const split = splitByWeight({ ...total, value: total.value * 10n ** 12n }, weights)
      if (!split.ok) throw new Error(split.fault)
      const parts = values(split.amounts) ?? []
      expect(sum(parts)).toBe(total.value * 10n ** 12n)
      // In millionths, because every weight here is a whole number of them.
      const millionths = weights.map((weight) => BigInt(Math.round(Number(weight) * 1e6)))
      const all = sum(millionths)
      parts.forEach((part, index) => {
        const off = part * all - total.value * 10n ** 12n * (millionths[index] ?? 0n)
        expect(off > -all && off < all).toBe(true)
      })
    }),
    propertyRuns(5_000),
  )
})
