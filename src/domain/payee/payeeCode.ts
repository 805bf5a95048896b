import type { Hex } from 'viem'
import type { Address } from '#chain/money/Address.ts'
import { withDeadline } from '#chain/PortalError.ts'
import { getCode } from '#chain/rpc/questions.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'

/** So many are asked for at a time, which travel as one request. */
const AT_ONCE = 20
/** A public node would refuse to answer for more of them, and nobody would wait for it. */
export const MOST_ASKED = 2_000
/** So many requests in a row that fail are the node, not the question. */
const FAILURES = 3

/**
 * Asks the chain which payees are contracts, and puts what it says into `codes`; whoever is in there is not asked for
 * again. Who is not in there afterwards could not be read. @throws the reason of the signal once it is aborted
 */
export async function readPayeeCodes(
  rpc: Rpc,
  payees: readonly Address[],
  codes: Map<Address, boolean>,
  work: { readonly signal: AbortSignal; readonly onProgress?: (done: number, total: number) => void },
): Promise<void> {
  const open = payees.filter((payee) => !codes.has(payee)).slice(0, MOST_ASKED)
  let failed = 0
  for (let at = 0; at < open.length && failed < FAILURES; at += AT_ONCE) {
    const asked = open.slice(at, at + AT_ONCE)
    const answers = await Promise.allSettled(asked.map((payee) => withDeadline(getCode(rpc, payee))))
    work.signal.throwIfAborted()
    answers.forEach((answer, index) => {
      const payee = asked[index]
      if (payee && answer.status === 'fulfilled') codes.set(payee, isContract(answer.value))
    })
    failed = answers.some(({ status }) => status === 'fulfilled') ? 0 : failed + 1
    work.onProgress?.(Math.min(at + AT_ONCE, open.length), open.length)
  }
}

/** True for code of its own. An account that has named a contract to act for it (EIP-7702) still has its key. */
export function isContract(code: Hex | null): boolean {
  return code !== null && !/^0xef0100[0-9a-f]{40}$/i.test(code)
}
