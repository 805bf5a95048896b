import { BSC_CHAIN_ID } from './chainId.ts'
import { isHexNumber } from './hex.ts'

/** BNB Smart Chain, as people call it. */
export const BSC_NAME = 'BNB Smart Chain'

/**
 * Networks that people write in front of an address, with their EIP-155 chain id (null if they have none), the names
 * and short names (EIP-3770) in small letters without spaces and hyphens, and the hosts of their explorers.
 */
const networks: readonly {
  readonly name: string
  readonly chainId: string | null
  readonly names: string
  readonly hosts: string
}[] = [
  {
    name: BSC_NAME,
    chainId: `${BSC_CHAIN_ID}`,
    names:
      'bnb bsc bep20 bscmainnet bnbchain bnbsmartchain binancesmartchain smartchain bnbmainnet 币安智能链 币安链',
    hosts: 'bscscan.com bsctrace.com bsc.blockscout.com',
  },
  {
    name: 'Ethereum',
    chainId: '1',
    names: 'eth ethereum erc20 ethereummainnet mainnet эфириум 以太坊 イーサリアム 이더리움',
    hosts: 'etherscan.io eth.blockscout.com',
  },
  {
    name: 'BNB Smart Chain Testnet',
    chainId: '97',
    names: 'bnbt tbnb testnet bsctestnet bnbtestnet bnbsmartchaintestnet',
    hosts: 'testnet.bscscan.com',
  },
  { name: 'opBNB', chainId: '204', names: 'obnb opbnb', hosts: 'opbnbscan.com opbnb.bscscan.com' },
  {
    name: 'Polygon',
    chainId: '137',
    names: 'matic pol polygon polygonpos полигон ポリゴン 폴리곤',
    hosts: 'polygonscan.com polygon.blockscout.com',
  },
  {
    name: 'Arbitrum',
    chainId: '42161',
    names: 'arb arb1 arbitrum arbitrumone арбитрум',
    hosts: 'arbiscan.io arbitrum.blockscout.com',
  },
  {
    name: 'Optimism',
    chainId: '10',
    names: 'oeth op optimism opmainnet',
    hosts: 'optimistic.etherscan.io optimism.blockscout.com',
  },
  { name: 'Base', chainId: '8453', names: 'base', hosts: 'basescan.org base.blockscout.com' },
  {
    name: 'Avalanche',
    chainId: '43114',
    names: 'avax avalanche avaxc avalanchecchain cchain',
    hosts: 'snowtrace.io snowscan.xyz',
  },
  { name: 'Fantom', chainId: '250', names: 'ftm fantom', hosts: 'ftmscan.com' },
  { name: 'Gnosis', chainId: '100', names: 'gno gnosis xdai', hosts: 'gnosisscan.io gnosis.blockscout.com' },
  { name: 'Linea', chainId: '59144', names: 'linea', hosts: 'lineascan.build' },
  { name: 'Scroll', chainId: '534352', names: 'scr scroll', hosts: 'scrollscan.com' },
  {
    name: 'zkSync Era',
    chainId: '324',
    names: 'zksync zksyncera',
    hosts: 'explorer.zksync.io era.zksync.network',
  },
  { name: 'Celo', chainId: '42220', names: 'celo', hosts: 'celoscan.io' },
  { name: 'Mantle', chainId: '5000', names: 'mnt mantle', hosts: 'mantlescan.xyz' },
  { name: 'Blast', chainId: '81457', names: 'blast', hosts: 'blastscan.io' },
  { name: 'Sonic', chainId: '146', names: 'sonic', hosts: 'sonicscan.org' },
  { name: 'Cronos', chainId: '25', names: 'cro cronos', hosts: 'cronoscan.com' },
  { name: 'Sepolia', chainId: '11155111', names: 'sep sepolia', hosts: 'sepolia.etherscan.io' },
  { name: 'Monad', chainId: '143', names: 'monad', hosts: 'monadscan.com' },
  { name: 'HyperEVM', chainId: '999', names: 'hyperevm hyperliquid', hosts: 'hyperevmscan.io' },
  { name: 'Berachain', chainId: '80094', names: 'berachain', hosts: 'berascan.com' },
  { name: 'Unichain', chainId: '130', names: 'unichain', hosts: 'uniscan.xyz' },
  { name: 'World Chain', chainId: '480', names: 'worldchain', hosts: 'worldscan.org' },
  { name: 'Tron', chainId: null, names: 'trx tron trc20 трон 波场 波場 トロン 트론', hosts: 'tronscan.org' },
  {
    name: 'Solana',
    chainId: null,
    names: 'sol solana spl солана ソラナ 솔라나',
    hosts: 'solscan.io explorer.solana.com',
  },
  { name: 'TON', chainId: null, names: 'ton', hosts: 'tonscan.org tonviewer.com' },
  { name: 'BNB Beacon Chain', chainId: null, names: 'bep2 beaconchain', hosts: 'explorer.bnbchain.org' },
]

