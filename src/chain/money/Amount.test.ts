import fc from 'fast-check'
import { formatUnits, parseUnits } from 'viem'
import { describe, expect, test } from 'vitest'
import { anyUint256, anyUnicode } from '#tests/support/arbitraries.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import * as Amount from './Amount.ts'
import * as Token from './Token.ts'

const token = (decimals: number): Token.Token => ({ ...Token.BNB, symbol: 'T', decimals })
const anyDecimals = fc.integer({ min: 0, max: 36 })

describe('parse', () => {
  test.each([
    ['1', 10n ** 18n],
    ['0.5', 5n * 10n ** 17n],
    ['250.00', 250n * 10n ** 18n],
    [' 7 ', 7n * 10n ** 18n],
    ['0007', 7n * 10n ** 18n],
    ['0.000000000000000001', 1n],
    ['1.0000000000000000000000', 10n ** 18n],
    ['115792089237316195423570985008687907853269984665640564039457.584007913129639935', 2n ** 256n - 1n],
  ])('behavior: parses %j exactly', (text, value) => {
    expect(Amount.parse(text, Token.BNB)).toEqual({ ok: true, amount: { token: Token.BNB, value } })
  })

  test.each([
    ['', 'empty'],
    ['  ', 'empty'],
    ['1,000', 'ambiguous-separator'],
    ['1.000,50', 'ambiguous-separator'],
    ['1.000.000', 'ambiguous-separator'],
    ['1’000', 'ambiguous-separator'],
    ['1 000', 'ambiguous-separator'],
    ['1\u202f000', 'ambiguous-separator'],
    ['1_000', 'ambiguous-separator'],
    ['1.', 'ambiguous-separator'],
    ['1e3', 'not-a-number'],
    ['0x10', 'not-a-number'],
    ['.5', 'not-a-number'],
    ['.', 'not-a-number'],
    ['+1', 'not-a-number'],
    ['1 BNB', 'not-a-number'],
    ['١٢', 'not-a-number'],
    ['１', 'not-a-number'],
    ['Infinity', 'not-a-number'],
    ['NaN', 'not-a-number'],
    ['-1', 'negative'],
    ['-', 'negative'],
    ['1-5', 'not-a-number'],
    ['0', 'zero'],
    ['0.000', 'zero'],
    ['0.0000000000000000001', 'too-many-decimals'],
    ['115792089237316195423570985008687907853269984665640564039457.584007913129639936', 'too-large'],
    ['9'.repeat(100), 'too-large'],
    ['9'.repeat(101), 'too-long'],
    [`1${' '.repeat(100)}`, 'too-long'],
  ])('error: refuses %.40j as %s', (text, fault) => {
    expect(Amount.parse(text, Token.BNB)).toEqual({ ok: false, fault })
  })

  test.each(['0', '9', ' ', '.', ',', 'a', '\u200b'])(
    'error: refuses a megabyte of %j before reading it (A18)',
    (character) => {
      for (const start of ['', '1.', '0.']) {
        const text = `${start}${character.repeat(1_000_000)}x`
        expect(Amount.parse(text, Token.BNB)).toEqual({ ok: false, fault: 'too-long' })
      }
    },
  )

  test('behavior: parses back its own output for every token', () => {
    fc.assert(
      fc.property(anyUint256, anyDecimals, (value, decimals) => {
        fc.pre(value > 0n)
        const amount = { token: token(decimals), value }
        expect(Amount.parse(Amount.toDecimal(amount), amount.token)).toEqual({ ok: true, amount })
      }),
      propertyRuns(250),
    )
  })

  test('behavior: agrees with viem on every text it accepts', () => {
    const digits = fc.stringMatching(/^[0-9]{1,24}$/)
    fc.assert(
      fc.property(digits, digits, anyDecimals, (whole, fraction, decimals) => {
        const text = `${whole}.${fraction}`
        const parsed = Amount.parse(text, token(decimals))
        if (parsed.ok) expect(parsed.amount.value).toBe(parseUnits(text, decimals))
        else if (parsed.fault === 'zero') expect(parseUnits(text, decimals)).toBe(0n)
        else expect(parsed.fault).toBe('too-many-decimals')
      }),
      propertyRuns(250),
    )
  })

  test('error: never rounds: one digit too many is an error', () => {
    fc.assert(
      fc.property(anyDecimals, fc.integer({ min: 1, max: 9 }), (decimals, digit) => {
        const text = `1.${'0'.repeat(decimals)}${digit}`
        expect(Amount.parse(text, token(decimals))).toEqual({ ok: false, fault: 'too-many-decimals' })
      }),
      propertyRuns(50),
    )
  })

  test('error: no text makes it throw', () => {
    fc.assert(
      fc.property(anyUnicode({ maxLength: 120 }), anyDecimals, (text, decimals) => {
        const parsed = Amount.parse(text, token(decimals))
        if (parsed.ok) expect(text.trim()).toMatch(/^[0-9]+(\.[0-9]+)?$/)
      }),
      propertyRuns(250),
    )
  })
})

