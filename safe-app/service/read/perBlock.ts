import type { Address, Hex } from 'viem'

/**
 * Reads something about an address once for as long as the head of the chain stays the same. A read that fails is
 * tried again by the next who asks.
 */
export function perBlock<T>(
  head: () => Hex | null,
  read: (address: Address) => Promise<T>,
): (address: Address) => Promise<T> {
  let block: Hex | null = null
  let known = new Map<Address, Promise<T>>()
  return (address) => {
    if (block !== head()) {
      block = head()
      known = new Map()
    }
    const entries = known
    const found = entries.get(address) ?? read(address)
    entries.set(address, found)
    found.catch(() => entries.delete(address))
    return found
  }
}
