import { type Address, concatHex, type Hex } from 'viem'

/** Safe's MultiSendCallOnly 1.4.1: makes the packed calls one after another, and reverts all if one fails. */
const MULTI_SEND_CALL_ONLY: Address = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'

/** The local chain's address of the contract that accounts delegate to. BSC has no contract there. */
export const BATCH_EXECUTOR: Address = '0x000000000000000000000000000000000000ba7c'

/**
 * The code of a wallet's smart account here (EIP-7702): it accepts BNB, and runs a `multiSend(bytes)` only if
 * the account itself calls. Assembled by hand, because nothing here compiles Solidity.
 */
export const batchExecutorCode: Hex = concatHex([
  '0x36600557', //       calldatasize, jump to 05 if there is data
  '0x00', //             stop: accept the BNB
  '0x5b333014600f57', // 05: caller == address, jump to 0f
  '0x5f5ffd', //         revert: another caller
  '0x5b365f5f37', //     0f: calldatacopy(0, 0, calldatasize)
  '0x5f5f365f73', //     delegatecall(gas, multiSend, 0, calldatasize, 0, 0)
  MULTI_SEND_CALL_ONLY,
  '0x5af4603557', //     jump to 35 on success
  '0x5f5ffd', //         revert the whole batch
  '0x5b00', //           35: stop
])
