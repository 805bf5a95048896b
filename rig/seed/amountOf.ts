import { parseUnits } from 'viem'
import type { Amount } from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'

/** An amount in a pinned token, for the history. Throws on an unknown symbol. */
export function amountOf(text: string, symbol: string): Amount {
  const token = Token.pinned.find((entry) => entry.symbol === symbol)
  if (token === undefined) throw new Error(`${symbol} is not pinned`)
  return { token, value: parseUnits(text, token.decimals) }
}
