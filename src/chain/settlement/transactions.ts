import * as v from 'valibot'
import { type Hash, toHex } from 'viem'
import { ask } from '#chain/rpc/ask.ts'
import { address, bytes32, hex, quantity } from '#chain/rpc/questions.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'

// Transactions, their full receipts and whole blocks, checked. Values and fees in wei.

const transaction = v.object({
  hash: bytes32,
  from: address,
  /** Null when it makes a contract. */
  to: v.nullish(address, null),
  value: quantity,
  type: v.nullish(quantity, null),
  /** Null while it is in no block. */
  blockNumber: v.nullish(quantity, null),
  blockHash: v.nullish(bytes32, null),
})

const fullReceipt = v.object({
  status: v.picklist(['0x1', '0x0']),
  transactionHash: bytes32,
  blockNumber: quantity,
  blockHash: bytes32,
  from: address,
  to: v.nullish(address, null),
  gasUsed: v.nullish(quantity, null),
  effectiveGasPrice: v.nullish(quantity, null),
  logs: v.array(v.object({ address, topics: v.array(hex), data: hex, logIndex: quantity })),
})

/** BSC's gas limit holds fewer of the smallest transactions. */
const MAX_TRANSACTIONS = 10_000

const block = v.object({
  number: quantity,
  hash: bytes32,
  transactions: v.pipe(v.array(transaction), v.maxLength(MAX_TRANSACTIONS)),
})

/** A transaction as a node knows it. */
export type Transaction = v.InferOutput<typeof transaction>
/** A receipt with the fees and places that `Receipt` leaves out. */
export type FullReceipt = v.InferOutput<typeof fullReceipt>
/** A block with its transactions. */
export type FullBlock = v.InferOutput<typeof block>

/** A transaction, mined or waiting; null when the node does not know it. @throws when the answer is of another one */
export async function getTransaction(rpc: Rpc, hash: Hash, together?: object): Promise<Transaction | null> {
  const found = await ask(rpc, v.nullable(transaction), 'eth_getTransactionByHash', [hash], together)
  if (found && found.hash !== hash.toLowerCase()) throw new Error('Another transaction')
  return found
}

/** The receipt of a transaction; null while it is in no block. @throws when the answer is of another one */
export async function getFullReceipt(rpc: Rpc, hash: Hash, together?: object): Promise<FullReceipt | null> {
  const found = await ask(rpc, v.nullable(fullReceipt), 'eth_getTransactionReceipt', [hash], together)
  if (found && found.transactionHash !== hash.toLowerCase())
    throw new Error('A receipt of another transaction')
  return found
}

/** A block with its transactions. @throws when the node has not got it, or names a transaction of another block */
export async function getFullBlock(rpc: Rpc, number: bigint): Promise<FullBlock> {
  const found = await ask(rpc, block, 'eth_getBlockByNumber', [toHex(number), true])
  const isWhole = found.transactions.every(({ blockHash }) => blockHash === null || blockHash === found.hash)
  const hashes = new Set(found.transactions.map(({ hash }) => hash))
  if (found.number !== number || !isWhole || hashes.size !== found.transactions.length)
    throw new Error(`Not the block ${number}`)
  return found
}
