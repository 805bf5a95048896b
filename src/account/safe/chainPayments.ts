import { type Hash, zeroAddress } from 'viem'
import type { Gap, RecentPayment, Since } from '#account/Activity.ts'
import { getBlockTime } from '#chain/logs/blockTime.ts'
import type { TransferLog } from '#chain/logs/logs.ts'
import {
  type CoveredLogs,
  type LogMemory,
  readCoveredLogs,
  readSentTransfers,
  type SentTransfers,
} from '#chain/logs/sentTransfers.ts'
import type { Address } from '#chain/money/Address.ts'
import {
  asTransfer,
  type Call,
  fromTransfer,
  type Transfer,
  transfersOf,
  withoutTransfers,
} from '#chain/money/Call.ts'
import { readWithQuorum } from '#chain/rpc/quorum.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { readSettlement } from '#chain/settlement/settlement.ts'
import { executedIn, executedTx } from '#safe/proposal/executionOf.ts'
import { moduleActions, readSafeEvents, type SafeEvent } from '#safe/proposal/safeEvents.ts'
import { decodeProposal } from '#safe/tx/decodeProposal.ts'
import type * as SafeTx from '#safe/tx/SafeTx.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import { plainCalls } from '#safe/tx/signedFields.ts'

/** The lists from the services of a Safe, by safeTxHash. */
type ListedContents = {
  readonly payments: ReadonlyMap<string, RecentPayment>
  readonly contents: ReadonlyMap<string, Content>
}

/** The payments of a Safe, with those that only the chain shows. */
type ChainPayments = {
  readonly payments: readonly RecentPayment[]
  readonly gaps: readonly Gap[]
  /** How many executions that no service lists could not be decoded. */
  readonly opaque: number
}

type Parts = { readonly address: Address; readonly rpc: Rpc; readonly scanRpc?: Rpc }

/** The logs of one transaction. */
type TransactionLogs = {
  readonly hash: Hash
  readonly block: bigint
  readonly events: readonly SafeEvent[]
  readonly transfers: readonly TransferLog[]
  /** How many operators reported its logs. */
  readonly operators: number
}

const memory: LogMemory<SafeEvent> = new WeakMap()

/** How many transactions that no service lists are read; executions in the others are counted as unreadable. */
const MOST_READ = 40
/** How many of the newest payments by modules get the time of their block. */
const MOST_DATED = 20

/** The logs of a Safe from two operators, see `readSafeLogs`. */
type SafeLogs = {
  readonly sent: SentTransfers
  readonly events: CoveredLogs<SafeEvent>
}

/**
 * Reads the transfers and events of a Safe, as far back as two operators serve them and `since` requires.
 * @param final the latest final block
 */
export async function readSafeLogs(
  { address: safe, rpc, scanRpc = rpc }: Parts,
  since: Since,
  final: bigint,
): Promise<SafeLogs> {
  const [sent, events] = await Promise.all([
    readSentTransfers(scanRpc, safe, since.tokens, since, final),
    readCoveredLogs(scanRpc, memory, { name: safe, read: readSafeEvents(safe) }, since, final),
  ])
  return { sent, events }
}

/**
 * Adds the payments of a Safe that only the chain shows (`docs/money.md` 8.4): executions that no service lists, and
 * payments by its modules.
 */
export async function chainPayments(
  { address: safe, rpc }: Parts,
  listed: ListedContents,
  { sent, events }: SafeLogs,
): Promise<ChainPayments> {
  const payments = new Map(listed.payments)
  let [opaque, reads] = [0, 0]
  for (const one of byTransaction(sent.logs, events.logs)) {
    const logged = executedBy(one.events)
    // Without events, the receipt may still show what the Safe executed.
    const isRead = one.events.length > 0 && logged.every((hash) => listed.contents.has(hash))
    const read = isRead || reads === MOST_READ ? null : await readMined(rpc, safe, one.hash)
    if (!isRead && read) reads++
    const executed = [...new Set([...logged, ...(read?.executed ?? [])])]
    const paid: Transfer[] = []
    for (const safeTxHash of executed) {
      const content = listed.contents.get(safeTxHash) ?? read?.content ?? null
      // Opaque transactions in a list were already counted with that list.
      if (content === null || (content.isOpaque && !listed.contents.has(safeTxHash))) opaque++
      if (content === null || content.calls.length === 0) continue
      paid.push(...transfersOf(content.calls))
      const before = payments.get(safeTxHash)
      if (before?.reported === 'sent') continue
      payments.set(safeTxHash, ofExecution(safe, safeTxHash, content.calls, one, before))
    }
    const made = moduleActions(one.events)
    const byModules = made.calls.map((call) => toContent(safe, { ...noGas, ...call, nonce: 0n }))
    opaque += made.unknown + byModules.filter(({ isOpaque }) => isOpaque).length
    const moved = [...byModules.flatMap(({ calls }) => transfersOf(calls)), ...made.transfers]
    const rest = withoutTransfers(
      one.transfers.map(({ token, to, value }) => ({ token, to, value })),
      [...paid, ...moved],
    )
    const transfers = [...moved, ...rest].filter(({ value }) => value > 0n)
    if (transfers.length === 0) continue
    const [only, ...more] = executed
    // Its calls could not be decoded, but nothing else in this transaction can have moved the tokens.
    const isOfProposal = only && more.length === 0 && !payments.has(only) && !hasModules(one.events)
    if (isOfProposal) payments.set(only, ofExecution(safe, only, transfers.map(fromTransfer), one, undefined))
    else payments.set(one.hash, ofTransaction(one, transfers))
  }
  return {
    payments: await withTimes(rpc, [...payments.values()]),
    gaps: [
      ...sent.unsearched.map((one) => ({ kind: 'logs', ...one }) as const),
      ...events.uncovered.map((one) => ({ kind: 'logs', tokens: [], ...one }) as const),
    ],
    opaque,
  }
}

