import { type Address, concat, type Hex, parseAbi } from 'viem'
import type { LocalAccount } from 'viem/accounts'
import { simulateContract, writeContract } from 'viem/actions'
import type { SafeTx } from '#safe/tx/SafeTx.ts'
import type { Network } from '../../chain/Network.ts'
import * as Rpc from './Rpc.ts'

const abi = parseAbi([
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool success)',
])

export type Confirmation = { readonly owner: Address; readonly signature: Hex }

/** Signatures in the order that the contract requires: ascending by owner. */
export function packSignatures(confirmations: readonly Confirmation[]): Hex {
  const sorted = [...confirmations].sort((a, b) => (BigInt(a.owner) < BigInt(b.owner) ? -1 : 1))
  return concat(sorted.map((confirmation) => confirmation.signature))
}

/**
 * Simulates `execTransaction`, sends it from `account` and waits for it. Returns the transaction's hash;
 * throws if the simulation or the transaction reverts.
 */
export async function executeSafeTx(
  { network, rpcUrl }: { readonly network: Network; readonly rpcUrl: string },
  account: LocalAccount,
  safe: Address,
  tx: SafeTx,
  confirmations: readonly Confirmation[],
): Promise<Hex> {
  const client = Rpc.client(network, rpcUrl, account)
  const { request } = await simulateContract(client, {
    account,
    address: safe,
    abi,
    functionName: 'execTransaction',
    args: [
      tx.to,
      tx.value,
      tx.data,
      tx.operation,
      tx.safeTxGas,
      tx.baseGas,
      tx.gasPrice,
      tx.gasToken,
      tx.refundReceiver,
      packSignatures(confirmations),
    ],
  })
  const hash = await writeContract(client, request)
  if ((await statusOf(rpcUrl, hash)) !== '0x1') throw new Error('The transaction reverted.')
  return hash
}

const [POLL_MS, TIMEOUT_MS] = [100, 20_000]

/** The status in a transaction's receipt, once there is one. Throws after 20 s. */
async function statusOf(rpcUrl: string, hash: Hex): Promise<string> {
  const end = Date.now() + TIMEOUT_MS
  for (;;) {
    const receipt = await Rpc.request(rpcUrl, 'eth_getTransactionReceipt', [hash])
    if (receipt !== null) return (receipt as { status: string }).status
    if (Date.now() > end) throw new Error(`The transaction ${hash} is in no block after 20 seconds.`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
