import * as Amount from '#chain/money/Amount.ts'
import { cent, dollarText } from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import { isCurrent, PRICE_DECIMALS, type Price, type Prices } from './feeds.ts'

/** Returns the worth of an amount in US cents, rounded to the nearest, half a cent up. */
export function centsOf({ token, value }: Amount.Amount, price: Price): bigint {
  const divisor = 10n ** BigInt(token.decimals + PRICE_DECIMALS - cent.decimals)
  return (value * price.value + divisor / 2n) / divisor
}

/** `42825.81`, for programs. */
export function decimalCents(cents: bigint): string {
  return Amount.toDecimal({ token: cent, value: cents })
}

/** `about` and `$42,825.81`: every price is only an estimate. `cents` must be positive. */
export function roughly(cents: bigint): readonly [lead: string, sum: string] {
  return cents === 0n ? ['less than', '$0.01'] : ['about', dollarText(cents)]
}

/** `about $250` for an amount; `$0` for zero. */
export function aboutDollars(amount: Amount.Amount, price: Price): string {
  return amount.value === 0n ? dollarText(0n) : roughly(centsOf(amount, price)).join(' ')
}

/** `612.4`: the price of one whole token, for programs. */
export function decimalPrice({ value }: Price): string {
  return Amount.toDecimal({ token: { ...cent, decimals: PRICE_DECIMALS }, value })
}

/** `$612.40`: the price of one whole token, with all digits. */
export function unitDollars({ value }: Pick<Price, 'value'>): string {
  return `$${Amount.formatNumber({ token: { ...cent, decimals: PRICE_DECIMALS }, value })}`
}

/** The total worth of several amounts, and the symbols of the tokens that are not included. */
type Worth = {
  /** US cents: the sum of the rounded parts, so that the figures on a page add up. */
  readonly cents: bigint
  /** The time of the oldest price in it, in ms since the epoch. */
  readonly since: number
  /** Tokens without a price or with an unknown amount. */
  readonly without: readonly string[]
}

/** An amount; `value` is null if it could not be read. */
export type Held = { readonly token: Token.Token; readonly value: bigint | null }

/** The worth of amounts at a time (ms); null if none of them has a price. Amounts of zero are ignored. */
export function worthOf(amounts: readonly Held[], prices: Prices, now: number): Worth | null {
  const parts: bigint[] = []
  const times: number[] = []
  const without: string[] = []
  for (const { token, value } of amounts) {
    if (value === 0n) continue
    const price = currentPrice(prices, token, now)
    if (value === null || !price) without.push(token.symbol)
    else {
      parts.push(centsOf({ token, value }, price))
      times.push(price.at)
    }
  }
  if (parts.length === 0) return null
  return { cents: parts.reduce((sum, part) => sum + part), since: Math.min(...times), without }
}

/** The price of a token now (ms); null if it has none or only an old one. */
export function currentPrice(prices: Prices, token: Token.Token, now: number): Price | null {
  const price = prices.get(Token.key(token))
  return price && isCurrent(price, now) ? price : null
}
