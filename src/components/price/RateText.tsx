import type { Token } from '#chain/money/Token.ts'
import { unitDollars } from '#chain/prices/dollars.ts'
import type { Price } from '#chain/prices/feeds.ts'
import { NO_RATE_MONEY, type NoRate, noRateText } from '#domain/request/rateWords.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useNow } from '#ui/useNow.ts'
import { ageWords } from './prices.tsx'

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
