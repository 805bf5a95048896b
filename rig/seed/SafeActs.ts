import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import type { Persona } from '../../safe-app/accounts.ts'
import { join } from '../../safe-app/service/read/Signature.ts'
import type { SeededSafe } from './safes.ts'
import type { Teller } from './Teller.ts'

const execAbi = parseAbi([
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool success)',
])

/** An owner's EIP-712 signature of a Safe's transaction, made with the public test key. */
export async function sign(safe: SeededSafe, tx: SafeTx.SafeTx, { account }: Persona): Promise<Hex> {
  return account.signTypedData({
    domain: SafeTx.domain(safe.address, safe.version),
    types: SafeTx.safeTxTypes,
    primaryType: 'SafeTx',
    message: tx,
  })
}

/** Executes a Safe's transaction with the signatures of some owners. Throws if the Safe refuses. */
export async function execute(
  teller: Teller,
  safe: SeededSafe,
  tx: SafeTx.SafeTx,
  signers: readonly Persona[],
  executor: Persona,
): Promise<void> {
  const parts = await Promise.all(
    signers.map(async (signer) => ({ owner: signer.address, signature: await sign(safe, tx, signer) })),
  )
  await teller.send(executor.address, { to: safe.address, data: executionData(tx, join(parts)) })
}

/** Calldata of `execTransaction`. */
export function executionData(tx: SafeTx.SafeTx, signatures: Hex): Hex {
  const { to, value, data, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver } = tx
  return encodeFunctionData({
    abi: execAbi,
    functionName: 'execTransaction',
    args: [to, value, data, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver, signatures],
  })
}
