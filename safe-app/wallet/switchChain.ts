import type { Prompts } from './Prompts.ts'
import { invalidParams, RpcError } from './RpcError.ts'
import type { Wallet } from './Wallet.ts'

/** `wallet_switchEthereumChain` (EIP-3326): 4902 for an unknown chain. */
export async function switchChain(wallet: Wallet, prompts: Prompts, params: unknown): Promise<null> {
  refuseIfFaulty(wallet)
  const chainId = readChainId(params)
  const name = wallet.chains.get(chainId)
  if (name === undefined) {
    throw new RpcError(4902, `Unrecognized chain ID "0x${chainId.toString(16)}". Try adding the chain first.`)
  }
  if (chainId === wallet.chainId()) return null
  await prompts.ask({ title: 'Switch the network', rows: [['Network', `${name} (${chainId})`]] })
  wallet.chooseChain(chainId)
  return null
}

/** `wallet_addEthereumChain` (EIP-3085): adds the chain and switches to it. */
export async function addChain(wallet: Wallet, prompts: Prompts, params: unknown): Promise<null> {
  refuseIfFaulty(wallet)
  const chainId = readChainId(params)
  const [{ chainName, rpcUrls }] = params as [{ chainName?: string; rpcUrls?: readonly string[] }]
  if (!chainName || !rpcUrls || rpcUrls.length === 0) throw invalidParams('chainName and rpcUrls')
  if (!wallet.chains.has(chainId)) {
    await prompts.ask({
      title: 'Add a network',
      rows: [
        ['Network', `${chainName} (${chainId})`],
        ['Node', rpcUrls.join(', ')],
      ],
    })
    wallet.chains.set(chainId, chainName)
  }
  wallet.chooseChain(chainId)
  return null
}

function refuseIfFaulty(wallet: Wallet): void {
  const { noSwitch } = wallet.faults
  if (noSwitch !== 0) throw new RpcError(noSwitch, 'The method is not supported.')
}

function readChainId(params: unknown): number {
  const chainId = (params as [{ chainId?: unknown }] | undefined)?.[0]?.chainId
  if (typeof chainId !== 'string' || !/^0x[1-9a-f][0-9a-f]*$/i.test(chainId)) throw invalidParams('chainId')
  return Number(chainId)
}
