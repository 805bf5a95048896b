import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { key, type Token } from '#chain/money/Token.ts'
import { euroFeed, readLatest, readPrices } from '#chain/prices/feeds.ts'
import { type AgreedPrice, priceReader, readAgreedPrice, readAgreedPriceAt } from '#chain/prices/priceAt.ts'
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

/** The price that two operators report, and when they were asked (ms). */
export type ReadAgreedPrice = { readonly found: AgreedPrice; readonly readAt: number }

/** The price of a token for decisions about money, with the time (ms) when it was read. Unknown is a valid result. */
export function agreedPriceQuery(token: Token) {
  return queryOptions({
    queryKey: ['agreed-price', 56, key(token)],
    queryFn: async (): Promise<ReadAgreedPrice> => {
      const readAt = Date.now()
      return { found: await readAgreedPrice(bscRpc, token, readAt), readAt }
    },
    staleTime: 20_000,
    refetchInterval: polling(intervals.agreedPrice),
  })
}

/** Reads the price of a token again, whatever is cached. */
export function readAgreedPriceNow(client: QueryClient, token: Token): Promise<ReadAgreedPrice> {
  return client.fetchQuery({ ...agreedPriceQuery(token), staleTime: 0 })
}

/** The price of a token at a time (ms). An unknown price is read again, because nodes may only be busy. */
export function agreedPriceAtQuery(token: Token, time: number) {
  return queryOptions({
    queryKey: ['agreed-price-at', 56, key(token), time],
    queryFn: () => readAgreedPriceAt(bscRpc, token, time),
    staleTime: ({ state }) => (state.data?.kind === 'agreed' ? Number.POSITIVE_INFINITY : 20_000),
    refetchInterval: (query) =>
      query.state.data?.kind === 'agreed' ? false : polling(intervals.agreedPrice)(query),
  })
}
