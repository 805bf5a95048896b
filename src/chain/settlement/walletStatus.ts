import * as v from 'valibot'
import { type Hash, toHex } from 'viem'
import { readAllTransferLogs, type TransferLog } from '#chain/logs/logs.ts'
import { type Address, equal } from '#chain/money/Address.ts'
import { asTransfer, type Call } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import { readWithQuorum } from '#chain/rpc/quorum.ts'
import { ask, type Rpc } from '#chain/rpc/Rpc.ts'
import { getMinedCount } from '#chain/rpc/rpcMethods.ts'
import { address, bytes32, quantity } from '#chain/schemas.ts'
import { type Carrier, judgeMined } from './minedPayments.ts'
import type { PaymentStatus } from './PaymentStatus.ts'
import { getSentCall, readFinalBlock, readSettlement } from './settlement.ts'

/**
 * The status of a payment that a wallet sent as its own transaction.
 * @throws when the chain cannot be read
 */
export async function walletStatus(rpc: Rpc, payment: SentPayment): Promise<PaymentStatus> {
  const { from, call, hash, since } = payment
  const settlement = await readSettlement(rpc, hash)
  if (settlement.kind === 'missing') return readNonceUse(rpc, payment)
  // A wallet that reports an old transaction would make a new payment look paid.
  if (since !== null && settlement.receipt.blockNumber <= since)
    return { kind: 'unknown', why: 'older', hash }
  const [status] = judgeMined(from, [call], [settlement])
  return status ?? { kind: 'unknown', why: 'not-visible', hash }
}

/** Several payments requested from a wallet at once (EIP-5792). */
type SentBatch = {
  readonly from: Address
  readonly calls: readonly Call[]
  readonly since: bigint | null
}

/**
 * The wallet's report about a batch. Only a lead to its transactions.
 * @see CallsStatus of the wallet
 */
type BatchLead = {
  readonly hashes: readonly Hash[]
  /** The wallet reports that more is to come. */
  readonly isPending: boolean
  /** The wallet reports success or failure; null if it reports neither. */
  readonly claim: 'done' | 'failed' | null
}

/**
 * The statuses of the payments of a batch, in their order.
 * @throws when the chain cannot be read
 */
export async function batchStatus(
  rpc: Rpc,
  { from, calls, since }: SentBatch,
  { hashes, isPending, claim }: BatchLead,
): Promise<readonly PaymentStatus[]> {
  const [hash = null] = hashes.slice(-1)
  const all = (status: PaymentStatus) => calls.map(() => status)
  if (hash === null) {
    if (isPending) return all({ kind: 'pending', hash })
    const why =
      claim === 'done' ? 'wallet-says-done' : claim === 'failed' ? 'wallet-says-failed' : 'no-answer'
    return all({ kind: 'unknown', why, hash })
  }
  const settlements = await Promise.all(hashes.map((one) => readSettlement(rpc, one)))
  const mined = settlements.flatMap((one) => (one.kind === 'missing' ? [] : [one]))
  const young = mined.filter(({ receipt }) => since === null || receipt.blockNumber > since)
  const statuses = judgeMined(from, calls, young)
  // Missing payments may still arrive, with another transaction or with this one's block.
  const missing = hashes.filter((_, index) => settlements[index]?.kind === 'missing')
  const isOpen = isPending || missing.length > 0
  const open: PaymentStatus =
    !isPending && missing.length > 0 && (await isLost(rpc, missing, since))
      ? { kind: 'unknown', why: 'not-found', hash }
      : { kind: 'pending', hash }
  return statuses.map((status): PaymentStatus => {
    const isSeen = status.kind === 'paid' || status.kind === 'short' || status.kind === 'confirming'
    if (isOpen && !isSeen) return open
    return young.length < mined.length && status.kind === 'unknown'
      ? { kind: 'unknown', why: 'older', hash }
      : status
  })
}

