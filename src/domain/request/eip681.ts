import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import type { Address } from '#chain/money/Address.ts'
import type { Token } from '#chain/money/Token.ts'

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
