import { createPublicClient, defineChain, http, testActions, walletActions } from 'viem'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'

/** Client of the local chain: reads, sends as any account, and controls the test node. */
export type ChainClient = ReturnType<typeof chainClient>

/** Connects to the local chain. It has BSC's chain id, so hashes and addresses match the real ones. */
export function chainClient(rpcUrl: string) {
  return createPublicClient({
    chain: defineChain({
      id: BSC_CHAIN_ID,
      name: 'Local BNB Smart Chain',
      nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
      rpcUrls: { default: { http: [rpcUrl] } },
    }),
    transport: http(rpcUrl, { batch: { wait: 0 }, retryCount: 0 }),
    pollingInterval: 25,
    cacheTime: 0,
  })
    .extend(testActions({ mode: 'anvil' }))
    .extend(walletActions)
}
