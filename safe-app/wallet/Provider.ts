import { answerRequest, type RequestArguments } from './answerRequest.ts'
import type { Prompts } from './Prompts.ts'
import { RpcError } from './RpcError.ts'
import type { Wallet } from './Wallet.ts'

type Listener = (...args: unknown[]) => void

/** EIP-1193, with the event methods that sites use. */
export type Provider = {
  readonly isMetaMask: false
  readonly isSandboxWallet: true
  request(args: RequestArguments): Promise<unknown>
  on(event: string, listener: Listener): Provider
  removeListener(event: string, listener: Listener): Provider
  addListener(event: string, listener: Listener): Provider
  off(event: string, listener: Listener): Provider
}

export function create(wallet: Wallet, prompts: Prompts): Provider {
  const provider: Provider = {
    isMetaMask: false,
    isSandboxWallet: true,
    async request(args) {
      if (typeof args !== 'object' || args === null || typeof args.method !== 'string') {
        throw new RpcError(-32600, 'Expected an object with a method.')
      }
      return answerRequest(wallet, prompts, args)
    },
    on(event, listener) {
      wallet.on(event, listener)
      return provider
    },
    removeListener(event, listener) {
      wallet.off(event, listener)
      return provider
    },
    addListener: (event, listener) => provider.on(event, listener),
    off: (event, listener) => provider.removeListener(event, listener),
  }
  return provider
}
