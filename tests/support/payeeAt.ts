import { type Address, getAddress, type Hex, keccak256, toHex } from 'viem'

/** A new account for each number. Its address has upper and lower case, so that nothing asks to confirm it. */
export function payeeAt(index: number): Address {
  let hash = keccak256(toHex(index))
  while (!isMixedCase(addressOf(hash))) hash = keccak256(hash)
  return addressOf(hash)
}

function addressOf(hash: Hex): Address {
  return getAddress(`0x${hash.slice(26)}`)
}

function isMixedCase(address: Address): boolean {
  return /[a-f]/.test(address) && /[A-F]/.test(address)
}
