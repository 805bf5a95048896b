import type { Config } from 'wagmi'
import { getConnectorClient } from 'wagmi/actions'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import type { Address } from '#chain/money/Address.ts'
import type { WalletRequest } from './sendBatch.ts'

/**
 * Asks the connected wallet by any method, for one account on BSC: where the wallet is on another network, or has
 * another account chosen, it is not asked but wagmi's error thrown. What the wallet throws passes through with its code.
 */
export function connectorRequest(config: Config, account: Address): WalletRequest {
  return async (method, params) => {
    const client = await getConnectorClient(config, { account, chainId: BSC_CHAIN_ID })
    return client.request({ method, params } as never)
  }
}