/** A payment that a wallet sent as its own transaction, according to the wallet. */
export type SentPayment = {
  readonly from: Address
  readonly call: Call
  /** The hash that the wallet reported. */
  readonly hash: Hash
  /** Account nonce of that transaction; null if no node reported it while it was pending. */
  readonly nonce: bigint | null
  /** A block from before the request; null if it could not be read. The payment is in a later block. */
  readonly since: bigint | null
}

/** Logs are searched at most this far back (blocks), about six hours. */
const MOST_BLOCKS = 50_000n

/**
 * The status of a payment whose own transaction is not in a block: it is pending, or another transaction has
 * used its nonce. A wallet that speeds up a payment makes it under a new hash, and one that cancels it pays
 * nothing. The transaction that used the nonce must therefore be found, either through the token's logs or
 * through the block in which the account's count passed the nonce, as long as nodes keep that state.
 * @throws when the chain cannot be read
 */
export async function readNonceUse(rpc: Rpc, payment: SentPayment): Promise<PaymentStatus> {
  const { from, hash, nonce, since } = payment
  const pending: PaymentStatus = { kind: 'pending', hash }
  const used: PaymentStatus = { kind: 'unknown', why: 'nonce-used', hash }
  if (nonce === null)
    return (await isLost(rpc, [hash], since)) ? { kind: 'unknown', why: 'not-found', hash } : pending
  if (await isKnown(rpc, hash)) return pending
  const final = await readFinalBlock(rpc)
  const count = await readWithQuorum(rpc, async (node) => {
    if ((await readFinalBlock(node)) < final) throw new Error('The node is behind')
    return getMinedCount(node, from, final)
  })
  // A used nonce counts only when two operators agree; a single one may be wrong.
  const reported = count.kind === 'split' ? [] : [count.value]
  if (reported.every((one) => BigInt(one) <= nonce)) return count.kind === 'split' ? used : pending
  const logs = await readLogs(rpc, payment, final)
  for (const candidate of candidatesIn(payment, logs)) {
    const found = await judgeUser(rpc, payment, candidate)
    if (found) return found
  }
  const user = await findUser(rpc, from, nonce, since, final).catch(() => null)
  const found = user && (await judgeUser(rpc, payment, user))
  if (found) return found
  const isProven = count.kind === 'agreed' && logs?.isProven === true
  return isProven && isAbsent(payment.call, logs.transfers)
    ? { kind: 'not-paid', why: 'replaced', hash: null }
    : used
}

/** After this many blocks since a request, about a day, a transaction that no node knows is no longer called pending. */
const LOST_AFTER = 200_000n

/**
 * True if no node knows these transactions long after they were requested. A wallet may have sent the payment through
 * a private relay and sped it up, so it may have been paid under a hash that is not known here.
 */
async function isLost(rpc: Rpc, hashes: readonly Hash[], since: bigint | null): Promise<boolean> {
  if (since === null || (await readFinalBlock(rpc)) - since <= LOST_AFTER) return false
  const known = await Promise.all(hashes.map((hash) => isKnown(rpc, hash)))
  return !known.includes(true)
}

async function isKnown(rpc: Rpc, hash: Hash): Promise<boolean> {
  return (await getSentCall(rpc, hash)) !== null
}

type Logs = { readonly transfers: readonly TransferLog[]; readonly isProven: boolean }

/**
 * The token transfers that left the account since the request. Proven only by two operators, and only from a
 * known block on.
 */
async function readLogs(rpc: Rpc, { from, call, since }: SentPayment, final: bigint): Promise<Logs | null> {
  const token = asTransfer(call)?.token
  // If no block since the request is final, missing logs prove nothing.
  if (!token || (since !== null && (final <= since || final - since > MOST_BLOCKS))) return null
  const first = since === null ? final - MOST_BLOCKS / 10n : since + 1n
  try {
    const read = await readWithQuorum(rpc, (node) =>
      readAllTransferLogs(
        node,
        { account: from, tokens: [token], side: 'from' },
        first > 0n ? first : 0n,
        final,
      ),
    )
    const transfers = read.kind === 'split' ? read.values.flat() : read.value
    return { transfers, isProven: read.kind === 'agreed' && since !== null }
  } catch {
    return null
  }
}

