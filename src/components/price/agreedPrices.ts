import { queryOptions, useQueries } from '@tanstack/react-query'
import { polling } from '#account/polling.ts'
import { key, type Token } from '#chain/money/Token.ts'
import { type AgreedPrice, readAgreedPrice, readAgreedPriceAt } from '#chain/prices/agreedPrice.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import type { SeenPayment } from '#domain/request/requestStatus.ts'

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
    refetchInterval: polling(30_000),
  })
}

/** The price of a token at a time (ms). An unknown price is read again, because nodes may only be busy. */
function agreedPriceAtQuery(token: Token, time: number) {
  return queryOptions({
    queryKey: ['agreed-price-at', 56, key(token), time],
    queryFn: () => readAgreedPriceAt(bscRpc, token, time),
    staleTime: ({ state }) => (state.data?.kind === 'agreed' ? Number.POSITIVE_INFINITY : 20_000),
    refetchInterval: (query) => (query.state.data?.kind === 'agreed' ? false : polling(30_000)(query)),
  })
}

/** The prices of some tokens by their key. Prices that are still being read are missing. */
export function useAgreedPrices(tokens: readonly Token[]) {
  const unique = [...new Map(tokens.map((token) => [key(token), token])).values()]
  const read = useQueries({ queries: unique.map(agreedPriceQuery) })
  return {
    of: new Map(
      unique.flatMap((token, index) => {
        const data = read[index]?.data
        return data ? [[key(token), data] as const] : []
      }),
    ),
    isReading: read.some(({ data }) => data === undefined),
    again: () => {
      for (const one of read) void one.refetch()
    },
  }
}

/** Payments in one token. */
type PaidIn = { readonly token: Token; readonly payments: readonly SeenPayment[] }

/**
 * Adds to payments the price of their token when they were made, which requests in US dollars need.
 * @param isLive reads the network; otherwise it uses the data that was read last
 */
export function usePricedPayments(groups: readonly PaidIn[], isLive: boolean) {
  const times = groups.flatMap(({ token, payments }) =>
    payments.flatMap(({ at }) => (at === null ? [] : [{ token, at }])),
  )
  const wanted = [...new Map(times.map((one) => [`${key(one.token)} ${one.at}`, one])).entries()]
  const read = useQueries({
    queries: wanted.map(([, { token, at }]) => ({ ...agreedPriceAtQuery(token, at), enabled: isLive })),
  })
  const prices = new Map(wanted.map(([id], index) => [id, read[index]?.data]))
  return {
    isReading: read.some(({ isPending }) => isPending),
    priced: groups.map(({ token, payments }) =>
      payments.map((one) => {
        const found = prices.get(`${key(token)} ${one.at}`)
        return { ...one, price: found?.kind === 'agreed' ? found.price : null }
      }),
    ),
  }
}
