import type { Network } from '../../chain/Network.ts'
import { coinLogo } from '../read/logos.ts'

/** The newest Safe contract version that Safe recommends. */
export const RECOMMENDED_VERSION = '1.4.1'

/** The gateway's configuration of a chain, with the local node instead of the public ones. */
export function chainConfig(network: Network, rpcUrl: string, serviceUrl: string) {
  const { id, name, shortName, coin, explorer, isL2 } = network
  const rpc = { authentication: 'NO_AUTHENTICATION', value: rpcUrl }
  return {
    chainId: `${id}`,
    chainName: name,
    description: 'Local copy for development',
    chainLogoUri: null,
    l2: isL2,
    isTestnet: false,
    zk: false,
    nativeCurrency: {
      name: coin.name,
      symbol: coin.symbol,
      decimals: coin.decimals,
      logoUri: coinLogo(network),
    },
    transactionService: `${serviceUrl}/tx-service/${shortName}`,
    blockExplorerUriTemplate: {
      address: `https://${explorer}/address/{{address}}`,
      txHash: `https://${explorer}/tx/{{txHash}}`,
      api: `https://api.${explorer}/api?module={{module}}&action={{action}}&address={{address}}&apiKey={{apiKey}}`,
    },
    beaconChainExplorerUriTemplate: { publicKey: null },
    disabledWallets: [],
    ensRegistryAddress: null,
    balancesProvider: { chainName: null, enabled: false },
    contractAddresses: {},
    features: [
      'EIP1559',
      'EIP1271',
      'ERC721',
      'SAFE_APPS',
      'SAFE_141',
      'SPENDING_LIMIT',
      'MULTI_CHAIN_SAFE_CREATION',
    ],
    gasPrice: [],
    publicRpcUri: rpc,
    rpcUri: rpc,
    safeAppsRpcUri: rpc,
    shortName,
    theme: { textColor: '#000000', backgroundColor: '#F0B90B' },
    recommendedMasterCopyVersion: RECOMMENDED_VERSION,
    relayer: null,
    hidden: false,
  }
}
