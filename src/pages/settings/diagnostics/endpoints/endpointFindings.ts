import { formatNumber } from '#domain/shared/format.ts'
import { BATCH_SIZES, LOG_RANGES, type SeenEndpoint } from './reading.ts'
import { isSampled, isServed } from './served.ts'

/** An endpoint that is more blocks behind (about 7 s) shows outdated balances. */
const MOST_BEHIND = 15
/** If the final block is further behind the head (about 45 s), people wait for “Paid”. */
const MOST_UNFINAL = 100

/**
 * Findings about an endpoint, in words that follow its name: why it is unusable, or what it does not serve
 * and how far it is behind.
 * @param all every endpoint, including itself
 */
export function endpointFindings(one: SeenEndpoint, all: readonly SeenEndpoint[]): readonly string[] {
  const { chain } = one.reading.checks
  if (chain?.kind === 'no') return [chain.why]
  const served = [
    ...(isServed(one, 'receipt') || !isSampled(all) ? [] : ['no receipts']),
    ...(isServed(one, 'finalized') ? [] : ['no final block']),
    ...(isServed(one, 'call') ? [] : ['no eth_call']),
    ...(isServed(one, 'code') ? [] : ['no eth_getCode']),
    ...most(
      LOG_RANGES,
      (range) => isServed(one, `logs${range}`),
      'no logs',
      (range) => `logs of ${range} blocks at most`,
    ),
    ...most(
      BATCH_SIZES,
      (size) => isServed(one, `batch${size}`),
      'no batches',
      (size) => `batches of ${size} calls at most`,
    ),
  ]
  return [...(served.length === 0 ? [] : [`serves ${served.join(', ')}`]), ...lag(one, all)]
}

/** The size up to which something is served; empty if every size is. */
function most<Size extends number>(
  sizes: readonly Size[],
  isTaken: (size: Size) => boolean,
  none: string,
  words: (size: string) => string,
): readonly string[] {
  if (sizes.every(isTaken)) return []
  const refused = sizes.findIndex((size) => !isTaken(size))
  const largest = sizes[refused - 1]
  return [largest === undefined ? none : words(formatNumber(largest))]
}

function lag({ reading }: SeenEndpoint, all: readonly SeenEndpoint[]): readonly string[] {
  const { head, final } = reading
  if (head === null) return []
  // Only heads reported earlier by others count, because the chain advances during the check.
  const known = all.flatMap((other) =>
    other.reading.head && other.reading.head.at <= head.at ? other.reading.head.number : [],
  )
  const behind = Math.max(...known) - head.number
  const unfinal = final === null ? 0 : head.number - final
  return [
    ...(behind >= MOST_BEHIND ? [`is ${behind} blocks behind another RPC`] : []),
    ...(unfinal > MOST_UNFINAL ? [`calls blocks final only ${unfinal} blocks late`] : []),
  ]
}
