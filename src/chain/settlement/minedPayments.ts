import * as v from 'valibot'
import { type Hash, numberToHex, toHex } from 'viem'
import { traceTransfers } from '#chain/logs/logs.ts'
import { type Address, equal } from '#chain/money/Address.ts'
import { asTransfer, type Call, sameList } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import { ask, type Rpc } from '#chain/rpc/Rpc.ts'
import { address, bytes32, hex, quantity } from '#chain/schemas.ts'
import type { PaymentStatus } from './PaymentStatus.ts'
import type { Settlement } from './settlement.ts'

// Transactions, full receipts and whole blocks, validated. Values and fees in wei.

const transaction = v.object({
  hash: bytes32,
  from: address,
  /** Null for a contract creation. */
  to: v.nullish(address, null),
  value: quantity,
  type: v.nullish(quantity, null),
  /** Null while it is not in a block. */
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

/** More than fit into a block: BSC's gas limit allows fewer, even of the smallest transactions. */
const MAX_TRANSACTIONS = 10_000

const block = v.object({
  number: quantity,
  hash: bytes32,
  transactions: v.pipe(v.array(transaction), v.maxLength(MAX_TRANSACTIONS)),
})

/** A transaction as reported by a node. */
export type Transaction = v.InferOutput<typeof transaction>
/** A receipt with the fees and positions that `Receipt` omits. */
export type FullReceipt = v.InferOutput<typeof fullReceipt>
/** A block with its transactions. */
type FullBlock = v.InferOutput<typeof block>

/**
 * A transaction, mined or pending; null if the node does not know it.
 * @throws when the answer is about another transaction
 */
export async function getTransaction(rpc: Rpc, hash: Hash, together?: object): Promise<Transaction | null> {
  const found = await ask(rpc, v.nullable(transaction), 'eth_getTransactionByHash', [hash], together)
  if (found && found.hash !== hash.toLowerCase()) throw new Error('Another transaction')
  return found
}

/**
 * The receipt of a transaction; null while it is not in a block.
 * @throws when the answer is about another transaction
 */
export async function getFullReceipt(rpc: Rpc, hash: Hash, together?: object): Promise<FullReceipt | null> {
  const found = await ask(rpc, v.nullable(fullReceipt), 'eth_getTransactionReceipt', [hash], together)
  if (found && found.transactionHash !== hash.toLowerCase())
    throw new Error('A receipt of another transaction')
  return found
}

/**
 * A block with its transactions.
 * @throws when the node does not have it, or lists a transaction of another block
 */
export async function getFullBlock(rpc: Rpc, number: bigint): Promise<FullBlock> {
  const found = await ask(rpc, block, 'eth_getBlockByNumber', [toHex(number), true])
  const isWhole = found.transactions.every(({ blockHash }) => blockHash === null || blockHash === found.hash)
  const hashes = new Set(found.transactions.map(({ hash }) => hash))
  if (found.number !== number || !isWhole || hashes.size !== found.transactions.length)
    throw new Error(`Not the block ${number}`)
  return found
}

/** A mined transaction that is claimed to have made payments. */
export type Carrier = Exclude<Settlement, { kind: 'missing' }>

/**
 * The status of an account's payments, judged by the transactions reported to contain them (`docs/money.md`
 * 2). A token transfer is proven by the token's own log. BNB leaves no log, so it counts only as a plain
 * transaction of the account. Proof that less or nothing was paid also requires that the transaction visibly
 * requested the payment: a wallet may report one that paid the same payee something else.
 */
export function judgeMined(
  account: Address,
  calls: readonly Call[],
  carriers: readonly Carrier[],
): readonly PaymentStatus[] {
  const succeeded = carriers.filter(({ receipt }) => receipt.status === '0x1')
  const traces = traceTransfers(
    account,
    calls,
    succeeded.flatMap(({ receipt }) => receipt.logs),
  )
  const plain = succeeded.filter(({ sent }) => sent && equal(sent.from, account) && sent.input === '0x')
  return calls.map((call, index): PaymentStatus => {
    const trace = traces[index]
    if (trace?.kind === 'exact' || trace?.kind === 'less') {
      const own = succeeded.filter(({ receipt }) => receipt.logs.includes(trace.log))
      const hash = own[0]?.receipt.transactionHash ?? null
      if (hash === null) throw new Error('A log without its transaction')
      if (trace.kind === 'exact') return settled(own, { kind: 'paid', hash })
      const isAsked = own.some((one) => timesAsked(one, account, call) > 0)
      if (isAsked) return settled(own, { kind: 'short', hash, received: trace.received })
    }
    if (call.data === '0x') {
      const at = plain.findIndex(
        ({ sent }) => sent?.to && equal(sent.to, call.to) && sent.value === call.value,
      )
      const [own] = at < 0 ? [] : plain.splice(at, 1)
      if (own) return settled([own], { kind: 'paid', hash: own.receipt.transactionHash })
    }
    return unseen(account, calls, call, carriers, trace?.kind === 'none')
  })
}

/** The status of a payment that no transaction shows: not paid, or unknown. */
function unseen(
  account: Address,
  calls: readonly Call[],
  call: Call,
  carriers: readonly Carrier[],
  isNone: boolean,
): PaymentStatus {
  const asked = carriers.filter((one) => timesAsked(one, account, call) > 0)
  const [last] = asked.slice(-1)
  const hash = (last ?? carriers.at(-1))?.receipt.transactionHash ?? null
  const unknown: PaymentStatus = { kind: 'unknown', why: 'not-visible', hash }
  const isDirect = (carrier: Carrier) =>
    calls.some(
      (one) => carrier.sent?.to && equal(carrier.sent.to, one.to) && timesAsked(carrier, account, one) > 0,
    )
  // A wallet may have reported a different transaction than the requested one. What the account has signed for a relayer
  // or for another contract can be sent again after a failure.
  const isOwn = carriers.every(
    (one) => isDirect(one) || (one.sent?.to && equal(one.sent.from, account) && equal(one.sent.to, account)),
  )
  // A transaction that the wallet has not named may have made the payments that these do not contain.
  const times = asked.reduce((sum, one) => sum + timesAsked(one, account, call, calls), 0)
  const isWhole = times >= calls.filter((one) => sameList([one], [call])).length
  if (hash === null || !isOwn || !isWhole) return unknown
  // Beside a failure, the wallet may have reported the transaction with which it tried again.
  const isRetried = carriers.some((one) => !asked.includes(one) && !isDirect(one))
  if (!isRetried && asked.every(({ receipt }) => receipt.status === '0x0')) {
    return settled(asked, { kind: 'not-paid', why: 'failed', hash })
  }
  const token = asTransfer(call)?.token ?? null
  // A token that is not pinned may move money without a log.
  if (!isNone || token === null || !Token.find(token)) return unknown
  return settled(carriers, { kind: 'not-paid', why: 'left-out', hash })
}

/**
 * How often the transaction requests the call: once as a whole, or as often as the account's calldata contains it.
 * @param beside all requested calls: a payment of another token with the same calldata is not this one
 */
function timesAsked(
  { sent }: Carrier,
  account: Address,
  { to, value, data }: Call,
  beside: readonly Call[] = [],
): number {
  if (sent === null) return 0
  const isOwn = equal(sent.from, account)
  if (isOwn && sent.to && equal(sent.to, to)) {
    return sent.value === value && sent.input === data.toLowerCase() ? 1 : 0
  }
  if (!isOwn && !(sent.to && equal(sent.to, account))) return 0
  const count = (bytes: string) => sent.input.split(bytes.slice(2).toLowerCase()).length - 1
  // The payee and amount are adjacent in every batch format.
  if (data === '0x') return count(`${to}${numberToHex(value, { size: 32 }).slice(2)}`)
  const others = beside.filter((one) => one.data === data && !equal(one.to, to))
  return count(to) === 0 ? 0 : count(data) - others.length
}

/** The proof itself if all transactions that it relies on are final; otherwise the missing part. */
function settled(
  carriers: readonly Carrier[],
  proof: Extract<PaymentStatus, { kind: 'paid' | 'short' | 'not-paid' }>,
): PaymentStatus {
  const open = carriers.find(({ kind }) => kind === 'mined')
  if (open?.kind !== 'mined') return proof
  const hash = proof.hash ?? open.receipt.transactionHash
  if (proof.kind === 'paid') return { kind: 'confirming', hash, lacks: open.lacks }
  return { kind: 'unknown', why: 'not-final', hash }
}
