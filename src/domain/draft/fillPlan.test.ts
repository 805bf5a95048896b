import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as Amount from '#chain/money/Amount.ts'
import { BNB } from '#chain/money/Token.ts'
import { usdt } from '#tests/support/activityItems.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { SAFE } from '#tests/support/safeExamples.ts'
import { nextError, viewDraft } from './draftView.ts'
import { isWeight, planFill, splitByWeight, splitEvenly } from './fillPlan.ts'
import type { NumberStyle } from './import/numberStyle.ts'
import { readDraftRows } from './parsedDraft.ts'
import { newDraft, withOptions, withSkip } from './payoutDraft.ts'
import { linesToConfirm, linesWords } from './reportWords.ts'

async function viewOf(amounts: readonly string[], skipped?: number, style: NumberStyle | null = null) {
  const text = amounts.map((amount, index) => `${payeeAt(index)};${amount};USDT`).join('\n')
  const list = withOptions(newDraft(text), { style })
  const draft = skipped ? withSkip(list, skipped, 'no') : list
  return viewDraft(await readDraftRows(draft, SAFE), draft)
}

describe('amounts for all rows', () => {
  test('behavior: shows each row’s amount before any change, and leaves skipped rows alone', async () => {
    const view = await viewOf(['1', '2', '3'], 2)
    const same = planFill('same', '5', usdt, view)
    expect(same).toMatchObject({ ok: true, lines: [1, 3] })
    expect(same).toMatchObject({
      words: expect.stringContaining('2 payments of 5 USDT each, 10 USDT in total.'),
    })
    const even = planFill('even', '1', usdt, await viewOf(['1', '2', '3']))
    expect(even.ok && even.amounts.map(Amount.toDecimal)).toEqual([
      '0.333333333333333334',
      '0.333333333333333333',
      '0.333333333333333333',
    ])
  })

  test('behavior: uses the amount column as weights', async () => {
    const plan = planFill('weight', '10', BNB, await viewOf(['1', '4']))
    expect(plan.ok && plan.amounts.map(Amount.format)).toEqual(['2 BNB', '8 BNB'])
  })

  test('error: a weight is read as the amounts of its list are, and not at all before that is answered', async () => {
    const amounts = ['1.000', '4']
    const plan = planFill('weight', '1004', BNB, await viewOf(amounts, undefined, 'point-comma'))
    expect(plan.ok && plan.amounts.map(Amount.format)).toEqual(['1,000 BNB', '4 BNB'])
    expect(planFill('weight', '1004', BNB, await viewOf(amounts)).ok).toBe(false)
  })

  test('error: names an invalid weight with its line, and plans nothing without a token', async () => {
    const view = await viewOf(['1', 'x'])
    expect(planFill('weight', '10', usdt, view)).toEqual({
      ok: false,
      fault: 'Line 2: the amount column needs a weight above zero, such as 1 or 2.5.',
    })
    expect(planFill('same', '5', null, view)).toEqual({ ok: false, fault: 'Choose a token.' })
    expect(planFill('even', '0.000000000000000001', usdt, view).ok).toBe(false)
  })
})

test('behavior: names lines one by one, or the first of many with the count of the rest', () => {
  expect(linesWords([4])).toBe('Line 4')
  expect(linesWords([4, 9])).toBe('Lines 4 and 9')
  expect(linesWords([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])).toBe('Lines 1, 2, 3, 4, 5, 6, 7, 8 and 2 more')
})

test('behavior: a line needs confirmation until all its doubts are confirmed', () => {
  const doubts = [
    { kind: 'contract' as const, id: 'a', payee: payeeAt(1), lines: [7, 2] },
    { kind: 'contract' as const, id: 'b', payee: payeeAt(2), lines: [2] },
  ]
  const alike = {
    kind: 'look-alike' as const,
    id: 'c',
    payee: payeeAt(3),
    like: payeeAt(4),
    lines: [5],
    isKnown: true,
  }
  expect(linesToConfirm([...doubts, alike], new Set())).toEqual(new Set([2, 5, 7]))
  expect(linesToConfirm([...doubts, alike], new Set(['a', 'c']))).toEqual(new Set([2]))
})

test('behavior: the next error follows the last one, and wraps around to the first', async () => {
  const view = await viewOf(['x', '1', '2', 'y', '3'])
  expect([0, 1, 4].map((after) => nextError(view, after))).toEqual([1, 4, 1])
  expect(nextError(await viewOf(['1']), 0)).toBeNull()
})

const bnb = (value: bigint) => ({ token: BNB, value })
const values = (amounts: readonly { value: bigint }[] | null) => amounts?.map(({ value }) => value) ?? null
const sum = (list: readonly bigint[]) => list.reduce((all, value) => all + value, 0n)

test('behavior: the remainder goes to the first rows', () => {
  expect(values(splitEvenly(bnb(11n), 3))).toEqual([4n, 4n, 3n])
})

test('error: no row gets zero', () => {
  expect(splitEvenly(bnb(2n), 3)).toBeNull()
  expect(splitEvenly(bnb(2n), 0)).toBeNull()
  expect(splitByWeight(bnb(2n), ['1', '1000'])).toBeNull()
})

test('behavior: weights share by the largest remainder', () => {
  expect(splitByWeight(bnb(10n), ['1', '0.50', '1.5'])).toEqual(
    // 3 1/3, 1 2/3 and 5: the leftover unit goes to the largest remainder.
    [3n, 2n, 5n].map(bnb),
  )
})

test.each(['0', '0.000', '', '-1', '1e3', '1,5', '50%', '0x10'])('error: refuses the weight %j', (weight) => {
  expect(isWeight(weight)).toBe(false)
  expect(splitByWeight(bnb(100n), ['1', weight])).toBeNull()
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
    propertyRuns(2_500),
  )
})

const anyWeight = fc
  .tuple(fc.integer({ min: 1, max: 9_999 }), fc.option(fc.stringMatching(/^[0-9]{1,6}$/)))
  .map(([whole, decimals]) => (decimals === null ? `${whole}` : `${whole}.${decimals}`))

test('behavior: weighted parts add up to the total, each within one base unit of its share', () => {
  fc.assert(
    fc.property(anyTotal, fc.array(anyWeight, { minLength: 1, maxLength: 50 }), (total, weights) => {
      const split = splitByWeight({ ...total, value: total.value * 10n ** 12n }, weights)
      const parts = values(split) ?? []
      expect(parts).toHaveLength(weights.length)
      expect(sum(parts)).toBe(total.value * 10n ** 12n)
      // In millionths, because every weight here is a whole number of them.
      const millionths = weights.map((weight) => BigInt(Math.round(Number(weight) * 1e6)))
      const all = sum(millionths)
      parts.forEach((part, index) => {
        const off = part * all - total.value * 10n ** 12n * (millionths[index] ?? 0n)
        expect(off > -all && off < all).toBe(true)
      })
    }),
    propertyRuns(2_500),
  )
})
