import { useQuery } from '@tanstack/react-query'
import type { Amount } from '#chain/money/Amount.ts'
import { aboutDollars, unitDollars } from '#chain/prices/dollars.ts'
import { feedOf, pairOf } from '#chain/prices/feeds.ts'
import { useDollars } from '#components/settings/switches.ts'
import { whenUtc } from '#domain/shared/format.ts'
import { priceAtQuery } from '#queries/prices.ts'
import css from './Receipt.module.css'

/** The worth of an amount at the time of its block (ms), and how anyone can read that price again. */
export function InDollars({ amount, at }: { amount: Amount; at: number }) {
  const feed = feedOf(amount.token)
  const isOn = useDollars() && feed !== undefined
  const { data, error } = useQuery({ ...priceAtQuery(amount.token, at), enabled: isOn })
  if (!isOn) return null
  const { symbol } = amount.token
  return (
    <div>
      <dt>In US dollars</dt>
      {data ? (
        <dd>
          <p>At that time {aboutDollars(amount, data)}</p>
          <p className={css.small}>
            1 {symbol} was {unitDollars(data)}: Chainlink {pairOf(amount.token)}, {whenUtc(data.at)}, round{' '}
            {data.round.toString()}.
          </p>
        </dd>
      ) : (
        <dd>
          <p>{data === null || error ? 'Unknown' : '…'}</p>
          <p className={css.small}>
            {error
              ? 'Couldn’t read the price.'
              : data === null
                ? noPrice(symbol)
                : 'Reading the price at that time.'}
          </p>
        </dd>
      )}
    </div>
  )
}

function noPrice(symbol: string): string {
  return `Chainlink has no price of ${symbol} for that time.`
}
