/**
 * Replaces `@reown/appkit/core`. The WalletConnect provider imports it only for its own dialog, which the
 * portal does not use (RainbowKit draws the code), and it contacts analytics and remote configuration hosts
 * on load.
 * Written for @reown/appkit 1.7.8.
 */
export function createAppKit(): never {
  throw new Error('The WalletConnect dialog is not part of this build.')
}
