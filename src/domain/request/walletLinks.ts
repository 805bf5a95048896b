import { requestUrl } from '#domain/shared/paths.ts'

/**
 * Wallet apps that open a page in their own browser, each with its link to a request. The link is encoded as a whole,
 * otherwise everything after its `#` would be lost; OKX wraps an encoded link in another one.
 */
export function requestInWalletUrls(text: string): readonly (readonly [name: string, url: string])[] {
  const page = encodeURIComponent(requestUrl(text))
  return [
    ['MetaMask', `https://link.metamask.io/dapp/${page}`],
    ['Trust Wallet', `https://link.trustwallet.com/open_url?coin_id=20000714&url=${page}`],
    [
      'OKX Wallet',
      `https://web3.okx.com/download?deeplink=${encodeURIComponent(`okx://wallet/dapp/url?dappUrl=${page}`)}`,
    ],
  ]
}
