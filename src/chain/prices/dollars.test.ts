import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Token from '#chain/money/Token.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { aboutDollars, centsOf, worthOf } from './feeds.ts'

const NOW = Date.UTC(2026, 10, 24)
const priced = (value: bigint, at = NOW) => ({ value, at, round: 1n })
const [BNB, USDT, USDC] = Token.pinned as [Token.Token, Token.Token, Token.Token]

test.each([
  ['1.92 BNB at 612.40', 1_920_000_000_000_000_000n, 61_240_000_000n, 117_581n],
  ['half a cent', 5_000_000_000_000_000n, 100_000_000n, 1n],
  ['a little less than half a cent', 4_999_999_999_999_999n, 100_000_000n, 0n],
  ['nothing', 0n, 100_000_000n, 0n],
])('behavior: %s is worth that many cents', (_, value, price, cents) => {
  expect(centsOf({ token: BNB, value }, priced(price))).toBe(cents)
})

/** Decimal digits by long multiplication on strings of digits, without the formula under test. */
function oracle(value: bigint, decimals: number, price: bigint): bigint {
  const product = `${value * price}`.padStart(decimals + 9, '0')
  const cents = product.slice(0, product.length - decimals - 6)
  const next = Number(product[product.length - decimals - 6])
  return BigInt(cents || '0') + (next >= 5 ? 1n : 0n)
}

test('behavior: cents are the digits of the product, rounded by the next digit, for any decimals', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
      fc.integer({ min: 0, max: 255 }),
      fc.bigInt({ min: 1n, max: 10n ** 15n }),
      (value, decimals, price) => {
        const token = { ...USDT, decimals }
        expect(centsOf({ token, value }, priced(price))).toBe(oracle(value, decimals, price))
      },
    ),
    propertyRuns(250),
  )
})

test.each([
  [4_282_581n, 'about $42,825.81'],
  [25_000n, 'about $250'],
  [25_050n, 'about $250.50'],
  [1n, 'about $0.01'],
])('behavior: %s cents read as %s', (cents, text) => {
  expect(aboutDollars({ token: USDT, value: cents * 10n ** 16n }, priced(100_000_000n))).toBe(text)
})

test('behavior: very little is not nothing', () => {
  expect(aboutDollars({ token: USDT, value: 1n }, priced(1n))).toBe('less than $0.01')
  expect(aboutDollars({ token: USDT, value: 0n }, priced(1n))).toBe('$0')
})

test('behavior: a sum names what is not in it', () => {
  const prices = new Map([
    [Token.key(BNB), priced(61_240_000_000n)],
    [Token.key(USDT), priced(100_000_000n, NOW - 86_400_001)],
  ])
  const one = 10n ** 18n
  expect(worthOf([{ token: BNB, value: one }], prices, NOW)).toEqual({
    cents: 61_240n,
    since: NOW,
    without: [],
  })
  expect(
    worthOf(
      [
        { token: BNB, value: one },
        { token: USDT, value: one },
        { token: USDC, value: 0n },
      ],
      prices,
      NOW,
    ),
  ).toEqual({ cents: 61_240n, since: NOW, without: ['USDT'] })
  expect(worthOf([{ token: BNB, value: null }], prices, NOW)).toBeNull()
  expect(worthOf([{ token: USDT, value: one }], prices, NOW)).toBeNull()
  expect(worthOf([], prices, NOW)).toBeNull()
})

test('behavior: a token that only calls itself USDT has no price', () => {
  const prices = new Map([[Token.key(USDT), priced(100_000_000n)]])
  const imitation = { ...USDT, address: '0x55d3980000000000000000000000000000007955' } as const
  expect(worthOf([{ token: imitation, value: 10n ** 18n }], prices, NOW)).toBeNull()
})

test('behavior: a sum is as old as its oldest price, whatever other prices there are', () => {
  const prices = new Map([
    [Token.key(BNB), priced(1n, NOW - 5)],
    [Token.key(USDT), priced(1n, NOW - 7)],
    [Token.key(USDC), priced(1n, NOW - 9)],
  ])
  const held = [BNB, USDT].map((token) => ({ token, value: 1n }))
  expect(worthOf(held, prices, NOW)?.since).toBe(NOW - 7)
})

test('behavior: a sum is the sum of what is shown', () => {
  const prices = new Map([BNB, USDT].map((token) => [Token.key(token), priced(100_000_000n)]))
  const half = { value: 5_000_000_000_000_000n }
  expect(
    worthOf(
      [BNB, USDT].map((token) => ({ ...half, token })),
      prices,
      NOW,
    )?.cents,
  ).toBe(2n)
})
