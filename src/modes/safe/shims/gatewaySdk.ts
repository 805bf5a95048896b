/**
 * Replaces `safe-gateway-typescript-sdk`, a client of Safe's service, of which safe-apps-sdk passes on four lists of names.
 * Written for @safe-global/safe-gateway-typescript-sdk 3.23.1.
 */
export { TokenType } from '@safe-global/safe-gateway-typescript-sdk/dist/types/common'
export {
  Operation,
  TransactionStatus,
  TransferDirection,
} from '@safe-global/safe-gateway-typescript-sdk/dist/types/transactions'
