import type { Address } from '#chain/Address.ts'
import { erc20Abi } from '#chain/erc20Abi.ts'
import { MAX_DECIMALS } from '#chain/PaymentRequest.ts'
import { PortalError } from '#chain/PortalError.ts'
import type { Rpc } from '#chain/Rpc.ts'
import { readChain } from '#chain/readChain.ts'
import { readContract } from '#chain/readContract.ts'

/**
 * The decimals that a token contract tells: of two nodes the same, where there are several to ask.
 * @throws PortalError `unreachable`, or `malformed` where the nodes differ or no token would have so many
 */
export async function readDecimals(rpc: Rpc, contract: Address): Promise<number> {
  const ask = (node: Rpc) =>
    readChain(() => readContract(node, { address: contract, abi: erc20Abi }, 'decimals'))
  const answers = rpc.witnesses
    ? await firstTwo(rpc.witnesses.map((node) => () => ask(node)))
    : [await ask(rpc)]
  const [decimals, other = decimals] = answers
  if (decimals === undefined || decimals !== other)
    throw new PortalError('malformed', 'Two nodes do not say the same of this contract.')
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > MAX_DECIMALS)
    throw new PortalError('malformed', 'This contract does not say how many decimals it has.')
  return decimals
}

/** The first two answers, one question after the other. @throws what the last one threw when there are not two */
async function firstTwo(questions: readonly (() => Promise<number>)[]): Promise<readonly number[]> {
  const answers: number[] = []
  let last: unknown
  for (const question of questions) {
    if (answers.length === 2) break
    try {
      answers.push(await question())
    } catch (thrown) {
      last = thrown
    }
  }
  if (answers.length < 2) throw last ?? new PortalError('unreachable', 'Two nodes have to say it.')
  return answers
}
