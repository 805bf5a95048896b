import type { Hash } from 'viem'
import { type Address, equal } from '#chain/money/Address.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import {
  type FullReceipt,
  getFullBlock,
  getFullReceipt,
  type Transaction,
} from '#chain/settlement/minedPayments.ts'
import type { AccountState } from '#chain/settlement/settlement.ts'

/**
 * BNB received by an account, in wei. It was sent by a transaction, or, if `from` and `transactionHash` are
 * null, by contract calls in the block. In that case the amount is the total of those calls, and only a trace
 * would show the sender.
 */
export type BnbArrival = {
  readonly blockNumber: bigint
  readonly value: bigint
  readonly from: Address | null
  readonly transactionHash: Hash | null
}

/**
 * The BNB received in one block. `isExplained` is false if there may be more, or its origin cannot be
 * determined.
 */
type BnbBlock = { readonly arrivals: readonly BnbArrival[]; readonly isExplained: boolean }

/** More transactions of one account in a block than this are a denial-of-service attempt. */
const MAX_RECEIPTS = 200
/** Endpoints limit the number of calls per batch. */
const RECEIPTS_AT_ONCE = 20
/** Transactions that also pay for blobs (EIP-4844), which this calculation does not cover. */
const BLOB_TYPE = 3n

/**
 * Finds the BNB that an account with a key received in one block, from its state `before` and `after` the block.
 * Reads the transactions to the account and adds back the amounts that it sent itself. The remainder came from
 * contract calls. While the account is delegated the remainder is no amount, because BNB also leaves by such calls.
 * @throws when the block or a receipt cannot be read, or belongs to another block
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
  // Somebody else may have used a nonce of the account with its authorization (EIP-7702); then nothing is certain.
  const isWhole = !spent.includes(null) && after.nonce - before.nonce === BigInt(own.length)
  const received = sum(direct.map(({ value }) => value))
  const rest = after.balance - before.balance - received + sum(spent.map((value) => value ?? 0n))
  const isDelegated = before.code === 'delegated' || after.code === 'delegated'
  if (!isWhole || rest < 0n || (isDelegated && rest > 0n)) return { arrivals, isExplained: false }
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

/**
 * The BNB that the account spent on its own transaction; null if that is unknown. A failed one costs only its fee.
 */
function spentBy({ value, type }: Transaction, receipt: FullReceipt | undefined): bigint | null {
  if (!receipt || receipt.gasUsed === null || receipt.effectiveGasPrice === null || type === BLOB_TYPE)
    return null
  return receipt.gasUsed * receipt.effectiveGasPrice + (receipt.status === '0x1' ? value : 0n)
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n)
}
