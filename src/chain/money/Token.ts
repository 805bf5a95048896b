import type { Address } from 'viem'

/** A token on BNB Smart Chain. `address` is null for BNB itself. */
export type Token = {
  readonly address: Address | null
  readonly symbol: string
  readonly name: string
  readonly decimals: number
}

/** The chain's native coin. */
export const BNB: Token = { address: null, symbol: 'BNB', name: 'BNB', decimals: 18 }

export const USDT: Token = {
  address: '0x55d398326f99059fF775485246999027B3197955',
  symbol: 'USDT',
  name: 'Tether USD',
  decimals: 18,
}

/**
 * Pinned by contract address. USDT and USDC have 18 decimals on BSC (6 on Ethereum). The decimals are read
 * from the chain before a payment, and a mismatch blocks it.
 */
export const pinned: readonly Token[] = [
  BNB,
  USDT,
  {
    address: '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d',
    symbol: 'USDC',
    name: 'USD Coin',
    decimals: 18,
  },
  {
    address: '0xc5f0f7b66764F6ec8C8Dff7BA683102295E16409',
    symbol: 'FDUSD',
    name: 'First Digital USD',
    decimals: 18,
  },
  {
    address: '0x1AF3F329e8BE154074D8769D1FFa4eE058B1DBc3',
    symbol: 'DAI',
    name: 'Dai Stablecoin',
    decimals: 18,
  },
]

/** The pinned token at a contract address; null means BNB. Undefined if not pinned. */
export function find(address: Address | null): Token | undefined {
  if (address === null) return BNB
  const wanted = address.toLowerCase()
  return pinned.find((token) => token.address?.toLowerCase() === wanted)
}

/** The pinned token with this key. An unknown key is undefined, never BNB. */
export function byKey(wanted: string): Token | undefined {
  return pinned.find((token) => key(token) === wanted)
}

/** Stable text key of a token: its lower-case contract address, or `bnb`. */
export function key(token: Pick<Token, 'address'>): string {
  return token.address?.toLowerCase() ?? 'bnb'
}
