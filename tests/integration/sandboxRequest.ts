import type { WalletRequest } from '#modes/wallet/sendBatch.ts'
import type { Rig } from '../../rig/startRig.ts'
import { type Persona, stranger } from '../../safe-app/accounts.ts'
import { bsc } from '../../safe-app/chain/Network.ts'
import { answerRequest } from '../../safe-app/wallet/answerRequest.ts'
import { walletAccount } from '../../safe-app/wallet/buildSandboxWallet.ts'
import * as Faults from '../../safe-app/wallet/Faults.ts'
import * as Prompts from '../../safe-app/wallet/Prompts.ts'
import * as Wallet from '../../safe-app/wallet/Wallet.ts'

/** The sandbox wallet without its page: its requests, its cards and its faults. */
export type SandboxRequest = {
  readonly request: WalletRequest
  readonly wallet: Wallet.Wallet
  /** The requested methods, in order. */
  readonly asked: readonly string[]
  /** The last card that was shown. */
  shown(): Prompts.Prompt | null
}

/** @param decide the person's answer to each card: true approves */
export function sandboxRequest(
  rig: Rig,
  person: Persona,
  batches: Faults.Faults['batches'],
  decide: () => Promise<boolean> = async () => true,
): SandboxRequest {
  const wallet = Wallet.create(
    {
      network: bsc,
      rpcUrl: rig.chain.rpcUrl,
      account: person.index,
      accounts: [walletAccount(person)],
      bundler: walletAccount(stranger),
    },
    { faults: { ...Faults.none, batches }, account: null, chainId: null, connected: true },
  )
  const asked: string[] = []
  let shown: Prompts.Prompt | null = null
  const prompts = Prompts.create(wallet, (prompt) => {
    shown = prompt
    return decide()
  })
  return {
    wallet,
    asked,
    shown: () => shown,
    request(method, params) {
      asked.push(method)
      return answerRequest(wallet, prompts, { method, params })
    },
  }
}