const byName = new Map<string, string>()
const byChainId = new Map<string, string>()
const byHost = new Map<string, string>()
for (const { name, chainId, names, hosts } of networks) {
  if (chainId !== null) {
    byChainId.set(chainId, name)
    byName.set(`@${chainId}`, name)
    byName.set(`eip155:${chainId}`, name)
  }
  for (const short of names.split(' ')) byName.set(short, name)
  for (const host of hosts.split(' ')) byHost.set(host, name)
}

/** Longer texts name no network. */
const LONGEST = 40

/**
 * The network that a text names: by its name or short name in any case, its chain id (`@56`, `eip155:56`), or the host of
 * its explorer; null for a text that names none. A number alone names none.
 */
export function networkOf(text: string): string | null {
  if (text.length > LONGEST) return null
  const plain = text.normalize('NFKC').trim().toLowerCase()
  return byName.get(plain) ?? byName.get(plain.replace(/[\s_-]/g, '')) ?? networkOfHost(plain)
}

/** The network with this EIP-155 chain id, in decimal digits or as `0x38`; null for any other text. */
export function networkOfChainId(id: string): string | null {
  return byChainId.get(isHexNumber(id.toLowerCase()) ? `${Number(id)}` : id) ?? null
}

/** The network whose explorer has this host; null for any other host. */
export function networkOfHost(host: string): string | null {
  return byHost.get(host.toLowerCase().replace(/^www\./, '')) ?? null
}

/** Characters of a text that are searched for names of networks. */
const SEARCHED = 2_000

/** The networks that a text names, as a whole and by its words: `TRC-20`, `USDT-BSC`. */
export function networksIn(text: string): readonly string[] {
  const words = text.slice(0, SEARCHED).split(/[^\p{L}\p{N}-]+/u)
  const parts = words.flatMap((word) => (word.includes('-') ? word.split('-') : []))
  return [text, ...words, ...parts].flatMap((word) => networkOf(word) ?? [])
}

/** True if one of the networks is BNB Smart Chain, and none is its testnet or the Beacon Chain, which share its name. */
export function includesThisChain(found: readonly string[]): boolean {
  return found.includes(BSC_NAME) && !found.some((name) => /testnet|beacon/i.test(name))
}

/** True for a text that says nothing but BNB Smart Chain: `BSC`, `56`, `BNB Smart Chain (BEP20)`. */
export function isThisNetwork(text: string): boolean {
  const parts = text
    .slice(0, SEARCHED)
    .split(/[()[\]/,;|+&]/u)
    .flatMap((part) => part.trim() || [])
  return parts.length > 0 && parts.every((part) => (networkOf(part) ?? networkOfChainId(part)) === BSC_NAME)
}

/** True for a text that names another network than BNB Smart Chain, and not this one too. */
export function namesElsewhere(text: string): boolean {
  const found = networksIn(text)
  return found.length > 0 && !includesThisChain(found)
}
