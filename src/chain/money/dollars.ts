import * as Amount from './Amount.ts'
import type { Token } from './Token.ts'

/** Lets `Amount` read and write US cents. */
export const cent: Token = { address: null, symbol: 'USD', name: 'US dollar', decimals: 2 }

/** `$42,825.81`. */
export function dollarText(cents: bigint): string {
  return `$${Amount.formatNumber({ token: cent, value: cents })}`
}
