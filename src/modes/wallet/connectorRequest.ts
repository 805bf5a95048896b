import type { Config } from 'wagmi'
import { getConnectorClient } from 'wagmi/actions'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import type { Address } from '#chain/money/Address.ts'
import type { WalletRequest } from './sendBatch.ts'

/**
 * Sends any method to the connected wallet, for one account on BSC. If the wallet is on another network or
 * uses another account, wagmi's error is thrown and the wallet is not asked. Errors from the wallet pass
 * through with their code.
 */
export function connectorRequest(config: Config, account: Address): WalletRequest {
  return async (method, params) => {
    const client = await getConnectorClient(config, { account, chainId: BSC_CHAIN_ID })
    return client.request({ method, params } as never)
  }
}
