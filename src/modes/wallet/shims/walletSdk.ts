/**
 * Replaces `@metamask/sdk` (550 kB) and the legacy Coinbase SDK (`cbw-sdk`), which wagmi's connectors
 * reference but the portal never uses: it reaches MetaMask as an extension or app, and by WalletConnect.
 * Written for @metamask/sdk 0.33.1.
 */
class WalletSdk {
  constructor() {
    throw new Error('This wallet SDK is not part of this build.')
  }
}

// wagmi imports the default export.
export { WalletSdk as default }
