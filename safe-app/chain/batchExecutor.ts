import { type Address, concatHex, type Hex } from 'viem'

/** Safe's MultiSendCallOnly 1.4.1: it makes the packed calls one after another, and undoes all when one fails. */
const MULTI_SEND_CALL_ONLY: Address = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'

/** Where the local chain has the contract that accounts lend themselves to. Nothing stands there on BSC. */
export const BATCH_EXECUTOR: Address = '0x000000000000000000000000000000000000ba7c'

/**
 * What a wallet's smart account is made of here (EIP-7702): it keeps BNB that comes, and makes the calls of a
 * `multiSend(bytes)` for the account itself and for nobody else. Assembled by hand, since nothing here compiles Solidity.
 */
export const batchExecutorCode: Hex = concatHex([
  '0x36600557', //       calldatasize, jump to 05 when there is data
  '0x00', //             stop: BNB is kept
  '0x5b333014600f57', // 05: caller == address, jump to 0f
  '0x5f5ffd', //         revert: somebody else calls
  '0x5b365f5f37', //     0f: calldatacopy(0, 0, calldatasize)
  '0x5f5f365f73', //     delegatecall(gas, multiSend, 0, calldatasize, 0, 0)
  MULTI_SEND_CALL_ONLY,
  '0x5af4603557', //     jump to 35 when it went well
  '0x5f5ffd', //         revert: nothing of the batch stays
  '0x5b00', //           35: stop
])
