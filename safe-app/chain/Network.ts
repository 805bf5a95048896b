import type { Address } from 'viem'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import { BNB, pinned, type Token } from '#chain/money/Token.ts'

/** A token contract that the local services know and trust. */
export type NetworkToken = Token & { readonly address: Address }

/** The chain that a local world imitates. Plain data, because the host page gets it as JSON. */
export type Network = {
  readonly id: number
  readonly name: string
  /** The prefix of addresses (EIP-3770), as in `eth:0x…`. */
  readonly shortName: string
  readonly coin: Token
  readonly tokens: readonly NetworkToken[]
  /** Host name of the block explorer in links. */
  readonly explorer: string
  /** Whether Safe's services count it as a layer 2, whose Safes emit all details. */
  readonly isL2: boolean
}

/** BNB Smart Chain, with the portal's pinned tokens. */
export const bsc: Network = {
  id: BSC_CHAIN_ID,
  name: 'BNB Smart Chain',
  shortName: 'bnb',
  coin: BNB,
  tokens: pinned.flatMap((token) => (token.address === null ? [] : [{ ...token, address: token.address }])),
  explorer: 'bscscan.com',
  isL2: true,
}

type Row = readonly [
  id: number,
  name: string,
  shortName: string,
  coin: readonly [symbol: string, name: string],
  explorer: string,
  usdc?: Address,
]

const ether = ['ETH', 'Ether'] as const

/** Other chains of Safe{Wallet}. */
const rows: readonly Row[] = [
  [1, 'Ethereum', 'eth', ether, 'etherscan.io', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'],
  [10, 'Optimism', 'oeth', ether, 'optimistic.etherscan.io', '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85'],
  [100, 'Gnosis Chain', 'gno', ['XDAI', 'xDai'], 'gnosisscan.io'],
  [137, 'Polygon', 'matic', ['POL', 'POL'], 'polygonscan.com', '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359'],
  [146, 'Sonic', 'sonic', ['S', 'Sonic'], 'sonicscan.org'],
  [480, 'World Chain', 'wc', ether, 'worldscan.org'],
  [5000, 'Mantle', 'mantle', ['MNT', 'Mantle'], 'mantlescan.xyz'],
  [8453, 'Base', 'base', ether, 'basescan.org', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'],
  [42_161, 'Arbitrum', 'arb1', ether, 'arbiscan.io', '0xaf88d065e77c8cC2239327C5EDb3A432268e5831'],
  [42_220, 'Celo', 'celo', ['CELO', 'Celo'], 'celoscan.io'],
  [
    43_114,
    'Avalanche',
    'avax',
    ['AVAX', 'Avalanche'],
    'snowtrace.io',
    '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
  ],
  [59_144, 'Linea', 'linea', ether, 'lineascan.build'],
  [534_352, 'Scroll', 'scr', ether, 'scrollscan.com'],
  [11_155_111, 'Sepolia', 'sep', ether, 'sepolia.etherscan.io'],
]

/** The address of USDC on a chain without a listed one. */
const LOCAL_USDC: Address = '0x00000000000000000000000000000000000005dC'

/** The chain with this id. One that is not on the list has ether as its coin. */
export function networkOf(id: number): Network {
  if (id === bsc.id) return bsc
  const [, name, shortName, [symbol, coinName], explorer, usdc = LOCAL_USDC] = rows.find(
    ([known]) => known === id,
  ) ?? [id, `Chain ${id}`, `chain${id}`, ether, 'blockscan.com']
  return {
    id,
    name,
    shortName,
    coin: { address: null, symbol, name: coinName, decimals: 18 },
    tokens: [{ address: usdc, symbol: 'USDC', name: 'USD Coin', decimals: 6 }],
    explorer,
    isL2: id !== 1,
  }
}

/** The coin, or the known token at a contract address; null means the coin. */
export function findToken({ coin, tokens }: Network, address: Address | null): Token | undefined {
  if (address === null) return coin
  const wanted = address.toLowerCase()
  return tokens.find((token) => token.address.toLowerCase() === wanted)
}
