import { type Address, getAddress, type Hex, keccak256, toHex } from 'viem'

let file = ''

/**
 * Gives a test file payees of its own. Files that share a worker share its modules, too, which remember for as long as
 * a page is open whether an address is a contract: with the payee of another file a failed check was no failure.
 */
export function renewPayees(name: string): void {
  file = name
}

/** A new account for each number. Its address has upper and lower case, so that nothing asks to confirm it. */
export function payeeAt(index: number): Address {
  let hash = keccak256(toHex(file === '' ? index : `${file} ${index}`))
  while (!isMixedCase(addressOf(hash))) hash = keccak256(hash)
  return addressOf(hash)
}

function addressOf(hash: Hex): Address {
  return getAddress(`0x${hash.slice(26)}`)
}

function isMixedCase(address: Address): boolean {
  return /[a-f]/.test(address) && /[A-F]/.test(address)
}
