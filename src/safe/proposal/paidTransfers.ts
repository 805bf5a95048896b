import * as v from 'valibot'
import type { Hash, Hex } from 'viem'
import { getBlockTime } from '#chain/logs/blockTime.ts'
import { TRANSFER } from '#chain/logs/logs.ts'
import type { Address } from '#chain/money/Address.ts'
import { contentOf, readWithQuorum } from '#chain/rpc/quorum.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { getReceipt } from '#chain/rpc/rpcMethods.ts'
import { paddedAddress } from '#chain/schemas.ts'
import {
  type FullReceipt,
  getFullReceipt,
  getTransaction,
  type Transaction,
} from '#chain/settlement/minedPayments.ts'
import { readFinalBlock } from '#chain/settlement/settlement.ts'
import type { ProposalContent } from '#safe/tx/decodeProposal.ts'
import { readIsGenuineSafeOn } from '#safe/tx/knownContracts.ts'
import { executed, readExecutedContent, SAFE_RECEIVED } from './executionOf.ts'

/**
 * One transfer of a transaction, with a key to find it again: `log-<index>` for a log of a token or a Safe,
 * `value` for the BNB of the transaction itself, `row-<path>` for BNB in a Safe's own calldata.
 */
export type PaidTransfer = PaymentTransfer & {
  readonly name: string
  /**
   * The Safe whose event and calldata are the only evidence of the BNB transfer. Null if a log or the
   * transaction itself shows the transfer.
   */
  readonly bySafe: Address | null
  /** Set if `bySafe` does not run Safe's own code, or that could not be read: its word then proves nothing. */
  readonly isForeign?: true
}

/**
 * The party whose contract is the only evidence that BNB moved, when neither a token nor the transaction
 * itself shows it. Any contract can claim to be a Safe. Null means proven.
 */
export function reporterOf({ token, logIndex, bySafe }: PaidTransfer): 'payer' | 'payee' | null {
  if (bySafe !== null) return 'payer'
  return token === null && logIndex !== null ? 'payee' : null
}

type Mined = Extract<ChainPayment, { readonly transfers: unknown }>

export type PaidTransfers =
  | Exclude<ChainPayment, Mined>
  | (Omit<Mined, 'transfers'> & { readonly transfers: readonly PaidTransfer[] })

/**
 * The money that moved in a transaction. If it executed a transaction of a Safe, this includes that Safe's
 * BNB rows, which leave no log. A block is called `final` only when two endpoints, if there are two, report
 * the same.
 * @throws when the chain cannot be read or contradicts itself
 */
export async function readPaidTransfers(rpc: Rpc, hash: Hash): Promise<PaidTransfers> {
  // A node that does not know the transaction agrees with no other. It may lag, and another one may know it.
  const said = await readWithQuorum(
    rpc,
    (node) => readOnce(node, hash),
    (one) => ('transfers' in one ? contentOf(one) : null),
  )
  if (said.kind === 'agreed' || (said.kind === 'alone' && !rpc.witnesses)) return said.value
  // No two operators agree. One answer is a lead, preferably one that knows a payment, and proves nothing.
  const values = said.kind === 'split' ? said.values : [said.value]
  const lead = values.find((value) => 'transfers' in value) ?? values[0]
  if (!lead) throw new Error('No operator answered')
  return lead.kind === 'final' ? { ...lead, kind: 'mined' } : lead
}

async function readOnce(rpc: Rpc, hash: Hash): Promise<PaidTransfers> {
  const payment = await readPayment(rpc, hash)
  if (!('transfers' in payment)) return payment
  const { to, status } = payment
  const inner = status === 'success' && to !== null ? await bnbRows(rpc, to, hash) : []
  return { ...payment, transfers: [...payment.transfers.map(named), ...unlogged(inner, payment.transfers)] }
}

/**
 * A Safe paid by another Safe logs the same BNB again. Its log stays as evidence of who received the money.
 */
function unlogged(
  rows: readonly PaidTransfer[],
  transfers: readonly PaymentTransfer[],
): readonly PaidTransfer[] {
  const logs = transfers.filter(({ token, logIndex }) => token === null && logIndex !== null)
  return rows.filter(({ from, to, value }) => {
    const again = logs.findIndex((log) => log.from === from && log.to === to && log.value === value)
    if (again >= 0) logs.splice(again, 1)
    return again < 0
  })
}

function named(transfer: PaymentTransfer): PaidTransfer {
  const { logIndex } = transfer
  return { ...transfer, name: logIndex === null ? 'value' : `log-${logIndex}`, bySafe: null }
}

/** BNB sent by a Safe according to its calldata, only if the Safe's event also reports success. */
async function bnbRows(rpc: Rpc, safe: Address, hash: Hash): Promise<readonly PaidTransfer[]> {
  const content = await readExecutedContent(rpc, safe, hash)
  const rows = content && bnbOf(content)
  if (!rows || rows.length === 0) return []
  const receipt = await getReceipt(rpc, hash)
  if (receipt === null || executed(receipt, safe) !== 'success') return []
  const isGenuine = await readIsGenuineSafeOn(rpc, safe).catch(() => false)
  return rows.map(({ path, to, value }) => ({
    token: null,
    from: safe,
    to,
    value,
    logIndex: null,
    name: `row-${path}`,
    bySafe: safe,
    ...(isGenuine ? {} : { isForeign: true }),
  }))
}

function bnbOf({ rows }: ProposalContent) {
  return rows.flatMap(({ path, meaning }) =>
    meaning.kind === 'transfer' && meaning.amount.token.address === null && meaning.amount.value > 0n
      ? [{ path, to: meaning.to, value: meaning.amount.value }]
      : [],
  )
}

/**
 * Money that moved in a transaction, in base units. `token` null is BNB; `logIndex` null is the transaction's
 * own value.
 */
type PaymentTransfer = {
  readonly token: Address | null
  readonly from: Address
  readonly to: Address
  readonly value: bigint
  readonly logIndex: bigint | null
}

/** One transaction, as the chain shows it. A failed one moved nothing. */
type ChainPayment =
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
  // Before the receipt, see `readSettlement`.
  const final = await readFinalBlock(rpc).catch(() => null)
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
  const at = await getBlockTime(rpc, blockNumber).catch(() => null)
  const status = receipt.status === '0x1' ? 'success' : 'failed'
  const transfers = status === 'success' ? transfersOf(transaction, receipt) : []
  const isFinal = final !== null && blockNumber <= final
  return { kind: isFinal ? 'final' : 'mined', status, blockNumber, at, from, to, transfers }
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
