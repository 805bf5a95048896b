import type { Token } from '#chain/money/Token.ts'
import { PRICE_DECIMALS, type Price } from '#chain/prices/feeds.ts'
import type { Asked } from './PaymentRequest.ts'

/** What a request in US dollars asks for. */
type AskedInUsd = Extract<Asked, { kind: 'usd' }>

/** Base units that arrived, and what one whole token cost then. */
export type PricedPart = { readonly value: bigint; readonly price: Pick<Price, 'value'> }

/** One cent's worth, in base units times price. */
function scaleOf({ decimals }: Token): bigint {
  return 10n ** BigInt(decimals + PRICE_DECIMALS - 2)
}

/** As many decimals as people can compare at a glance. Those of BNB and of dollar coins beyond them are worth nothing. */
const SHOWN_DECIMALS = 8

/**
 * The least base units that are worth `cents` at a price: rounded up, so that nobody pays short by rounding, and to a
 * short number where that adds less than half a cent.
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

/** How payments compare with the dollars that were asked for. `cents` is the difference, rounded to the nearest. */
export type Verdict = { readonly kind: 'within' | 'short' | 'over'; readonly cents: bigint }

/**
 * Compares payments, each at its own price, with the dollars asked for. Nothing is rounded before it is compared; the
 * tolerance reaches as far up as down, and its ends belong to it. What comes to the same cents is within any tolerance,
 * because `unitsFor` rounds up.
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
