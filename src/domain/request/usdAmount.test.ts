import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as Token from '#chain/money/Token.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { MAX_CENTS, MAX_TOLERANCE } from './PaymentRequest.ts'
import { judgeUsd, unitsFor } from './requestStatus.ts'

const anyToken = fc
  .tuple(fc.constantFrom(...Token.pinned), fc.constantFrom(0, 6, 8, 18))
  .map(([token, decimals]): Token.Token => ({ ...token, decimals }))
const anyPrice = fc.bigInt({ min: 1n, max: 10n ** 15n }).map((value) => ({ value }))
const anyCents = fc.bigInt({ min: 1n, max: MAX_CENTS })

/** The worth of base units, as a fraction of a dollar: numerator and denominator. */
function worth(units: bigint, token: Token.Token, price: { value: bigint }): readonly [bigint, bigint] {
  return [units * price.value, 10n ** BigInt(token.decimals) * 10n ** 8n]
}

/** True if a fraction of a dollar is at least this many cents. */
function isAtLeast([top, bottom]: readonly [bigint, bigint], cents: bigint): boolean {
  return top * 100n >= cents * bottom
}

describe('dollars as base units', () => {
  test('behavior: they are worth the dollars, the next smaller number is not, and they fit into a transfer', () => {
    fc.assert(
      fc.property(anyCents, anyToken, anyPrice, (cents, token, price) => {
        const units = unitsFor(cents, token, price)
        const step = 10n ** BigInt(Math.max(0, token.decimals - 8))
        const isShort = units % step === 0n && !isAtLeast(worth(units - step, token, price), cents)
        expect(isAtLeast(worth(units, token, price), cents)).toBe(true)
        expect(isShort || !isAtLeast(worth(units - 1n, token, price), cents)).toBe(true)
        expect(units > 0n && units < 2n ** 256n).toBe(true)
      }),
      propertyRuns(1_000),
    )
  })

  test('behavior: $250 at $612.40 is a little more than 0.408 BNB, in eight decimals', () => {
    expect(unitsFor(25_000n, Token.BNB, { value: 61_240_000_000n })).toBe(408_229_920_000_000_000n)
  })

  test('behavior: no number is shortened by half a cent or more', () => {
    // One hundred-millionth of this token is worth a whole cent.
    expect(unitsFor(1n, Token.BNB, { value: 3n * 10n ** 14n })).toBe(3_333_333_334n)
  })
})

describe('what arrived, in dollars', () => {
  const asked = (cents: bigint, tolerance: number) => ({ cents, tolerance })

  test('behavior: what a payer pays at a price is within any tolerance at that price', () => {
    const most = fc.nat({ max: MAX_TOLERANCE })
    // A token without decimals cannot be paid to the cent.
    const token = anyToken.filter(({ decimals }) => decimals === 18)
    fc.assert(
      fc.property(anyCents, token, anyPrice, most, (cents, of, price, tolerance) => {
        const part = { value: unitsFor(cents, of, price), price }
        expect(judgeUsd(asked(cents, tolerance), of, [part])).toEqual({ kind: 'within', cents: 0n })
      }),
      propertyRuns(1_000),
    )
  })

  test('behavior: several payments count each at its own price, and the verdict is that of exact fractions', () => {
    const part = fc.record({ value: fc.bigInt({ min: 0n, max: 10n ** 21n }), price: anyPrice })
    const parts = fc.array(part, { maxLength: 4 })
    fc.assert(
      fc.property(anyCents, fc.nat({ max: MAX_TOLERANCE }), parts, (cents, tolerance, came) => {
        const { kind, cents: gap } = judgeUsd(asked(cents, tolerance), Token.BNB, came)
        // The unit is a part of a cent so small that no division here leaves a remainder.
        const one = 10n ** 24n * 10_000n
        const sum = came.reduce((total, { value, price }) => total + value * price.value * 10_000n, 0n)
        const whole = cents * one
        const allowed = cents * (one / 10_000n) * BigInt(tolerance)
        const isClose = (distance: bigint) => distance <= allowed || distance < one / 2n
        const distance = sum < whole ? whole - sum : sum - whole
        expect(kind).toBe(isClose(distance) ? 'within' : sum < whole ? 'short' : 'over')
        // Rounded to the nearest cent: not more than half of one away.
        expect(gap * one - distance <= one / 2n && distance - gap * one <= one / 2n).toBe(true)
        if (kind !== 'within') expect(gap > 0n).toBe(true)
      }),
      propertyRuns(1_000),
    )
  })

  test.each([
    ['within', 99n * 10n ** 18n, 100],
    ['short', 99n * 10n ** 18n - 10n ** 16n, 100],
    ['within', 101n * 10n ** 18n, 100],
    ['over', 101n * 10n ** 18n + 10n ** 16n, 100],
    ['short', 99n * 10n ** 18n, 99],
    ['within', 100n * 10n ** 18n, 0],
    ['short', 100n * 10n ** 18n - 10n ** 16n, 0],
    ['short', 0n, 1_000],
  ])(
    'behavior: $100 in a token of one dollar is paid %s by %d base units, tolerance %d',
    (kind, value, tolerance) => {
      const part = { value, price: { value: 10n ** 8n } }
      expect(judgeUsd(asked(10_000n, tolerance), Token.BNB, [part]).kind).toBe(kind)
    },
  )
})
