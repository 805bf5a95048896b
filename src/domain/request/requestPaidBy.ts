import type { Hash } from 'viem'
import type { PaidTransfers } from '#safe/proposal/paidTransfers.ts'
import type { KeptRequest } from './keptRequests.ts'
import type { PaymentRequest } from './PaymentRequest.ts'
import { seenIn } from './paymentsSeen.ts'
import { requestKey } from './requestLink.ts'
import { attributePayments } from './requestStatus.ts'

/**
 * The request that one transfer answers: the one that a person claimed it for, or the only one with its payee, token,
 * amount and time. Null for none, and if several fit: without the other payments nobody can tell them apart.
 * @param name see `PaidTransfer`
 */
export function requestPaidBy(
  kept: readonly KeptRequest[],
  hash: Hash,
  paid: PaidTransfers,
  name: string,
): PaymentRequest | null {
  const fitting = kept.filter(({ request, claimed }) => {
    const payments = seenIn(hash, paid, request, []).filter((one) => one.name === name)
    const { of } = attributePayments([{ request, claimed }], payments)
    return (of.get(requestKey(request)) ?? []).length > 0
  })
  const claims = fitting.filter(({ claimed }) => claimed.includes(`${hash}:${name}`))
  // Dollars need the price of that time, which is not read here.
  const found = claims.length > 0 ? claims : fitting.filter(({ request }) => request.asked.kind !== 'usd')
  return found.length === 1 ? (found[0]?.request ?? null) : null
}
