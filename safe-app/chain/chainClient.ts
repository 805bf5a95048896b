import { createPublicClient, defineChain, http, testActions, walletActions } from 'viem'
import { bsc, type Network } from './Network.ts'

/** Client of the local chain: reads, sends as any account, and controls the test node. */
export type ChainClient = ReturnType<typeof chainClient>

/** Connects to the local chain. It has the real one's chain id, so hashes and addresses match. */
export function chainClient(rpcUrl: string, { id, name, coin }: Network = bsc) {
  return createPublicClient({
    chain: defineChain({
      id,
      name: `Local ${name}`,
      nativeCurrency: { name: coin.name, symbol: coin.symbol, decimals: coin.decimals },
      rpcUrls: { default: { http: [rpcUrl] } },
    }),
    transport: http(rpcUrl, { batch: { wait: 0 }, retryCount: 0 }),
    pollingInterval: 25,
    cacheTime: 0,
  })
    .extend(testActions({ mode: 'anvil' }))
    .extend(walletActions)
}