const noGas = { safeTxGas: 0n, baseGas: 0n, gasPrice: 0n, gasToken: zeroAddress, refundReceiver: zeroAddress }

/** Newest first; the events of each transaction in their order. */
function byTransaction(
  transfers: readonly { readonly log: TransferLog; readonly operators: number }[],
  events: readonly { readonly log: SafeEvent; readonly operators: number }[],
): readonly TransactionLogs[] {
  const found = new Map<
    Hash,
    { transfers: TransferLog[]; events: SafeEvent[]; operators: number; block: bigint }
  >()
  const at = ({ transactionHash, blockNumber: block }: SafeEvent | TransferLog, operators: number) => {
    const own = found.get(transactionHash) ?? { transfers: [], events: [], operators, block }
    own.operators = Math.min(own.operators, operators)
    found.set(transactionHash, own)
    return own
  }
  for (const { log, operators } of transfers) at(log, operators).transfers.push(log)
  for (const { log, operators } of events) at(log, operators).events.unshift(log)
  return [...found].map(([hash, one]) => ({ hash, ...one }))
}

function executedBy(events: readonly SafeEvent[]): readonly SafeTxHash[] {
  return events.flatMap((event) => (event.kind === 'execution' ? [event.safeTxHash] : []))
}

function hasModules(events: readonly SafeEvent[]): boolean {
  return events.some(({ kind }) => kind !== 'execution')
}

/**
 * Reads which proposals of the Safe a transaction executed, and their content, from its receipt and calldata, as far
 * as nodes serve them.
 */
async function readMined(
  rpc: Rpc,
  safe: Address,
  hash: Hash,
): Promise<{ readonly executed: readonly SafeTxHash[]; readonly content: Content | null }> {
  const settlement = await readSettlement(rpc, hash).catch(() => null)
  if (settlement === null || settlement.kind === 'missing') return { executed: [], content: null }
  const executed = executedIn(settlement.receipt, safe)
  // The calldata does not include the nonce, and the content does not depend on it. With several executions in one
  // transaction, the calldata shows none of them.
  const tx = executed.length === 1 && settlement.sent ? executedTx(settlement.sent, safe, 0n) : null
  return { executed, content: tx && toContent(safe, tx) }
}

function ofExecution(
  safe: Address,
  safeTxHash: SafeTxHash,
  calls: readonly Call[],
  { block, operators }: TransactionLogs,
  before: RecentPayment | undefined,
): RecentPayment {
  const found = { reported: 'logged', block, operators } as const
  if (before) return { ...before, ...found }
  return {
    id: safeTxHash,
    submission: { kind: 'proposed', safe, calls, safeTxHash, inLargerBatch: true },
    transfers: transfersOf(calls),
    at: null,
    // It may have been proposed long before.
    listedAt: null,
    ...found,
  }
}

/** Transfers out of the Safe that no proposal of its owners made. */
function ofTransaction(
  { hash, block, operators }: TransactionLogs,
  transfers: readonly Transfer[],
): RecentPayment {
  return { id: hash, submission: null, reported: 'logged', transfers, at: null, hash, block, operators }
}

/** Adds the time of the block to the payments, if two operators report it. */
async function withTimes(rpc: Rpc, payments: readonly RecentPayment[]): Promise<readonly RecentPayment[]> {
  const undated = payments.filter(({ submission, hash }) => submission === null && hash !== undefined)
  const times = new Map<bigint, number | null>()
  const blocks = [...new Set(undated.slice(0, MOST_DATED).flatMap(({ block }) => block ?? []))]
  await Promise.all(
    blocks.map(async (block) => {
      const time = await readWithQuorum(rpc, (node) => getBlockTime(node, block), String).catch(() => null)
      times.set(block, time?.kind === 'agreed' ? time.value : null)
    }),
  )
  return payments.map((payment) =>
    undated.includes(payment) ? { ...payment, at: times.get(payment.block ?? -1n) ?? null } : payment,
  )
}

/** The transfers of a Safe transaction, decoded here. */
export type Content = {
  readonly calls: readonly Call[]
  /** From the signed fields. */
  readonly nonce: bigint
  /** It contains nothing else. */
  readonly isWhole: boolean
  /** Parts of it cannot be decoded, so it may pay any account. */
  readonly isOpaque: boolean
  /** When a source first listed it (ms); null if unknown. */
  readonly listedAt: number | null
}

/** Decodes the transfers of a Safe transaction. */
export function toContent(safe: Address, tx: SafeTx.SafeTx): Content {
  const { rows } = decodeProposal(safe, tx)
  const plain = plainCalls(tx)
  return {
    calls: rows
      .filter(({ meaning }) => meaning.kind === 'transfer')
      .map(({ to, value, data }) => ({ to, value, data })),
    nonce: tx.nonce,
    isWhole: plain?.every((call) => asTransfer(call) !== null) ?? false,
    isOpaque: rows.some(({ meaning }) => meaning.kind === 'unknown' || meaning.kind === 'delegatecall'),
    listedAt: null,
  }
}
