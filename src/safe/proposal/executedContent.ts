import * as v from 'valibot'
import type { Address, Hash } from 'viem'
import { ask } from '#chain/rpc/ask.ts'
import { hex } from '#chain/rpc/questions.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { decodeProposal, type ProposalContent } from '#safe/tx/decodeProposal.ts'
import { executedTx } from './executedTx.ts'

const transaction = v.nullable(
  v.object({
    hash: v.string(),
    to: v.nullable(v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/))),
    input: hex,
  }),
)

/**
 * What a Safe did in a transaction, read from the calldata of its `execTransaction`; null when the transaction is not
 * such a call to the Safe, as when a relay made it. @throws when the chain cannot be read
 */
export async function readExecutedContent(
  rpc: Rpc,
  safe: Address,
  hash: Hash,
): Promise<ProposalContent | null> {
  const found = await ask(rpc, transaction, 'eth_getTransactionByHash', [hash])
  if (!found || found.hash.toLowerCase() !== hash.toLowerCase()) return null
  const tx = executedTx({ to: found.to as Address | null, input: found.input }, safe, 0n)
  return tx && decodeProposal(safe, tx)
}
