import { useQuery } from '@tanstack/react-query'
import type { Hash } from 'viem'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import { aboutDollars, unitDollars } from '#chain/prices/dollars.ts'
import { feedOf, pairOf } from '#chain/prices/feeds.ts'
import { useDollars } from '#components/settings/switches.ts'
import { count, whenUtc } from '#domain/shared/format.ts'
import { feeQuery } from '#queries/activity.ts'
import { priceAtQuery } from '#queries/prices.ts'
import { NamedFact } from '#ui/layout/Facts.tsx'
import { GroupedAddress } from '#ui/page/AddressText.tsx'

/** The price of a token at a time (ms); null if nobody wants dollars, the token has no feed, or the time is unknown. */
function usePriceAt(token: Token.Token, at: number | null) {
  const feed = feedOf(token)
  const isOn = useDollars() && feed !== undefined && at !== null
  const query = useQuery({ ...priceAtQuery(token, at ?? 0), enabled: isOn })
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

/** The network fee, if two operators say that the payer paid it. A Safe's fee is paid by whoever executes. */
export function PaidFee(props: { hash: Hash; payer: Address; at: number | null; others: number }) {
  const { hash, payer, at, others } = props
  const { data: fee } = useQuery(feeQuery(hash))
  const price = usePriceAt(Token.BNB, fee ? at : null)
  if (fee?.payer !== payer.toLowerCase()) return null
  const amount = { token: Token.BNB, value: fee.value }
  return (
    <NamedFact name="Network fee">
      <p>
        {Amount.format(amount)}
        {price?.data && `, ${aboutDollars(amount, price.data)}`}
      </p>
      <p className="text-fine">
        Paid by the sender{others > 0 && `, once for this and ${count(others, 'other transfer')}`}.
      </p>
    </NamedFact>
  )
}

/** The feed and the round from which anyone can read the price of a token at a time (ms) again. */
export function PriceRound({ token, at }: { token: Token.Token; at: number }) {
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
