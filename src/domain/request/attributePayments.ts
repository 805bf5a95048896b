import type { PaymentRequest } from './PaymentRequest.ts'
import { requestKey } from './requestLink.ts'
import { CLOCK_SKEW, type SeenPayment } from './seenPayment.ts'

/** A request and the ids of the payments that a person has named as its own. */
export type Claiming = { readonly request: PaymentRequest; readonly claimed: readonly string[] }

export type Attribution = {
  /** By the key of the request. */
  readonly of: ReadonlyMap<string, readonly SeenPayment[]>
  /** Came to the payee in this token and belongs to none of the requests, as far as anybody can tell. */
  readonly others: readonly SeenPayment[]
}

/**
 * Says which payments belong to which of several requests of one payee in one token. A transfer carries no reference, so
 * each one counts for one request at most, and what does not clearly belong to one belongs to none:
 * 1. what a person named;
 * 2. the exact amount, after the request was made: from the payer that it names before anybody else, the oldest first;
 * 3. what else the named payer sent, and a second payment of the same amount by the same sender: that is "partly" or "over";
 * 4. anything, where the only request leaves the amount to the payer.
 */
export function attributePayments(
  requests: readonly Claiming[],
  payments: readonly SeenPayment[],
): Attribution {
  const open = [...requests]
    .sort((a, b) => a.request.madeAt - b.request.madeAt)
    .map(({ request, claimed }) => ({ request, claimed: new Set(claimed), own: [] as SeenPayment[] }))
  const isAfter = (request: PaymentRequest, { at }: SeenPayment) =>
    at !== null && at >= request.madeAt * 1_000 - CLOCK_SKEW
  const left: SeenPayment[] = []
  const oldestFirst = [...payments].sort((a, b) => (a.at ?? 0) - (b.at ?? 0))

  for (const payment of oldestFirst) {
    const named = open.find(({ claimed }) => claimed.has(payment.id))
    if (named) named.own.push(payment)
    else left.push(payment)
  }
  const unmatched = left.filter((payment) => {
    const fitting = open.filter(
      ({ request, own }) => own.length === 0 && request.value === payment.value && isAfter(request, payment),
    )
    const found =
      fitting.find(({ request }) => request.payer !== null && request.payer === payment.from) ?? fitting[0]
    found?.own.push(payment)
    return !found
  })
  const others = unmatched.filter((payment) => {
    const possible = open.filter(({ request }) => isAfter(request, payment))
    const fromPayer = possible.filter(
      ({ request }) => request.payer !== null && request.payer === payment.from,
    )
    const again = possible.find(
      ({ request, own }) =>
        request.value === payment.value &&
        payment.from !== null &&
        own.some(({ from }) => from === payment.from),
    )
    const open1 = open.length === 1 && possible[0]?.request.value === null ? possible[0] : undefined
    const found = again ?? fromPayer.find(isUnpaid) ?? fromPayer.at(-1) ?? open1
    found?.own.push(payment)
    return !found
  })
  return { of: new Map(open.map(({ request, own }) => [requestKey(request), own])), others }
}

function isUnpaid({ request, own }: { request: PaymentRequest; own: readonly SeenPayment[] }): boolean {
  return request.value === null || own.reduce((sum, { value }) => sum + value, 0n) < request.value
}
