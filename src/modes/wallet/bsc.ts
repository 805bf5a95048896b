import { defineChain } from 'viem'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import { EXPLORER_URL } from '#chain/explorer.ts'
import { env } from '#env.ts'

/**
 * BNB Smart Chain with our own endpoints. viem's definition uses another company's RPC, which
 * `wallet_addEthereumChain` would pass on to the wallet.
 */
export const bsc = defineChain({
  id: BSC_CHAIN_ID,
  name: 'BNB Smart Chain',
  nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
  rpcUrls: { default: { http: [...env.rpcUrls] } },
  blockExplorers: { default: { name: 'BscScan', url: EXPLORER_URL } },
  // deployed at block 15921452
  contracts: {
    multicall3: { address: '0xcA11bde05977b3631167028862bE2a173976CA11', blockCreated: 15_921_452 },
  },
})
