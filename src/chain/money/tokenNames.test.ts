import { expect, test } from 'vitest'
import * as Token from './Token.ts'
import { isTokenElsewhere, tokenByName } from './tokenNames.ts'

test.each(Token.pinned.map((token) => [token.symbol, token] as const))(
  'behavior: %s is found by its symbol, in any case and beside its network',
  (symbol, token) => {
    for (const text of [symbol, symbol.toLowerCase(), ` ${symbol} `, `${symbol} (BEP20)`, `BEP20 ${symbol}`])
      expect(tokenByName(text)).toBe(token)
  },
)

test.each(['', ' ', 'EUR', 'WBNB', 'USDC.e', `USDT${' '.repeat(40)}`, 'ＵＳＤＴ'])(
  'behavior: “%s” names no pinned token',
  (text) => {
    expect(tokenByName(text)).toBeUndefined()
  },
)

test.each(['usdt.bsc', '$USDT', '$usdt', 'USDT.BEP20', 'Usdt.bep-20'])(
  'behavior: “%s” names USDT',
  (text) => {
    expect(tokenByName(text)).toBe(Token.USDT)
    expect(isTokenElsewhere(text)).toBe(false)
  },
)

test.each([
  ['USDT.e', false],
  ['USDC.e', false],
  ['USDT.trc20', true],
  ['$USDT.ton', true],
  ['$', false],
])('error: “%s” names no token of this chain, and one of another: %s', (text, isElsewhere) => {
  expect(tokenByName(text)).toBeUndefined()
  expect(isTokenElsewhere(text)).toBe(isElsewhere)
})
