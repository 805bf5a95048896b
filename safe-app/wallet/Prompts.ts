import * as RpcError from './RpcError.ts'
import type { Wallet } from './Wallet.ts'

/** One thing that a person is asked. */
export type Prompt = {
  readonly title: string
  readonly rows: readonly (readonly [label: string, value: string])[]
  readonly warning?: string
}

export type Prompts = {
  /** Asks the person; throws 4001 when they refuse. */
  ask(prompt: Prompt): Promise<void>
  /** Like `ask`, but answers -32002 while an earlier prompt of this method waits. */
  askOnce(method: string, prompt: Prompt): Promise<void>
}

/** Prompts one after the other on the card that `show` draws; `show` resolves with the person's answer. */
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
