import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as Amount from '#chain/money/Amount.ts'
import { key, type Token } from '#chain/money/Token.ts'
import { NoRateNotice, RateText } from '#components/price/prices.tsx'
import { atPrice, isWithin, type ReadPrice } from '#domain/draft/usdPayment.ts'
import { type Payment, RATE_HOLD } from '#domain/payout/Payout.ts'
import { percentText } from '#domain/request/PaymentRequest.ts'
import type { NoRate } from '#domain/request/statusWords.ts'
import { count } from '#domain/shared/format.ts'
import { readAgreedPriceNow } from '#queries/prices.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'

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
        {Amount.dollarText(cents)} requested
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

/** Why payments in US dollars are not sent at the rates that were shown. */
type RateStop =
  | { readonly kind: 'none'; readonly token: Token; readonly why: NoRate }
  /** The price has moved by more than the request allows. */
  | { readonly kind: 'moved'; readonly token: Token }
  | { readonly kind: 'expired' }

const expired: RateStop = { kind: 'expired' }

/** The rates of payments that answer requests in US dollars. */
type PaymentRates = ReturnType<typeof useRates>

/**
 * The rates of the payments of a review that answer requests in US dollars. They are kept for a while and change only
 * when the person presses a button. Just before the payment they are compared with the current price.
 */
export function useRates(payments: readonly Payment[], onRenewed: (payments: readonly Payment[]) => void) {
  const client = useQueryClient()
  const [stop, setStop] = useState<RateStop | null>(null)
  const [renewed, setRenewed] = useState<{ readonly before: readonly Payment[] } | null>(null)
  const priced = payments.filter(({ rate }) => rate)
  const tokens = [...new Map(priced.map(({ amount: { token } }) => [key(token), token])).values()]
  const oldest = Math.min(...priced.map(({ rate }) => rate?.readAt ?? 0))
  const first = Math.min(...priced.map(({ rate }) => (rate ? rate.until * 1_000 : Number.POSITIVE_INFINITY)))
  const heldUntil = priced.length === 0 ? null : Math.min(oldest + RATE_HOLD, first)
  const isHeld = useIsBefore(heldUntil)
  const isOver = !isHeld && heldUntil === first

  /** Reads the current prices; a stop if one of them is unknown. */
  const read = async (): Promise<ReadonlyMap<string, ReadPrice> | RateStop> => {
    const now = Date.now()
    if (priced.some(({ rate }) => rate && now >= rate.until * 1_000)) return expired
    const prices = new Map<string, ReadPrice>()
    for (const token of tokens) {
      const { found, readAt } = await readAgreedPriceNow(client, token)
      if (found.kind === 'unknown') return { kind: 'none', token, why: found.why }
      prices.set(key(token), { price: found.price, readAt })
    }
    return prices
  }

  const renew = useMutation({
    mutationFn: async () => {
      const prices = await read()
      if ('kind' in prices) return setStop(prices)
      setStop(null)
      setRenewed({ before: payments })
      onRenewed(
        payments.map((payment) => {
          const price = prices.get(key(payment.amount.token))
          return price ? atPrice(payment, price) : payment
        }),
      )
    },
  })

  return {
    priced,
    tokens,
    stop: isOver ? expired : stop,
    isHeld,
    isRenewing: renew.isPending,
    /** The payments before their rates were renewed. */
    renewed,
    renew: () => renew.mutate(),
    /** True if each payment is still worth its dollars. Otherwise it shows the reason. */
    confirm: async (): Promise<boolean> => {
      if (priced.length === 0) return true
      const prices = await read()
      const found: RateStop | null =
        'kind' in prices
          ? prices
          : (priced
              .filter((payment) => {
                const read = prices.get(key(payment.amount.token))
                return !read || !isWithin(payment, read.price)
              })
              .map(({ amount: { token } }) => ({ kind: 'moved', token }) as const)[0] ?? null)
      setStop(found)
      return found === null
    },
    ready: priced.length === 0 || (isHeld && stop === null && !renew.isPending),
  }
}

/** True until a time (ms); always for null. */
function useIsBefore(time: number | null): boolean {
  const [passed, setPassed] = useState<number | null>(null)
  useEffect(() => {
    if (time === null) return
    const timer = setTimeout(() => setPassed(time), Math.max(0, time - Date.now()))
    return () => clearTimeout(timer)
  }, [time])
  return time === null || passed !== time
}
