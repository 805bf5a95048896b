import * as v from 'valibot'
import { type Abi, type Address, decodeFunctionData, getAddress, type Hash, type Hex } from 'viem'
import { ask } from '#chain/rpc/ask.ts'
import { hex } from '#chain/rpc/questions.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import type { SentCall } from '#chain/settlement/settlement.ts'
import { decodeProposal, type ProposalContent } from '#safe/tx/decodeProposal.ts'
import { type SafeTx, safeTxTypes } from '#safe/tx/SafeTx.ts'

const execAbi: Abi = [
  {
    type: 'function',
    name: 'execTransaction',
    stateMutability: 'payable',
    // All signed fields except the nonce, which the Safe counts itself.
    inputs: [...safeTxTypes.SafeTx.slice(0, -1), { name: 'signatures', type: 'bytes' }],
    outputs: [{ type: 'bool' }],
  },
]

type Args = readonly [Address, bigint, Hex, number, bigint, bigint, bigint, Address, Address, Hex]

/**
 * The Safe transaction in the calldata of `execTransaction`; null if the transaction is not such a call to
 * the Safe, for instance when a relay sent it. `nonce` is not part of the calldata.
 */
export function executedTx(
  sent: Pick<SentCall, 'to' | 'input'>,
  safe: Address,
  nonce: bigint,
): SafeTx | null {
  if (sent.to?.toLowerCase() !== safe.toLowerCase()) return null
  try {
    const { args = [] } = decodeFunctionData({ abi: execAbi, data: sent.input })
    const [to, value, data, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver] = args as Args
    if (operation !== 0 && operation !== 1) return null
    const refund = { gasPrice, gasToken: getAddress(gasToken), refundReceiver: getAddress(refundReceiver) }
    return { to: getAddress(to), value, data, operation, safeTxGas, baseGas, ...refund, nonce }
  } catch {
    return null
  }
}

const transaction = v.nullable(
  v.object({
    hash: v.string(),
    to: v.nullable(v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/))),
    input: hex,
  }),
)

/**
 * What a Safe did in a transaction, read from the calldata of its `execTransaction`; null if the transaction
 * is not such a call to the Safe, for instance when a relay sent it.
 * @throws when the chain cannot be read
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
