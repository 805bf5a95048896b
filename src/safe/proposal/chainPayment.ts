import * as v from 'valibot'
import type { Hash, Hex } from 'viem'
import { getBlockTime } from '#chain/logs/blockTime.ts'
import { TRANSFER } from '#chain/logs/transferLogs.ts'
import type { Address } from '#chain/money/Address.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { paddedAddress } from '#chain/schemas.ts'
import {
  type FullReceipt,
  getFullReceipt,
  getTransaction,
  type Transaction,
} from '#chain/settlement/minedPayments.ts'
import { readFinalBlock } from '#chain/settlement/settlement.ts'
import { SAFE_RECEIVED } from './executionOf.ts'

/**
 * Money that moved in a transaction, in base units. `token` null is BNB; `logIndex` null is the transaction's
 * own value.
 */
export type PaymentTransfer = {
  readonly token: Address | null
  readonly from: Address
  readonly to: Address
  readonly value: bigint
  readonly logIndex: bigint | null
}

/** One transaction, as the chain shows it. A failed one moved nothing. */
export type ChainPayment =
  | { readonly kind: 'unknown-hash' }
  /** Known, but not in a block yet. */
  | { readonly kind: 'pending'; readonly from: Address; readonly to: Address | null }
  | {
      /** `final` cannot be undone. */
      readonly kind: 'mined' | 'final'
      readonly status: 'success' | 'failed'
      readonly blockNumber: bigint
      /** The time of its block, in ms; null if it could not be read. */
      readonly at: number | null
      readonly from: Address
      readonly to: Address | null
      readonly transfers: readonly PaymentTransfer[]
    }

/**
 * Reads a payment by its transaction hash. Tokens are all contracts that logged a `Transfer`, pinned or not.
 * Any contract can log one, of any amount, so only those of a known token are money. BNB passed on by a
 * contract inside the transaction leaves no trace in a receipt, unless a Safe received it; that log is only
 * as trustworthy as the Safe. `unknown-hash` is the answer of one node.
 * @throws when the chain cannot be read or contradicts itself
 */
export async function readPayment(rpc: Rpc, hash: Hash): Promise<ChainPayment> {
  const together = {}
  const [transaction, receipt] = await Promise.all([
    getTransaction(rpc, hash, together),
    getFullReceipt(rpc, hash, together),
  ])
  if (transaction === null && receipt === null) return { kind: 'unknown-hash' }
  if (transaction === null) throw new Error('A receipt without its transaction')
  const { from, to } = transaction
  if (receipt === null) return { kind: 'pending', from, to }
  if (!isOf(receipt, transaction)) throw new Error('The receipt and the transaction contradict each other')
  const { blockNumber } = receipt
  const [final, at] = await Promise.all([
    readFinalBlock(rpc),
    getBlockTime(rpc, blockNumber).catch(() => null),
  ])
  const status = receipt.status === '0x1' ? 'success' : 'failed'
  const transfers = status === 'success' ? transfersOf(transaction, receipt) : []
  return { kind: blockNumber <= final ? 'final' : 'mined', status, blockNumber, at, from, to, transfers }
}

function isOf(receipt: FullReceipt, { from, to, blockNumber, blockHash }: Transaction): boolean {
  // The transaction may have been mined between the two answers.
  const isSameBlock =
    (blockNumber === null || blockNumber === receipt.blockNumber) &&
    (blockHash === null || blockHash === receipt.blockHash)
  return isSameBlock && from === receipt.from && to === receipt.to
}

function transfersOf({ from, to, value }: Transaction, { logs }: FullReceipt): readonly PaymentTransfer[] {
  const direct = value > 0n && to !== null ? [{ token: null, from, to, value, logIndex: null }] : []
  const logged = logs.flatMap((log) => readTransfer(log) ?? [])
  // A Safe that is paid directly logs the same BNB again.
  const again = logged.findIndex(
    (transfer) =>
      transfer.token === null &&
      direct.some(
        (paid) => paid.from === transfer.from && paid.to === transfer.to && paid.value === transfer.value,
      ),
  )
  return [...direct, ...logged.filter((_, index) => index !== again)]
}

/** The transfer in a log; null for an NFT, another event, or a malformed log. */
function readTransfer({
  address: by,
  topics,
  data,
  logIndex,
}: FullReceipt['logs'][number]): PaymentTransfer | null {
  const [event, first, second] = topics
  if (data.length !== 66) return null
  const value = BigInt(data)
  const from = addressIn(first)
  if (event === SAFE_RECEIVED && topics.length === 2 && from)
    return { token: null, from, to: by, value, logIndex }
  const to = addressIn(second)
  if (event !== TRANSFER || topics.length !== 3 || !from || !to) return null
  return { token: by, from, to, value, logIndex }
}

/** The address in a topic; null if its first 12 bytes are not zero. */
function addressIn(topic: Hex | undefined): Address | null {
  const read = v.safeParse(paddedAddress, topic)
  return read.success ? read.output : null
}
