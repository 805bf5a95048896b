import type { Address } from 'viem'

/** A Safe on its chain: what its EIP-712 hashes depend on. */
export type SafeRef = {
  readonly address: Address
  /** Contract version, e.g. `1.4.1` or `1.3.0+L2`. */
  readonly version: string
  readonly chainId: number
}