test('behavior: the decimal text equals viem’s', () => {
  const anyInt = fc.oneof(
    anyUint256,
    anyUint256.map((value) => -value),
  )
  fc.assert(
    fc.property(anyInt, anyDecimals, (value, decimals) => {
      expect(Amount.toDecimal({ token: token(decimals), value })).toBe(formatUnits(value, decimals))
    }),
    propertyRuns(250),
  )
})

describe('format', () => {
  test.each([
    [250n * 10n ** 18n, '250 T'],
    [1_234_567n * 10n ** 18n, '1,234,567 T'],
    [5n * 10n ** 17n, '0.50 T'],
    [1n, '0.000000000000000001 T'],
    [1_000n * 10n ** 18n + 1n, '1,000.000000000000000001 T'],
    [0n, '0 T'],
    [-1_234n * 10n ** 18n, '-1,234 T'],
  ])('behavior: writes %s base units as %j', (value, text) => {
    expect(Amount.format({ token: token(18), value })).toBe(text)
  })

  test('behavior: grouping loses no digits', () => {
    fc.assert(
      fc.property(anyUint256, anyDecimals, (value, decimals) => {
        const text = Amount.formatNumber({ token: token(decimals), value })
        expect(parseUnits(text.replaceAll(',', ''), decimals)).toBe(value)
        expect(text).toMatch(/^\d{1,3}(,\d{3})*(\.\d{2,})?$/)
      }),
      propertyRuns(150),
    )
  })
})

describe('sums', () => {
  const usdt = Token.find('0x55d398326f99059fF775485246999027B3197955') ?? Token.BNB
  const inUsdt = (value: bigint) => ({ amount: { token: usdt, value } })
  const bnb = { amount: { token: Token.BNB, value: 7n } }

  test('behavior: there is one for each token, in the order of first appearance', () => {
    expect(Amount.totalsOf([])).toEqual([])
    const rows = [inUsdt(2n), bnb, inUsdt(1n), inUsdt(1n)]
    expect(Amount.totalsOf(rows)).toEqual([inUsdt(4n).amount, bnb.amount])
  })

  test('behavior: that of a token is found in a list, and none is unknown', () => {
    const amounts = [bnb.amount, { token: usdt, value: null }]
    expect([Token.BNB, usdt].map((token) => Amount.valueIn(amounts, token))).toEqual([7n, null])
    expect([[], undefined].map((none) => Amount.valueIn(none, usdt))).toEqual([null, null])
    expect(Amount.valueIn([bnb.amount, { token: usdt, value: 3n }], usdt)).toBe(3n)
  })

  test('behavior: cents are written as dollars', () => {
    expect([4_282_581n, 500n, 5n].map(Amount.dollarText)).toEqual(['$42,825.81', '$5', '$0.05'])
  })
})