function candidatesIn({ call, hash }: SentPayment, logs: Logs | null): readonly Hash[] {
  const transfer = asTransfer(call)
  const fitting = (logs?.transfers ?? []).filter(({ to }) => transfer && equal(to, transfer.to))
  return [...new Set(fitting.map(({ transactionHash }) => transactionHash))].filter(
    (one) => one !== hash.toLowerCase(),
  )
}

/**
 * True if the token's logs show no transfer to the payee since the request. Then the transaction that used the nonce
 * was not this payment. Pinned tokens only, as others may move money without a log.
 */
function isAbsent(call: Call, transfers: readonly TransferLog[]): boolean {
  const transfer = asTransfer(call)
  if (!transfer?.token || !Token.find(transfer.token)) return false
  return transfers.every(({ to }) => !equal(to, transfer.to))
}

/** Judges the payment by a transaction that may have used its nonce; null if this transaction did not use it. */
async function judgeUser(
  rpc: Rpc,
  { from, call, nonce }: SentPayment,
  hash: Hash,
): Promise<PaymentStatus | null> {
  const carrier = await readSettlement(rpc, hash)
  if (carrier.kind === 'missing') return null
  const { sent } = carrier
  // Without the transaction, this could be the replacement or an independent payment.
  if (sent === null || sent.nonce !== nonce || !equal(sent.from, from)) return null
  const [status] = judgeMined(from, [call], [carrier])
  if (status && status.kind !== 'unknown') return status
  if (carrier.kind !== 'final') return { kind: 'unknown', why: 'not-final', hash }
  return containsNone(carrier, call)
    ? { kind: 'not-paid', why: 'replaced', hash }
    : { kind: 'unknown', why: 'nonce-used', hash }
}

/**
 * True if a final transaction of the account cannot contain the payment, because it reverted or is a plain transfer
 * to another payee.
 */
function containsNone({ receipt, sent }: Carrier, call: Call): boolean {
  if (receipt.status === '0x0') return true
  const own = asTransfer(call)
  const other = sent?.to && asTransfer({ to: sent.to, value: sent.value, data: sent.input })
  if (!own || !other || !Token.find(other.token)) return false
  const isSameToken = other.token?.toLowerCase() === own.token?.toLowerCase()
  return !(isSameToken && equal(other.to, own.to))
}

const blockOfHashes = v.object({
  number: quantity,
  transactions: v.array(v.object({ hash: bytes32, from: address, nonce: quantity })),
})

/**
 * Finds the transaction that used a nonce of an account, by binary search for the block in which the
 * account's transaction count passed it. The result is a lead, to be proven by its own receipt.
 * @throws when no node keeps the states in between
 */
async function findUser(
  rpc: Rpc,
  from: Address,
  nonce: bigint,
  since: bigint | null,
  final: bigint,
): Promise<Hash | null> {
  const isUsedAt = async (block: bigint) => BigInt(await getMinedCount(rpc, from, block)) > nonce
  let early = since ?? (final > 100n ? final - 100n : 0n)
  let late = final
  if (early >= late || (await isUsedAt(early))) return null
  while (late - early > 1n) {
    const middle = (early + late) / 2n
    if (await isUsedAt(middle)) late = middle
    else early = middle
  }
  const block = await ask(rpc, blockOfHashes, 'eth_getBlockByNumber', [toHex(late), true])
  const found = block.transactions.find((one) => one.nonce === nonce && equal(one.from, from))
  return block.number === late ? (found?.hash ?? null) : null
}
