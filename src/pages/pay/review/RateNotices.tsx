import * as Amount from '#chain/money/Amount.ts'
import { dollarText } from '#chain/money/dollars.ts'
import { key } from '#chain/money/Token.ts'
import { NoRateNotice, RateText } from '#components/price/RateText.tsx'
import { RATE_HOLD } from '#domain/payout/usdRate.ts'
import { percentText } from '#domain/request/PaymentRequest.ts'
import { count } from '#domain/shared/format.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import type { PaymentRates } from './useRates.ts'

/** Why the amounts can't go out as they are, and the new amounts. */
export function RateNotices({ rates }: { rates: PaymentRates }) {
  const { priced, stop, isHeld, isRenewing, renewed, renew } = rates
  if (priced.length === 0) return null
  if (isRenewing) return <p role="status">Reading the rate…</p>
  const again = <Button onClick={renew}>Get the new rate</Button>
  switch (stop?.kind) {
    case 'none':
      return <NoRateNotice why={stop.why} token={stop.token} onAgain={renew} />
    case 'expired':
      return (
        <Notice tone="warn" title="This request has expired.">
          <p>Its rate was offered for a time. Nothing was sent. Ask the sender for a new request.</p>
        </Notice>
      )
    case 'moved':
      return (
        <Notice tone="warn" title={`The price of ${stop.token.symbol} has moved.`} actions={again}>
          <p>This amount would no longer pay the request. Nothing was sent.</p>
        </Notice>
      )
  }
  if (!isHeld) {
    return (
      <Notice
        tone="warn"
        title={`This rate was held for ${count(RATE_HOLD / 60_000, 'minute')}.`}
        actions={again}
      >
        <p>Nothing was sent. The amount may change with the rate.</p>
      </Notice>
    )
  }
  if (!renewed) return null
  const before = new Map(
    Amount.totalsOf(renewed.before.filter(({ rate }) => rate)).map((sum) => [key(sum.token), sum]),
  )
  return (
    <Notice tone="info" title="New rate">
      {Amount.totalsOf(priced).map((sum) => {
        const was = before.get(key(sum.token))
        const isSame = !was || was.value === sum.value
        return (
          <p key={key(sum.token)}>
            {isSame
              ? `The amount stays at ${Amount.format(sum)}.`
              : `Now ${Amount.format(sum)}, before ${Amount.format(was)}.`}
          </p>
        )
      })}
    </Notice>
  )
}

/** The dollars that the payments answer, and the rates by which they became amounts. */
export function RateFacts({ rates: { priced, tokens }, isSafe }: { rates: PaymentRates; isSafe: boolean }) {
  if (priced.length === 0) return null
  const [only] = priced
  const cents = priced.reduce((sum, { rate }) => sum + (rate?.cents ?? 0n), 0n)
  return (
    <div className="layout-tight">
      <p>
        {dollarText(cents)} requested
        {priced.length > 1 && ` in ${priced.length} payments`}
        {priced.length === 1 &&
          only?.rate &&
          only.rate.tolerance > 0 &&
          ` (±${percentText(only.rate.tolerance)})`}
      </p>
      {tokens.map((token) => {
        // Read together, so the payments of a token have one rate.
        const rate = priced.find(({ amount }) => key(amount.token) === key(token))?.rate
        return (
          rate && (
            <p key={key(token)} className="text-small">
              <RateText token={token} price={rate.price} />
            </p>
          )
        )
      })}
      {isSafe && (
        <p className="text-small">
          The amount stays as you propose it. The request counts it at the price when it’s executed.
        </p>
      )}
    </div>
  )
}
