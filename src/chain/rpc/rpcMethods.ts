import * as v from 'valibot'
import type { Hash, Hex } from 'viem'
import type { Address } from '#chain/money/Address.ts'
import { bytes32, hex, quantity } from '#chain/schemas.ts'
import type { Rpc } from './Rpc.ts'
import { ask } from './Rpc.ts'

// The portal's JSON-RPC calls, each with a check of its answer. All throw when the answer has the wrong type.

const receipt = v.object({
  status: v.picklist(['0x1', '0x0']),
  blockNumber: quantity,
  transactionHash: bytes32,
  logs: v.array(v.object({ address: hex, topics: v.array(hex), data: hex })),
})

/**
 * The fields of a transaction receipt that the portal uses; hex in lower case. `status` 0x1 succeeded, 0x0
 * reverted.
 */
export type Receipt = v.InferOutput<typeof receipt>

/** BNB of an address after a block, in wei. */
export async function getBalance(
  rpc: Rpc,
  address: Address,
  block: Hex | 'latest' = 'latest',
): Promise<bigint> {
  return ask(rpc, quantity, 'eth_getBalance', [address, block])
}

/** Gas price, in wei. */
export async function getGasPrice(rpc: Rpc): Promise<bigint> {
  return ask(rpc, quantity, 'eth_gasPrice')
}

/** The code at an address; null if there is none. */
export async function getCode(rpc: Rpc, address: Address): Promise<Hex | null> {
  const code = await ask(rpc, hex, 'eth_getCode', [address, 'latest'])
  return code === '0x' ? null : code
}

/** The receipt of a transaction; null while it is not in a block. */
export async function getReceipt(rpc: Rpc, hash: Hash): Promise<Receipt | null> {
  const found = await ask(rpc, v.nullable(receipt), 'eth_getTransactionReceipt', [hash])
  if (found && found.transactionHash !== hash.toLowerCase())
    throw new Error('A receipt of another transaction')
  return found
}

const feeReceipt = v.object({
  transactionHash: bytes32,
  from: hex,
  gasUsed: quantity,
  effectiveGasPrice: quantity,
})

/** The payer of a mined transaction, in lower case, and its fee in wei; null while it is not in a block. */
export async function getFee(
  rpc: Rpc,
  hash: Hash,
): Promise<{ readonly payer: Hex; readonly value: bigint } | null> {
  const found = await ask(rpc, v.nullable(feeReceipt), 'eth_getTransactionReceipt', [hash])
  if (found && found.transactionHash !== hash.toLowerCase())
    throw new Error('A receipt of another transaction')
  return found && { payer: found.from, value: found.gasUsed * found.effectiveGasPrice }
}

/** The account nonce of a transaction, mined or pending; null if the node does not know it. */
export async function getNonceOf(rpc: Rpc, hash: Hash): Promise<number | null> {
  const found = await ask(rpc, v.nullable(v.object({ nonce: quantity })), 'eth_getTransactionByHash', [hash])
  return found && Number(found.nonce)
}

/** The number of mined transactions of an address, up to `block` if given. This is the next free nonce. */
export async function getMinedCount(rpc: Rpc, address: Address, block?: bigint): Promise<number> {
  const at = block === undefined ? 'latest' : `0x${block.toString(16)}`
  return Number(await ask(rpc, quantity, 'eth_getTransactionCount', [address, at]))
}

/** Number of the latest block, or of the latest final one. */
export async function getBlockNumber(rpc: Rpc, tag: 'latest' | 'finalized'): Promise<bigint> {
  return (await ask(rpc, v.object({ number: quantity }), 'eth_getBlockByNumber', [tag, false])).number
}

/** Number of the newest block that the node has, cheaper than the block. See `Rpc` for `together`. */
export async function getHead(rpc: Rpc, together?: object): Promise<bigint> {
  return ask(rpc, quantity, 'eth_blockNumber', [], together)
}
