import * as RpcError from './RpcError.ts'
import type { Wallet } from './Wallet.ts'

/** One question to the user. */
export type Prompt = {
  readonly title: string
  readonly rows: readonly (readonly [label: string, value: string])[]
  readonly warning?: string
}

export type Prompts = {
  /** Asks the user; throws 4001 on a rejection. */
  ask(prompt: Prompt): Promise<void>
  /** Like `ask`, but answers -32002 while an earlier prompt of this method is open. */
  askOnce(method: string, prompt: Prompt): Promise<void>
}

/** Shows prompts one after the other on the card of `show`, which resolves with the user's answer. */
export function create(wallet: Wallet, show: (prompt: Prompt) => Promise<boolean>): Prompts {
  const waiting = new Set<string>()
  let turn: Promise<unknown> = Promise.resolve()

  async function ask(prompt: Prompt): Promise<void> {
    const { rejectNext, pending, auto } = wallet.faults
    if (pending) throw RpcError.pending(prompt.title)
    if (rejectNext > 0) {
      wallet.setFaults({ rejectNext: rejectNext - 1 })
      throw RpcError.rejected()
    }
    if (auto) return
    const answer = turn.then(() => show(prompt))
    turn = answer
    if (!(await answer)) throw RpcError.rejected()
  }

  return {
    ask,
    async askOnce(method, prompt) {
      if (waiting.has(method)) throw RpcError.pending(method)
      waiting.add(method)
      try {
        await ask(prompt)
      } finally {
        waiting.delete(method)
      }
    },
  }
}
