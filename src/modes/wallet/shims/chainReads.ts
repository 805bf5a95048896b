/**
 * What viem and wagmi read of the chain for RainbowKit, once a wallet is connected.
 * Written for viem 2.57.1.
 */
export { getBalance, getEnsAvatar, getEnsName } from 'viem/actions'
export { readContracts } from 'wagmi/actions'
