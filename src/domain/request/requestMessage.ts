import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import type { Address } from '#chain/money/Address.ts'
import type { Token } from '#chain/money/Token.ts'
import { amountText, type PaymentRequest } from './PaymentRequest.ts'
import { requestKey } from './requestLink.ts'

/** The largest value a token transfer can carry (uint256). */
const MAX_UINT256 = 2n ** 256n - 1n

/**
 * A payment request as a wallet's camera reads it (https://eips.ethereum.org/EIPS/eip-681), on BNB Smart Chain.
 * `value` is in base units, written out digit by digit; null leaves the amount to the payer. Few wallets read more of
 * it than the first address, which for a token is its contract: whoever shows this has to say so.
 * @throws RangeError when the value is no amount of money
 */
export function eip681(payee: Address, token: Token, value: bigint | null): string {
  if (value !== null && (value <= 0n || value > MAX_UINT256)) throw new RangeError(`Not an amount: ${value}`)
  if (token.address === null) {
    return `ethereum:${payee}@${BSC_CHAIN_ID}${value === null ? '' : `?value=${value}`}`
  }
  const amount = value === null ? '' : `&uint256=${value}`
  return `ethereum:${token.address}@${BSC_CHAIN_ID}/transfer?address=${payee}${amount}`
}

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
