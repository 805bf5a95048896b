import { parseUnits } from 'viem'
import type { Amount } from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'

/** An amount of one of the pinned tokens, for the story. Throws when there is no such symbol. */
export function amountOf(text: string, symbol: string): Amount {
  const token = Token.pinned.find((entry) => entry.symbol === symbol)
  if (token === undefined) throw new Error(`${symbol} is not pinned`)
  return { token, value: parseUnits(text, token.decimals) }
}
