import { type Address, decodeFunctionData, type Hex, isAddressEqual, parseAbi } from 'viem'
import * as SafeTx from '#safe/tx/SafeTx.ts'

const execAbi = parseAbi([
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool)',
])

/** More executions than a Safe without L2 events can have here. */
const MAX_NONCE = 1000n

/**
 * The executed SafeTx, rebuilt from a transaction's calldata: a Safe without L2 events only emits its hash.
 * The nonce is not in the calldata; it is the one that gives the hash. Null if none does.
 * @param version only matters before 1.3.0
 */
export function rebuildSafeTx(
  chainId: number,
  safe: Address,
  safeTxHash: Hex,
  transaction: { readonly to: Address | null; readonly input: Hex },
  version = '1.4.1',
): { readonly tx: SafeTx.SafeTx; readonly signatures: Hex } | null {
  if (transaction.to === null || !isAddressEqual(transaction.to, safe)) return null
  try {
    const [to, value, data, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver, signatures] =
      decodeFunctionData({ abi: execAbi, data: transaction.input }).args
    const fields = { to, value, data, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver }
    for (let nonce = 0n; nonce < MAX_NONCE; nonce++) {
      const tx: SafeTx.SafeTx = { ...fields, operation: operation === 1 ? 1 : 0, nonce }
      if (SafeTx.hash(safe, tx, version, chainId) === safeTxHash) return { tx, signatures }
    }
    return null
  } catch {
    // Not a call of execTransaction.
    return null
  }
}
