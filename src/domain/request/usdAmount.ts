import type { Token } from '#chain/money/Token.ts'
import { PRICE_DECIMALS, type Price } from '#chain/prices/feeds.ts'
import type { Asked } from './PaymentRequest.ts'

/** The terms of a request in US dollars. */
type AskedInUsd = Extract<Asked, { kind: 'usd' }>

/** Base units that arrived, and the price of one whole token at that time. */
export type PricedPart = { readonly value: bigint; readonly price: Pick<Price, 'value'> }

/** One cent's worth, in base units times price. */
function scaleOf({ decimals }: Token): bigint {
  return 10n ** BigInt(decimals + PRICE_DECIMALS - 2)
}

/**
 * As many decimals as people can compare at a glance. The further decimals of BNB and of dollar coins are worth
 * nothing.
 */
const SHOWN_DECIMALS = 8

/**
 * The least base units that are worth `cents` at a price: rounded up, so that rounding never makes a payment too
 * small, and to a short number if that adds less than half a cent.
 */
export function unitsFor(cents: bigint, token: Token, price: Pick<Price, 'value'>): bigint {
  const scale = scaleOf(token)
  const step = 10n ** BigInt(Math.max(0, token.decimals - SHOWN_DECIMALS))
  const least = roundUp(cents * scale, price.value)
  return step * price.value * 2n < scale ? roundUp(least, step) * step : least
}

function roundUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor
}

/** How payments compare with the requested dollars. `cents` is the difference, rounded to the nearest. */
export type Verdict = { readonly kind: 'within' | 'short' | 'over'; readonly cents: bigint }

/**
 * Compares payments, each at its own price, with the requested dollars. Nothing is rounded before the comparison. The
 * tolerance is the same upwards and downwards, and includes its ends. Payments worth the same cents are within any
 * tolerance, because `unitsFor` rounds up.
 */
export function judgeUsd(
  { cents, tolerance }: Pick<AskedInUsd, 'cents' | 'tolerance'>,
  token: Token,
  parts: readonly PricedPart[],
): Verdict {
  const scale = scaleOf(token)
  const asked = cents * scale
  const worth = parts.reduce((sum, { value, price }) => sum + value * price.value, 0n)
  const gap = worth < asked ? asked - worth : worth - asked
  const isWithin = gap * 2n < scale || gap * 10_000n <= asked * BigInt(tolerance)
  return {
    kind: isWithin ? 'within' : worth < asked ? 'short' : 'over',
    cents: (gap + scale / 2n) / scale,
  }
}
