import { type Address, getAddress, keccak256, toHex } from 'viem'

/** An account that nobody has ever heard of, one for each number. */
export function payeeAt(index: number): Address {
  return getAddress(`0x${keccak256(toHex(index)).slice(26)}`)
}
