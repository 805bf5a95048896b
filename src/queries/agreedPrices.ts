import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { key, type Token } from '#chain/money/Token.ts'
import { type AgreedPrice, readAgreedPrice, readAgreedPriceAt } from '#chain/prices/agreedPrice.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { intervals, polling } from './polling.ts'

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
