import * as Amount from '#chain/money/Amount.ts'
import { key } from '#chain/money/Token.ts'
import { isOver, type PaymentRequest, percentText } from '#domain/request/PaymentRequest.ts'
import { unitsFor } from '#domain/request/usdAmount.ts'
import { when } from '#domain/shared/format.ts'
import { useAgreedPrices } from '#features/shared/agreedPrices.ts'
import { NoRateNotice, RateText } from '#features/shared/RateText.tsx'
import { AmountText } from '#ui/content/AmountText.tsx'
import prose from '#ui/layout/prose.module.css'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useNow } from '#ui/useNow.ts'
import css from './UsdOffer.module.css'

/**
 * What the dollars of a request are in its token now, and for how long and how exactly they have to be paid.
 * `children` are the ways to pay: they are there only while there is a rate and the request can be paid.
 */
export function UsdOffer({ request, children }: { request: PaymentRequest; children: React.ReactNode }) {
  const { asked, token } = request
  const { of, again } = useAgreedPrices([token])
  const now = useNow()
  const read = of.get(key(token))
  if (asked.kind !== 'usd') return children
  if (isOver(request, now)) return null
  return (
    <>
      <section aria-label="Rate" className={css.offer}>
        {!read ? (
          <Skeleton lines={2} label="Reading the rate" />
        ) : read.found.kind === 'unknown' ? (
          <NoRateNotice why={read.found.why} token={token} onAgain={again} />
        ) : (
          <>
            <p>
              About{' '}
              <AmountText
                value={Amount.formatNumber({ token, value: unitsFor(asked.cents, token, read.found.price) })}
                symbol={token.symbol}
              />{' '}
              now
            </p>
            <p className={prose.small}>
              <RateText token={token} price={read.found.price} />
            </p>
          </>
        )}
        <p className={prose.small}>
          <UsdTerms asked={asked} />
        </p>
      </section>
      {read?.found.kind === 'agreed' && children}
    </>
  )
}

/** How exactly and until when a request in US dollars has to be paid. */
function UsdTerms({ asked }: { asked: { tolerance: number; until: number } }) {
  return (
    <>
      Payable until {when(asked.until * 1_000)}.{' '}
      {asked.tolerance > 0
        ? `Up to ${percentText(asked.tolerance)} more or less still pays it.`
        : 'It has to be exact to the cent.'}
    </>
  )
}
