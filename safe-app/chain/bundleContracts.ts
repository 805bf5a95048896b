import { type Address, type Hex, parseAbi, toEventSelector } from 'viem'
import { assemble } from './assemble.ts'

/** What a bundle says of each of its operations; the event of ERC-4337's EntryPoint since 0.6. */
export const bundleAbi = parseAbi([
  'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
])

/** Stands for ERC-4337's EntryPoint. Nothing stands at this address on BSC, and its calldata is not the real one's. */
export const ENTRY_POINT: Address = '0x0000000000000000000000000000000000004337'

/** What an account lends itself to (EIP-7702) to be used through bundles. Nothing stands at this address on BSC. */
export const SMART_ACCOUNT: Address = '0x000000000000000000000000000000000005a337'

const MULTI_SEND_CALL_ONLY = '0x9641d764fc13c8b624c04430c7356c1c7c8102e2'

/**
 * Makes one operation: calldata is the account, the gas for its call, the operation's hash, and what the account is
 * called with. A call that fails does not revert the bundle: it is only said in the event, as in the real contract.
 */
export const entryPointCode: Hex = assemble(`
  0x60 calldatasize sub dup1 0x60 0x100 calldatacopy        ; size of the call, which goes to 0x100
  0x00 0x00 dup3 0x100 0x00 0x00 calldataload 0x20 calldataload call
  0x20 mstore                                               ; success, the second word of the event
  0x00                                                      ; paymaster
  0x00 calldataload                                         ; sender
  0x40 calldataload                                         ; userOpHash
  ${toEventSelector(bundleAbi[0])}
  0x80 0x00 log4
  stop`)

/** Keeps BNB that comes, and makes the calls of a `multiSend(bytes)` for the account itself and for the entry point. */
export const smartAccountCode: Hex = assemble(`
  calldatasize @work jumpi stop
  work:
  caller address eq caller ${ENTRY_POINT} eq or @allowed jumpi
  0x00 0x00 revert
  allowed:
  calldatasize 0x00 0x00 calldatacopy
  0x00 0x00 calldatasize 0x00 ${MULTI_SEND_CALL_ONLY} gas delegatecall @done jumpi
  0x00 0x00 revert                                          ; nothing of the operation stays
  done: stop`)
