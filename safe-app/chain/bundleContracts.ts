import { type Address, type Hex, parseAbi, toEventSelector } from 'viem'
import { assemble } from './assemble.ts'

/** The event for each operation of a bundle, from ERC-4337's EntryPoint since 0.6. */
export const bundleAbi = parseAbi([
  'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
])

/**
 * Replaces ERC-4337's EntryPoint. BSC has no contract at this address, and the calldata differs from the real
 * one's.
 */
export const ENTRY_POINT: Address = '0x0000000000000000000000000000000000004337'

/**
 * The contract that an account delegates to (EIP-7702) to be used in bundles. BSC has no contract at this
 * address.
 */
export const SMART_ACCOUNT: Address = '0x000000000000000000000000000000000005a337'

const MULTI_SEND_CALL_ONLY = '0x9641d764fc13c8b624c04430c7356c1c7c8102e2'

/**
 * Runs one operation: the calldata is the account, the gas for its call, the operation's hash, and the
 * account's calldata. As in the real contract, a failing call does not revert the bundle and only shows in
 * the event.
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

/** Accepts BNB, and runs a `multiSend(bytes)` for the account itself and for the entry point. */
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
