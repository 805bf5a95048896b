import type { Hash } from 'viem'
import { type Address, equal } from '#chain/money/Address.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import type { AccountState } from '#chain/settlement/accountState.ts'
import {
  type FullReceipt,
  getFullBlock,
  getFullReceipt,
  type Transaction,
} from '#chain/settlement/minedPayments.ts'

/**
 * BNB that came to an account, in wei. Sent to it by a transaction, or (`from` and `transactionHash` null) passed on
 * inside a contract call of the block: then the amount is all that came so, and nobody but a tracer knows the sender.
 */
export type BnbArrival = {
  readonly blockNumber: bigint
  readonly value: bigint
  readonly from: Address | null
  readonly transactionHash: Hash | null
}

/** What came in one block; `isExplained` is false when more may have come, or it cannot be told what. */
export type BnbBlock = { readonly arrivals: readonly BnbArrival[]; readonly isExplained: boolean }

/** With more transactions of one account in a block, somebody wants to keep us busy. */
const MAX_RECEIPTS = 200
/** Endpoints limit how many questions travel together. */
const RECEIPTS_AT_ONCE = 20
/** Transactions that pay for blobs as well (EIP-4844), which the sum here does not follow. */
const BLOB_TYPE = 3n

/**
 * Tells the BNB that came to an account without code in one block, from its state `before` and `after` it: the
 * transactions to it are read, what it sent itself is added, and what is left came inside a contract call.
 * @throws when the block or a receipt cannot be read, or is of another block
 */
export async function readBnbBlock(
  rpc: Rpc,
  account: Address,
  before: AccountState,
  after: AccountState,
): Promise<BnbBlock> {
  const block = await getFullBlock(rpc, after.block)
  const isOwn = ({ from }: Transaction) => equal(from, account)
  const isTo = ({ to, value }: Transaction) => to !== null && equal(to, account) && value > 0n
  const relevant = block.transactions.filter((transaction) => isOwn(transaction) || isTo(transaction))
  if (relevant.length > MAX_RECEIPTS) return { arrivals: [], isExplained: false }

  const receipts = await readReceipts(rpc, relevant, block.hash)
  const succeeded = (transaction: Transaction) => receipts.get(transaction.hash)?.status === '0x1'
  const direct = relevant.filter((transaction) => isTo(transaction) && succeeded(transaction))
  const arrivals: BnbArrival[] = direct.map(({ hash, from, value }) => {
    return { blockNumber: after.block, value, from, transactionHash: hash }
  })

  const own = relevant.filter(isOwn)
  const spent = own.map((transaction) => spentBy(transaction, receipts.get(transaction.hash)))
  // Somebody else may have used up a number of the account with its leave (EIP-7702), and then anything may be.
  const isWhole = !spent.includes(null) && after.nonce - before.nonce === BigInt(own.length)
  const received = sum(direct.map(({ value }) => value))
  const rest = after.balance - before.balance - received + sum(spent.map((value) => value ?? 0n))
  if (!isWhole || rest < 0n) return { arrivals, isExplained: false }
  if (rest > 0n) arrivals.push({ blockNumber: after.block, value: rest, from: null, transactionHash: null })
  return { arrivals, isExplained: true }
}

async function readReceipts(
  rpc: Rpc,
  transactions: readonly Transaction[],
  blockHash: Hash,
): Promise<ReadonlyMap<Hash, FullReceipt>> {
  const receipts = new Map<Hash, FullReceipt>()
  for (let at = 0; at < transactions.length; at += RECEIPTS_AT_ONCE) {
    const slice = transactions.slice(at, at + RECEIPTS_AT_ONCE)
    for (const receipt of await Promise.all(slice.map(({ hash }) => getFullReceipt(rpc, hash)))) {
      if (receipt?.blockHash !== blockHash) throw new Error('A transaction of another block')
      receipts.set(receipt.transactionHash, receipt)
    }
  }
  return receipts
}

/** What the account paid for its own transaction; null when that cannot be told. A failed one costs its fee only. */
function spentBy({ value, type }: Transaction, receipt: FullReceipt | undefined): bigint | null {
  if (!receipt || receipt.gasUsed === null || receipt.effectiveGasPrice === null || type === BLOB_TYPE)
    return null
  return receipt.gasUsed * receipt.effectiveGasPrice + (receipt.status === '0x1' ? value : 0n)
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n)
}
