import { expect, test } from 'vitest'
import * as Token from './Token.ts'
import { tokenByName } from './tokenNames.ts'

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
