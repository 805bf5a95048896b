/** The chain reads of viem and wagmi that RainbowKit uses once a wallet is connected. Written for viem 2.57.1. */
export { getBalance, getEnsAvatar, getEnsName } from 'viem/actions'
export { readContracts } from 'wagmi/actions'
