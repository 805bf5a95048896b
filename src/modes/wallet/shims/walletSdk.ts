/**
 * Stands in for `@metamask/sdk` (550 kB) and for the legacy Coinbase SDK (`cbw-sdk`), which wagmi's connectors name but
 * the portal never uses: MetaMask is reached as the extension or app that it is and by WalletConnect.
 *
 * Written for @metamask/sdk 0.33.1.
 */
class WalletSdk {
  constructor() {
    throw new Error('This wallet SDK is not part of this build.')
  }
}

// wagmi asks for the default export.
export { WalletSdk as default }
