import type { Address, Hex } from 'viem'

/** Reads a value for an address once per head of the chain. A failed read is retried on the next call. */
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
