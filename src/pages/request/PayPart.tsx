import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { factsOf } from '#account/facts.ts'
import * as Amount from '#chain/money/Amount.ts'
import { key, type Token } from '#chain/money/Token.ts'
import { useAccount } from '#components/account/useAccount.ts'
import { NoRateNotice, RateText } from '#components/price/RateText.tsx'
import { useAgreedPrices } from '#components/price/useAgreedPrices.ts'
import { PayActions, payWords } from '#components/request/PayActions.tsx'
import { isRateExpired, type PaymentRequest } from '#domain/request/PaymentRequest.ts'
import { isRequestSettled, type RequestStatus } from '#domain/request/requestStatus.ts'
import { unitsFor } from '#domain/request/usdAmount.ts'
import { requestPath } from '#domain/shared/paths.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { AmountText } from '#ui/content/AmountText.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useNow } from '#ui/useNow.ts'
import openedRequestCss from './OpenedRequest.module.css'
import css from './PayPart.module.css'

/** The way to pay a request, or why it cannot be paid from here. */
export function PayPart(props: {
  request: PaymentRequest
  text: string
  status: RequestStatus
  /** The reason why a payment is impossible. */
  stop: 'refused' | 'forged' | 'own' | 'expired' | null
  /** The doubt that is left, in words. */
  why: string | null
  /** One more press is needed before it can be paid. */
  isHidden: boolean
  /** Whether it was paid is unknown. */
  isUnknown: boolean
  onAgree: () => void
  /** Pay is pressed before an account is connected. */
  onPay: () => void
}) {
  const { request, text, status, stop, why, isHidden, isUnknown } = props
  const account = useAccount()
  return (
    <section aria-label="Pay">
      {stop === 'refused' ? (
        <p>Payment blocked: money sent to this address is lost.</p>
      ) : stop === 'forged' ? (
        <p>Payment blocked: the signature is fake.</p>
      ) : stop === 'own' ? (
        <p>Nothing to pay: this is your own address.</p>
      ) : stop === 'expired' && isRequestSettled(status) ? null : stop === 'expired' ? (
        <p>
          Nothing to pay: its rate was offered for a time, and that has ended. Ask the sender for a new
          request.
        </p>
      ) : isHidden && !isUnknown ? (
        <p className={`text-fine ${openedRequestCss.hint}`}>
          <Button ghost onClick={props.onAgree}>
            {isRequestSettled(status) ? 'Pay again…' : 'Pay anyway…'}
          </Button>
        </p>
      ) : (
        <>
          {why && <p>{why}</p>}
          {request.payer && account && account.address !== request.payer && (
            <p className="text-small">This request is addressed to another Safe.</p>
          )}
          <UsdOffer request={request}>
            <PayActions request={request} text={text} onPay={props.onPay}>
              {isHidden ? (
                <Button onClick={props.onAgree}>Pay anyway…</Button>
              ) : (
                account && (
                  <Link
                    className={buttonClass({ primary: true, size: 'large' })}
                    href={requestPath('pay', text)}
                  >
                    {payWords(request, factsOf(account).hasOwners)}
                  </Link>
                )
              )}
            </PayActions>
          </UsdOffer>
        </>
      )}
    </section>
  )
}

/**
 * The dollars of a request in its token at the current rate. `children` are the ways to pay. They are shown only
 * while there is a rate and the request can be paid. Any other request shows them at once.
 */
function UsdOffer({ request, children }: { request: PaymentRequest; children: ReactNode }) {
  const now = useNow()
  const { asked, token } = request
  if (asked.kind !== 'usd') return <>{children}</>
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
