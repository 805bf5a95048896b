import { queryOptions } from '@tanstack/react-query'
import type { Token } from '#chain/money/Token.ts'
import { euroFeed, readLatest, readPrices } from '#chain/prices/feeds.ts'
import { priceReader } from '#chain/prices/priceAt.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { readChain } from '#chain/rpc/Rpc.ts'
import { intervals, polling } from './polling.ts'

/** The latest prices: one request for all of them, whatever the page shows. */
export const pricesQuery = queryOptions({
  queryKey: ['prices', 56],
  queryFn: () => readChain(() => readPrices(bscRpc)),
  staleTime: 60_000,
  refetchInterval: polling(intervals.prices),
  // Without prices a page lacks only dollars, and `PriceSource` reports that.
  meta: { isSaidInPlace: true },
})

/** The latest price of a euro; null if its feed reports none. */
export const euroPriceQuery = queryOptions({
  queryKey: ['euro-price', 56],
  queryFn: () => readChain(() => readLatest(bscRpc, euroFeed)),
  staleTime: 60_000,
  meta: { isSaidInPlace: true },
})

/**
 * The price of a token at a time in ms; null if there is none. It never changes.
 * @param read shared by prices that are read together
 */
export function priceAtQuery(token: Pick<Token, 'address'>, time: number, read = priceReader(bscRpc)) {
  return queryOptions({
    queryKey: ['price-at', 56, token.address, time],
    queryFn: () => readChain(() => read(token, time)),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
