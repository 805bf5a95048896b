import * as v from 'valibot'
import { type Abi, type Address, decodeFunctionData, getAddress, type Hash, type Hex } from 'viem'
import type { Rpc } from '#chain/Rpc.ts'
import { decodeProposal, type ProposalContent } from './decodeProposal.ts'
import { type SafeTx, safeTxTypes } from './SafeTx.ts'

const execAbi: Abi = [
  {
    type: 'function',
    name: 'execTransaction',
    stateMutability: 'payable',
    // All that is signed but the nonce, which the Safe counts itself.
    inputs: [...safeTxTypes.SafeTx.slice(0, -1), { name: 'signatures', type: 'bytes' }],
    outputs: [{ type: 'bool' }],
  },
]

type Args = readonly [Address, bigint, Hex, number, bigint, bigint, bigint, Address, Address, Hex]

const transaction = v.nullable(
  v.object({
    hash: v.string(),
    to: v.nullable(v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/))),
    input: v.pipe(
      v.string(),
      v.regex(/^0x([0-9a-fA-F]{2})*$/),
      v.transform((text) => text.toLowerCase() as Hex),
    ),
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
  const tx = await readExecutedTx(rpc, safe, hash, 0n)
  return tx && decodeProposal(safe, tx)
}

/** The same as the fields that the owners signed; `nonce` is not part of the calldata. @throws when the chain cannot be read */
export async function readExecutedTx(
  rpc: Rpc,
  safe: Address,
  hash: Hash,
  nonce: bigint,
): Promise<SafeTx | null> {
  const found = v.parse(transaction, await rpc('eth_getTransactionByHash', [hash]))
  if (!found || found.hash.toLowerCase() !== hash.toLowerCase()) return null
  if (found.to?.toLowerCase() !== safe.toLowerCase()) return null
  try {
    const { args = [] } = decodeFunctionData({ abi: execAbi, data: found.input })
    const [to, value, data, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver] = args as Args
    if (operation !== 0 && operation !== 1) return null
    const refund = { gasPrice, gasToken: getAddress(gasToken), refundReceiver: getAddress(refundReceiver) }
    return { to: getAddress(to), value, data, operation, safeTxGas, baseGas, ...refund, nonce }
  } catch {
    return null
  }
}
