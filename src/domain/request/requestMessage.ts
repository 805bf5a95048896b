import { amountText, type PaymentRequest } from './PaymentRequest.ts'
import { requestKey } from './requestLink.ts'

/**
 * What the account that will be paid signs (EIP-191), readable in a wallet. The last line is the whole request in its one
 * form, with version and chain id, so no signature fits another request, another chain or another kind of text.
 */
export function requestMessage(request: PaymentRequest): string {
  const { payee, token, memo, reference, madeAt, dueOn, payer } = request
  return [
    'Influencer Portal: payment request on BNB Smart Chain',
    '',
    'I ask to be paid to this account. Signing this costs nothing and moves nothing.',
    '',
    `Amount: ${amountText(request)}`,
    `Token: ${token.address ?? 'BNB, the coin of the chain'}`,
    `To: ${payee}`,
    ...(payer ? [`From the Safe: ${payer}`] : []),
    ...(memo ? [`For: ${memo}`] : []),
    ...(reference ? [`Reference: ${reference}`] : []),
    ...(dueOn ? [`Pay by: ${dueOn}`] : []),
    `Made at: ${new Date(madeAt * 1_000).toISOString().replace('.000Z', 'Z')}`,
    'Chain ID: 56',
    `Request: ${requestKey(request)}`,
  ].join('\n')
}
