import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import type { Address } from '#chain/money/Address.ts'
import { MAX_UINT256 } from '#chain/money/paymentLink.ts'
import type { Token } from '#chain/money/Token.ts'

/**
 * A payment request that a wallet's camera can scan (https://eips.ethereum.org/EIPS/eip-681), on BNB Smart Chain.
 * `value` is in base units, written as plain digits; null leaves the amount to the payer. Few wallets read more than
 * the first address, which for a token is its contract: any page that shows this must mention that.
 * @throws RangeError when the value is not a valid amount
 */
export function eip681(payee: Address, token: Token, value: bigint | null): string {
  if (value !== null && (value <= 0n || value > MAX_UINT256)) throw new RangeError(`Not an amount: ${value}`)
  if (token.address === null) {
    return `ethereum:${payee}@${BSC_CHAIN_ID}${value === null ? '' : `?value=${value}`}`
  }
  const amount = value === null ? '' : `&uint256=${value}`
  return `ethereum:${token.address}@${BSC_CHAIN_ID}/transfer?address=${payee}${amount}`
}
