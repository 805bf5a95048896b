import { useQueries } from '@tanstack/react-query'
import { key, type Token } from '#chain/money/Token.ts'
import type { SeenPayment } from '#domain/request/requestStatus.ts'
import { agreedPriceAtQuery, agreedPriceQuery } from '#queries/prices.ts'

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
