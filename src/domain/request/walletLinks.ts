import { collectUrl } from '#domain/shared/paths.ts'

/**
 * Wallet apps that open a page in their own browser, each with its link to the page where a request is pasted. Their
 * links go through their servers, and a part after a raw `#` is not sure to reach the app, so the request is in none of
 * them. The page is encoded as a whole; OKX wraps an encoded link in another one.
 * @param _request the text of the request that will be pasted
 */
export function requestInWalletUrls(_request: string): readonly (readonly [name: string, url: string])[] {
  const page = encodeURIComponent(collectUrl())
  return [
    ['MetaMask', `https://link.metamask.io/dapp/${page}`],
    ['Trust Wallet', `https://link.trustwallet.com/open_url?coin_id=20000714&url=${page}`],
    [
      'OKX Wallet',
      `https://web3.okx.com/download?deeplink=${encodeURIComponent(`okx://wallet/dapp/url?dappUrl=${page}`)}`,
    ],
  ]
}
