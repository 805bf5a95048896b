import { type Address, erc20Abi, type Hex } from 'viem'
import type { ChainClient } from '../../chain/chainClient.ts'
import { MULTICALL3 } from '../../chain/multicall.ts'
import { findToken, type Network } from '../../chain/Network.ts'
import { tokenLogo } from './logos.ts'
import { perBlock } from './perBlock.ts'

/** A token in the service's format. */
export type TokenInfo = {
  readonly type: 'ERC20'
  readonly address: Address
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly logoUri: string
  /** True for known tokens; any other may use any name. */
  readonly trusted: boolean
}

/** Reads names, symbols and decimals of tokens from their contracts. */
export type TokenReader = {
  /** Null if the contract does not answer like an ERC-20 token. */
  info(address: Address): Promise<TokenInfo | null>
}

/** Reads tokens with a client, each once per block: `head` is the hash of the current block. */
export function tokenReader(network: Network, client: ChainClient, head: () => Hex | null): TokenReader {
  return { info: perBlock(head, (address) => read(network, client, address)) }
}

async function read(network: Network, client: ChainClient, address: Address): Promise<TokenInfo | null> {
  if ((await client.getCode({ address })) === undefined) return null
  const contract = { address, abi: erc20Abi } as const
  const [name, symbol, decimals] = await client.multicall({
    multicallAddress: MULTICALL3,
    contracts: [
      { ...contract, functionName: 'name' },
      { ...contract, functionName: 'symbol' },
      { ...contract, functionName: 'decimals' },
    ],
  })
  if (name.status !== 'success' || symbol.status !== 'success' || decimals.status !== 'success') return null
  return {
    type: 'ERC20',
    address,
    name: name.result,
    symbol: symbol.result,
    decimals: decimals.result,
    logoUri: tokenLogo(address),
    trusted: findToken(network, address) !== undefined,
  }
}
