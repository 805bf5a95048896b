import type { Price } from '#chain/prices/feeds.ts'
import type { Payment } from '#domain/payout/Payout.ts'
import type { SignedRequest } from '#domain/request/PaymentRequest.ts'
import { encodeRequest } from '#domain/request/requestLink.ts'
import { judgeUsd, unitsFor } from '#domain/request/requestStatus.ts'

/** A price on which two operators agree, and when they were asked (ms). */
export type ReadPrice = { readonly price: Price; readonly readAt: number }

/**
 * Returns the payment for a request in US dollars at a price; null for any other request.
 * @param openedAt when this browser first opened it (ms), see `firstOpenedAt`
 */
export function usdPayment(
  signed: SignedRequest,
  { price, readAt }: ReadPrice,
  openedAt?: number,
): Pick<Payment, 'amount' | 'rate'> | null {
  const { asked, token, madeAt } = signed.request
  if (asked.kind !== 'usd') return null
  const { cents, tolerance, until } = asked
  return {
    amount: { token, value: unitsFor(cents, token, price) },
    rate: {
      cents,
      tolerance,
      until,
      madeAt,
      price,
      readAt,
      link: encodeRequest(signed),
      ...(openedAt !== undefined && { openedAt }),
    },
  }
}

/** The same payment at another price. A payment that is not in US dollars stays the same. */
export function atPrice(payment: Payment, { price, readAt }: ReadPrice): Payment {
  const { amount, rate } = payment
  if (!rate) return payment
  const value = unitsFor(rate.cents, amount.token, price)
  return { ...payment, amount: { ...amount, value }, rate: { ...rate, price, readAt } }
}

/** True if a payment still pays its request at a price: it is worth the dollars, within the tolerance. */
export function isWithin({ amount, rate }: Payment, price: Pick<Price, 'value'>): boolean {
  if (!rate) return true
  return judgeUsd(rate, amount.token, [{ value: amount.value, price }]).kind === 'within'
}
