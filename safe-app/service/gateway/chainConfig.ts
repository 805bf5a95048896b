import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import { COIN_LOGO } from '../read/logos.ts'

/** The newest Safe contract version that Safe recommends on this chain. */
export const RECOMMENDED_VERSION = '1.4.1'

/** The gateway's configuration of BSC, with the local node instead of the public ones. */
export function chainConfig(rpcUrl: string, serviceUrl: string) {
  const rpc = { authentication: 'NO_AUTHENTICATION', value: rpcUrl }
  return {
    chainId: `${BSC_CHAIN_ID}`,
    chainName: 'BNB Smart Chain',
    description: 'Local copy for development',
    chainLogoUri: null,
    l2: true,
    isTestnet: false,
    zk: false,
    nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18, logoUri: COIN_LOGO },
    transactionService: `${serviceUrl}/tx-service/bnb`,
    blockExplorerUriTemplate: {
      address: 'https://bscscan.com/address/{{address}}',
      txHash: 'https://bscscan.com/tx/{{txHash}}',
      api: 'https://api.bscscan.com/api?module={{module}}&action={{action}}&address={{address}}&apiKey={{apiKey}}',
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
    shortName: 'bnb',
    theme: { textColor: '#000000', backgroundColor: '#F0B90B' },
    recommendedMasterCopyVersion: RECOMMENDED_VERSION,
    relayer: null,
    hidden: false,
  }
}
