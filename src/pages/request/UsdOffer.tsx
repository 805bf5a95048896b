import type { ReactNode } from 'react'
import * as Amount from '#chain/money/Amount.ts'
import { key, type Token } from '#chain/money/Token.ts'
import { NoRateNotice, RateText } from '#components/price/RateText.tsx'
import { useAgreedPrices } from '#components/price/useAgreedPrices.ts'
import { isRateExpired, type PaymentRequest } from '#domain/request/PaymentRequest.ts'
import { unitsFor } from '#domain/request/usdAmount.ts'
import { AmountText } from '#ui/content/AmountText.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useNow } from '#ui/useNow.ts'
import css from './UsdOffer.module.css'

/**
 * The dollars of a request in its token at the current rate. `children` are the ways to pay. They are shown only
 * while there is a rate and the request can be paid. Any other request shows them at once.
 */
export function UsdOffer({ request, children }: { request: PaymentRequest; children: ReactNode }) {
  const now = useNow()
  const { asked, token } = request
  if (asked.kind !== 'usd') return children
  if (isRateExpired(request, now)) return null
  return (
    <Offer cents={asked.cents} token={token}>
      {children}
    </Offer>
  )
}

function Offer({ cents, token, children }: { cents: bigint; token: Token; children: ReactNode }) {
  const { of, again } = useAgreedPrices([token])
  const found = of.get(key(token))?.found
  return (
    <>
      <section aria-label="Rate" className={css.offer}>
        {!found ? (
          <Skeleton lines={2} label="Reading the rate" />
        ) : found.kind === 'unknown' ? (
          <NoRateNotice why={found.why} token={token} onAgain={again} />
        ) : (
          <>
            <p>
              About{' '}
              <AmountText
                value={Amount.formatNumber({ token, value: unitsFor(cents, token, found.price) })}
                symbol={token.symbol}
              />{' '}
              now
            </p>
            <p className="text-small">
              <RateText token={token} price={found.price} />
            </p>
          </>
        )}
      </section>
      {found?.kind === 'agreed' && children}
    </>
  )
}
