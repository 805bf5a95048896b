import * as Amount from '#chain/money/Amount.ts'
import { cent } from '#chain/money/Amount.ts'
import { handleText, profileUrl } from '#domain/proof/Handle.ts'
import { amountText, type PaymentRequest, percentText } from './PaymentRequest.ts'
import { requestKey } from './requestLink.ts'

/**
 * The text that the account to be paid signs (EIP-191), readable in a wallet. The last line is the whole
 * request in canonical form, with version and chain id, so that a signature fits no other request, chain or
 * kind of text.
 */
export function requestMessage(request: PaymentRequest): string {
  const { payee, token, asked, memo, reference, madeAt, dueOn, payer, name, handle } = request
  return [
    'Influencer Portal: payment request on BNB Smart Chain',
    '',
    'I ask to be paid to this account. Signing this costs nothing and moves nothing.',
    '',
    ...(asked.kind === 'usd'
      ? [
          `Amount: ${Amount.format({ token: cent, value: asked.cents })}, paid in ${token.symbol} at Chainlink’s price`,
          `Tolerance: ${percentText(asked.tolerance)}`,
          `Valid until: ${utc(asked.until)}`,
        ]
      : [`Amount: ${amountText(request)}`]),
    `Token: ${token.address ?? 'BNB, the coin of the chain'}`,
    `To: ${payee}`,
    ...(name ? [`My name: ${name}`] : []),
    ...(handle ? [`My handle: ${handleText(handle)} (${profileUrl(handle)})`] : []),
    ...(payer ? [`From the Safe: ${payer}`] : []),
    ...(memo ? [`For: ${memo}`] : []),
    ...(reference ? [`Reference: ${reference}`] : []),
    ...(dueOn ? [`Pay by: ${dueOn}`] : []),
    `Made at: ${utc(madeAt)}`,
    'Chain ID: 56',
    `Request: ${requestKey(request)}`,
  ].join('\n')
}

/** @param time in seconds since the epoch */
function utc(time: number): string {
  return new Date(time * 1_000).toISOString().replace('.000Z', 'Z')
}
