import { type Address, getAddress, keccak256, toHex } from 'viem'

/** A new account for each number. */
export function payeeAt(index: number): Address {
  return getAddress(`0x${keccak256(toHex(index)).slice(26)}`)
}
