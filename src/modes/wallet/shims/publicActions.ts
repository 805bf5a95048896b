/**
 * Replaces viem's list of all public actions in wagmi's `getPublicClient`. RainbowKit, its only user
 * here, reads the client's `uid` and hands it to `waitForTransactionReceipt`, which brings its own code.
 * Written for @rainbow-me/rainbowkit 2.2.11.
 */
export const publicActions = () => ({})
