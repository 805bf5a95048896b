import { useQuery } from '@tanstack/react-query'
import type * as Amount from '#chain/money/Amount.ts'
import type { Token } from '#chain/money/Token.ts'
import { aboutDollars, unitDollars } from '#chain/prices/dollars.ts'
import { feedOf, pairOf } from '#chain/prices/feeds.ts'
import { useDollars } from '#components/settings/switches.ts'
import { whenUtc } from '#domain/shared/format.ts'
import { priceAtQuery } from '#queries/prices.ts'
import { NamedFact } from '#ui/layout/Facts.tsx'
import { GroupedAddress } from '#ui/page/AddressText.tsx'

/** The price of a token at a time (ms); null if nobody wants dollars, or the token has no feed. */
function usePriceAt(token: Token, at: number) {
  const feed = feedOf(token)
  const isOn = useDollars() && feed !== undefined
  const query = useQuery({ ...priceAtQuery(token, at), enabled: isOn })
  return isOn ? { ...query, feed } : null
}

/** The worth of an amount at the time of its block (ms), and whose price that is. */
export function InDollars({ amount, at }: { amount: Amount.Amount; at: number }) {
  const price = usePriceAt(amount.token, at)
  if (!price) return null
  const { data, error } = price
  const { symbol } = amount.token
  if (data)
    return (
      <NamedFact name="In US dollars">
        <p>At that time {aboutDollars(amount, data)}</p>
        <p className="text-fine">
          1 {symbol} was {unitDollars(data)} by Chainlink, {whenUtc(data.at)}.
        </p>
      </NamedFact>
    )
  return (
    <NamedFact name="In US dollars">
      <p>{data === null || error ? 'Unknown' : '…'}</p>
      <p className="text-fine">{missingText(symbol, data, error)}</p>
    </NamedFact>
  )
}

function missingText(symbol: string, data: null | undefined, error: Error | null): string {
  if (error) return 'Couldn’t read the price.'
  return data === null
    ? `Chainlink has no price of ${symbol} for that time.`
    : 'Reading the price at that time.'
}

/** Where anyone can read the price of a token at a time (ms) again. */
export function PriceRound({ token, at }: { token: Token; at: number }) {
  const price = usePriceAt(token, at)
  if (!price?.data) return null
  return (
    <NamedFact name="Price">
      <p>
        Chainlink {pairOf(token)}, round {price.data.round.toString()}
      </p>
      <GroupedAddress address={price.feed.address} />
    </NamedFact>
  )
}
