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

/** A token that the portal pays in, with all that differs between one token and another. */
type Pinned = {
  readonly token: Token
  /**
   * Its names in explorers, exchanges and wallets, in upper case. Never a name that another token of the chain also has:
   * wrapped BNB is not BNB, and bridged dollars are not USDC.
   */
  readonly aliases: readonly string[]
  /** Chainlink's feed of its price in US dollars: the proxy that docs.chain.link names. */
  readonly feed: Address
  /** The most that Safe{Wallet} plausibly takes in it as a network fee, about 15 US dollars; null if it takes none in it. */
  readonly mostFee: bigint | null
  /** True if its contract has the same address on another chain. */
  readonly isElsewhere: boolean
}

/**
 * Pinned by contract address. USDT and USDC have 18 decimals on BSC (6 on Ethereum). The decimals are read
 * from the chain before a payment, and a mismatch blocks it.
 */
export const pins: readonly Pinned[] = [
  {
    token: BNB,
    aliases: ['BINANCE COIN'],
    feed: '0x0567F2323251f0Aab15c8dFb1967E4e8A7D42aeE',
    mostFee: 2n * 10n ** 16n,
    isElsewhere: false,
  },
  {
    token: USDT,
    aliases: ['BSC-USD', 'BSCUSD', 'TETHER', 'TETHER USD', 'USD₮'],
    // Another address for it circulates, so the name that a feed reports is compared as well.
    feed: '0xB97Ad0E74fa7d920791E90258A6E2085088b4320',
    mostFee: 15n * 10n ** 18n,
    isElsewhere: false,
  },
  {
    token: {
      address: '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d',
      symbol: 'USDC',
      name: 'USD Coin',
      decimals: 18,
    },
    aliases: ['USD COIN'],
    feed: '0x51597f405303C4377E36123cBc172b13269EA163',
    mostFee: 15n * 10n ** 18n,
    isElsewhere: false,
  },
  {
    token: {
      address: '0xc5f0f7b66764F6ec8C8Dff7BA683102295E16409',
      symbol: 'FDUSD',
      name: 'First Digital USD',
      decimals: 18,
    },
    aliases: ['FIRST DIGITAL USD'],
    feed: '0x390180e80058A8499930F0c13963AD3E0d86Bfc9',
    mostFee: null,
    // On Ethereum.
    isElsewhere: true,
  },
  {
    token: {
      address: '0x1AF3F329e8BE154074D8769D1FFa4eE058B1DBc3',
      symbol: 'DAI',
      name: 'Dai Stablecoin',
      decimals: 18,
    },
    aliases: ['DAI TOKEN', 'DAI STABLECOIN'],
    feed: '0x132d3C0B1D2cEa0BC552588063bdBb210FDeecfA',
    mostFee: null,
    isElsewhere: false,
  },
]

/** The tokens that the portal pays in. */
export const pinned: readonly Token[] = pins.map(({ token }) => token)

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
