import { callsStatus } from './batch/callsStatus.ts'
import { capabilities } from './batch/capabilities.ts'
import { sendCalls } from './batch/sendCalls.ts'
import { node } from './node.ts'
import type { Prompts } from './Prompts.ts'
import { RpcError, unauthorized, unknownMethod } from './RpcError.ts'
import { sendTransaction } from './sendTransaction.ts'
import { signText, signTyped } from './signText.ts'
import { addChain, switchChain } from './switchChain.ts'
import type { Wallet } from './Wallet.ts'

export type RequestArguments = { readonly method: string; readonly params?: unknown }

/** Answers one EIP-1193 request. Throws RpcError with the codes of EIP-1193 and EIP-1474. */
export async function answerRequest(
  wallet: Wallet,
  prompts: Prompts,
  { method, params = [] }: RequestArguments,
): Promise<unknown> {
  switch (method) {
    case 'eth_accounts':
      return [...wallet.visible()]
    case 'eth_requestAccounts':
      return connect(wallet, prompts)
    case 'wallet_requestPermissions':
      await authorize(wallet, prompts, method)
      return permissions(wallet)
    case 'wallet_getPermissions':
      return permissions(wallet)
    case 'wallet_revokePermissions':
      wallet.setAuthorized(false)
      return null
    case 'eth_chainId':
      return `0x${wallet.chainId().toString(16)}`
    case 'net_version':
      return String(wallet.chainId())
    case 'wallet_switchEthereumChain':
      return switchChain(wallet, prompts, params)
    case 'wallet_addEthereumChain':
      return addChain(wallet, prompts, params)
    case 'wallet_watchAsset':
      await prompts.ask({ title: 'Add a token', rows: [['Token', JSON.stringify(params)]] })
      return true
    case 'personal_sign':
      return signText(wallet, prompts, params)
    case 'eth_signTypedData_v4':
      return signTyped(wallet, prompts, params)
    case 'eth_sendTransaction':
      return sendTransaction(wallet, prompts, params)
    case 'wallet_getCapabilities':
      return capabilities(wallet, params)
    case 'wallet_sendCalls':
      return sendCalls(wallet, prompts, params)
    case 'wallet_getCallsStatus':
      return callsStatus(wallet, params)
    case 'eth_sign':
    case 'eth_signTransaction':
      throw unauthorized()
    default:
      return passOn(wallet, method, params)
  }
}

/** Forwards reads to the node; wallet methods that are not implemented are unknown. */
async function passOn(wallet: Wallet, method: string, params: unknown): Promise<unknown> {
  if (!/^(eth|net|web3)_/.test(method)) throw unknownMethod(method)
  if (wallet.chainId() !== wallet.config.network.id) {
    throw new RpcError(4901, `The Sandbox Wallet has no node on chain ${wallet.chainId()}.`)
  }
  return node(wallet.config.rpcUrl, method, params)
}

async function connect(wallet: Wallet, prompts: Prompts): Promise<string[]> {
  if (wallet.visible().length === 0) await authorize(wallet, prompts, 'eth_requestAccounts')
  return [...wallet.visible()]
}

/** Shows the account to the site; the same approval unlocks a locked wallet. */
async function authorize(wallet: Wallet, prompts: Prompts, method: string): Promise<void> {
  const { name, address } = wallet.account()
  await prompts.askOnce(method, {
    title: wallet.faults.locked ? 'Unlock and connect' : 'Connect to this site',
    rows: [
      ['Site', location.origin],
      ['Account', `${name} ${address}`],
    ],
  })
  if (wallet.faults.locked) wallet.setFaults({ locked: false })
  wallet.setAuthorized(true)
}

/** EIP-2255. */
function permissions(wallet: Wallet): object[] {
  const visible = wallet.visible()
  if (visible.length === 0) return []
  return [
    {
      id: '1',
      parentCapability: 'eth_accounts',
      invoker: location.origin,
      date: Date.now(),
      caveats: [{ type: 'restrictReturnedAccounts', value: [...visible] }],
    },
  ]
}
