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
