import { type Address, erc20Abi, formatUnits, zeroAddress } from 'viem'
import type { World } from '../World.ts'
import { coinLogo } from './logos.ts'

/** Fixed prices in US dollars for the local world, which has no market. Any other trusted token costs one dollar. */
const prices: Readonly<Record<string, number>> = { BNB: 600, ETH: 3_000 }

/** A Safe's current coins and tokens, most valuable first. `trusted` omits unknown tokens. */
export async function balancesOf(world: World, safe: Address, trusted: boolean) {
  const facts = world.indexer.facts()
  const received = facts.transfers
    .filter(({ from, to }) => from === safe || to === safe)
    .map(({ token }) => token)
  const { coin, tokens: knownTokens } = world.network
  const pinned = knownTokens.map(({ address }) => address)
  const addresses = [...new Set([...pinned, ...received])].filter((address) => address !== null)

  const native = await world.client.getBalance({ address: safe })
  const items = [
    item(native, {
      ...coin,
      type: 'NATIVE_TOKEN',
      address: zeroAddress,
      trusted: true,
      logoUri: coinLogo(world.network),
    }),
  ]
  const tokens = await Promise.all(addresses.map((address) => world.tokens.info(address)))
  for (const token of tokens) {
    if (token === null || (trusted && !token.trusted)) continue
    const balance = await world.client
      .readContract({ address: token.address, abi: erc20Abi, functionName: 'balanceOf', args: [safe] })
      .catch(() => 0n)
    if (balance > 0n) items.push(item(balance, token))
  }
  const fiatTotal = items.reduce((sum, { fiatBalance }) => sum + Number(fiatBalance), 0)
  return {
    fiatTotal: `${fiatTotal}`,
    items: items.sort((a, b) => Number(b.fiatBalance) - Number(a.fiatBalance)),
  }
}

function item(
  balance: bigint,
  token: {
    readonly type: 'NATIVE_TOKEN' | 'ERC20'
    readonly address: Address
    readonly symbol: string
    readonly name: string
    readonly decimals: number
    readonly trusted: boolean
    readonly logoUri: string
  },
) {
  const { type, address, decimals, logoUri, name, symbol } = token
  const price = token.trusted ? (prices[symbol] ?? 1) : 0
  return {
    tokenInfo: { type, address, decimals, logoUri, name, symbol },
    balance: `${balance}`,
    fiatBalance: `${Number(formatUnits(balance, decimals)) * price}`,
    fiatBalance24hChange: null,
    fiatConversion: `${price}`,
  }
}
