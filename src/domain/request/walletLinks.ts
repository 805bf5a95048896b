import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import type { Address } from '#chain/money/Address.ts'
import { MAX_UINT256 } from '#chain/money/Amount.ts'
import type { Token } from '#chain/money/Token.ts'
import { collectUrl } from '#domain/shared/paths.ts'

/**
 * Wallet apps that open a page in their own browser, each with its link to the page where a request is pasted. Their
 * links go through their servers, so the request is in none of them. MetaMask takes what is behind `/dapp/` as it is and
 * puts `https://` before it; Trust Wallet and OKX take an encoded page, and OKX wraps that in another encoded link.
 * @param _request the text of the request that will be pasted
 */
export function requestInWalletUrls(_request: string): readonly (readonly [name: string, url: string])[] {
  const page = collectUrl()
  const encoded = encodeURIComponent(page)
  return [
    ['MetaMask', `https://link.metamask.io/dapp/${page.replace(/^https?:\/\//, '')}`],
    ['Trust Wallet', `https://link.trustwallet.com/open_url?coin_id=20000714&url=${encoded}`],
    [
      'OKX Wallet',
      `https://web3.okx.com/download?deeplink=${encodeURIComponent(`okx://wallet/dapp/url?dappUrl=${encoded}`)}`,
    ],
  ]
}

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
