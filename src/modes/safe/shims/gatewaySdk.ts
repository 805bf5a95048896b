/**
 * Replaces `@safe-global/safe-gateway-typescript-sdk` in the build. The Safe Apps SDK only re-exports four of
 * its enums, which the portal does not use; the package would add its whole HTTP client and every enum of the
 * gateway.
 * Written for @safe-global/safe-gateway-typescript-sdk 3.23.1.
 */
export const Operation = { CALL: 0, DELEGATE: 1 } as const
export const TokenType = {
  ERC20: 'ERC20',
  ERC721: 'ERC721',
  NATIVE_TOKEN: 'NATIVE_TOKEN',
  UNKNOWN: 'UNKNOWN',
} as const
export const TransactionStatus = {
  AWAITING_CONFIRMATIONS: 'AWAITING_CONFIRMATIONS',
  AWAITING_EXECUTION: 'AWAITING_EXECUTION',
  CANCELLED: 'CANCELLED',
  FAILED: 'FAILED',
  SUCCESS: 'SUCCESS',
} as const
export const TransferDirection = { INCOMING: 'INCOMING', OUTGOING: 'OUTGOING', UNKNOWN: 'UNKNOWN' } as const
