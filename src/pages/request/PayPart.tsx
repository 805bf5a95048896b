import { Link } from 'wouter'
import { factsOf } from '#account/facts.ts'
import { useAccount } from '#components/account/useAccount.ts'
import { PayActions, payWords } from '#components/request/PayActions.tsx'
import type { PaymentRequest } from '#domain/request/PaymentRequest.ts'
import { isRequestSettled, type RequestStatus } from '#domain/request/requestStatus.ts'
import { requestPath } from '#domain/shared/paths.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import openedRequestCss from './OpenedRequest.module.css'
import { UsdOffer } from './UsdOffer.tsx'

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
