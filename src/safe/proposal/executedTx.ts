import { type Abi, type Address, decodeFunctionData, getAddress, type Hex } from 'viem'
import type { SentCall } from '#chain/settlement/settlement.ts'
import { type SafeTx, safeTxTypes } from '#safe/tx/SafeTx.ts'

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

/**
 * What a transaction lets a Safe execute, read from its calldata; null when it is no `execTransaction` of the Safe, as when
 * a relay made it. `nonce` is not part of the calldata.
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
