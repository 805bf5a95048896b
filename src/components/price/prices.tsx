import { useQueries, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Amount } from '#chain/money/Amount.ts'
import { key, type Token } from '#chain/money/Token.ts'
import {
  aboutDollars,
  currentPrice,
  type Held,
  isCurrent,
  type Price,
  roughly,
  unitDollars,
  worthOf,
} from '#chain/prices/feeds.ts'
import { useDollars } from '#components/settings/switches.ts'
import type { SeenPayment } from '#domain/request/requestStatus.ts'
import { NO_RATE_MONEY, type NoRate, noRateText } from '#domain/request/statusWords.ts'
import { count, listOf } from '#domain/shared/format.ts'
import { agreedPriceAtQuery, agreedPriceQuery, euroPriceQuery, pricesQuery } from '#queries/prices.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useNow } from '#ui/useNow.ts'

/** The current prices; none while they are read, if they cannot be read, or if they are turned off. */
function usePrices() {
  const isOn = useDollars()
  const { data, error } = useQuery({ ...pricesQuery, enabled: isOn })
  return { isOn, error, prices: isOn ? data : undefined, now: useNow() }
}

/** The total worth of amounts, as a page shows it. */
export type WorthWords = {
  /** `about`, or `less than`. */
  readonly lead: string
  /** `$42,825.81`. */
  readonly sum: string
  /** `without DAI`: the tokens without a price; empty if none is missing. */
  readonly without: string
  /** `up to 3 hours old`. */
  readonly age: string
}

/** Calls `children` with the worth of the amounts, null while that is unknown, and whether it is still being read. */
export function Worth(props: {
  of: readonly Held[] | undefined
  children: (worth: WorthWords | null, isReading: boolean) => ReactNode
}) {
  const { isOn, error, prices, now } = usePrices()
  const worth = prices && props.of ? worthOf(props.of, prices, now) : null
  if (!worth) return <>{props.children(null, isOn && !prices && !error)}</>
  const [lead, sum] = roughly(worth.cents)
  const without = worth.without.length > 0 ? `without ${listOf(worth.without)}` : ''
  return <>{props.children({ lead, sum, without, age: ageWords(now - worth.since) }, false)}</>
}

/** `about $250`; nothing while prices are read or turned off, and a note if there is no price. */
export function AboutDollars({ of }: { of: Amount }) {
  const { prices, now } = usePrices()
  if (!prices) return null
  const price = currentPrice(prices, of.token, now)
  return <>{price ? aboutDollars(of, price) : 'No price'}</>
}

/** `1 € is $1.08 now (Chainlink, up to 3 hours old).`; nothing while it is read, turned off or too old. */
export function EuroPrice() {
  const isOn = useDollars()
  const { data } = useQuery({ ...euroPriceQuery, enabled: isOn })
  const now = useNow()
  if (!isOn || !data || !isCurrent(data, now)) return null
  return (
    <>
      1 € is {unitDollars(data)} now (Chainlink, {ageWords(now - data.at)}).
    </>
  )
}

/** The source of these prices, and the age of the oldest one. */
export function PriceSource() {
  const { isOn, error, prices, now } = usePrices()
  if (!isOn) return <>Amounts in US dollars are off in Settings.</>
  if (!prices) return <>{error ? 'Couldn’t read prices.' : 'Prices by Chainlink'}</>
  const times = [...prices.values()].filter((price) => isCurrent(price, now)).map(({ at }) => at)
  if (times.length === 0) return <>Chainlink has no price now.</>
  return <>Prices by Chainlink, {ageWords(now - Math.min(...times))}</>
}

/** `up to 3 hours old`. @param age in ms */
function ageWords(age: number): string {
  const minutes = Math.floor(age / 60_000)
  if (minutes < 1) return 'less than a minute old'
  return `up to ${minutes < 60 ? count(minutes, 'minute') : count(Math.floor(minutes / 60), 'hour')} old`
}

/** `1 BNB = $612.40 (Chainlink, up to 3 minutes old, reported by two nodes)`. */
export function RateText({ token, price }: { token: Token; price: Pick<Price, 'value' | 'at'> }) {
  const age = Math.max(0, useNow() - price.at)
  return (
    <>
      1 {token.symbol} = {unitDollars(price)} (Chainlink, {ageWords(age)}, reported by two nodes)
    </>
  )
}

/** There is no rate to pay by. */
export function NoRateNotice(props: { why: NoRate; token: Token; onAgain: () => void }) {
  const { what, todo } = noRateText(props.why, props.token)
  return (
    <Notice tone="warn" title={what} actions={<Button onClick={props.onAgain}>Try again</Button>}>
      <p>
        {NO_RATE_MONEY} {todo}
      </p>
    </Notice>
  )
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
