import * as Amount from '#chain/money/Amount.ts'
import { cent } from '#chain/money/Amount.ts'
import { amountText, type PaymentRequest, percentText } from './PaymentRequest.ts'
import { optionalFacts } from './requestFields.ts'
import { requestKey } from './requestLink.ts'

/**
 * The text that the account to be paid signs (EIP-191), readable in a wallet. The last line is the whole
 * request in canonical form, with version and chain id, so that a signature fits no other request, chain or
 * kind of text.
 */
export function requestMessage(request: PaymentRequest): string {
  const { payee, token, asked, madeAt } = request
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
    ...optionalFacts(request)
      .toSorted((one, other) => order.indexOf(one.key) - order.indexOf(other.key))
      .map(({ signedAs, said }) => `${signedAs}: ${said}`),
    `Made at: ${utc(madeAt)}`,
    'Chain ID: 56',
    `Request: ${requestKey(request)}`,
  ].join('\n')
}

/** Whose request it is comes first. A field that is not named here would come before. */
const order: readonly string[] = ['name', 'handle', 'payer', 'memo', 'reference', 'dueOn']

/** @param time in seconds since the epoch */
function utc(time: number): string {
  return new Date(time * 1_000).toISOString().replace('.000Z', 'Z')
}
