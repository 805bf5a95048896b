import * as v from 'valibot'
import { type Hash, type Hex, pad, toHex } from 'viem'
import type { Address } from '#chain/money/Address.ts'
import { asTransfer, type Call } from '#chain/money/Call.ts'
import { ask, type Rpc } from '#chain/rpc/Rpc.ts'
import { getHead, type Receipt } from '#chain/rpc/rpcMethods.ts'
import { address, bytes32, hex, numberWord, paddedAddress, quantity } from '#chain/schemas.ts'

/**
 * The step size of a scan: halved when nodes refuse, doubled when they keep answering. `window` in blocks.
 */
export type Pace = {
  readonly window: bigint
  /** Consecutive answers. */
  readonly answers: number
  /** Refusals since the last progress that a smaller window could not have prevented. */
  readonly refusals: number
}

/** This many refusals of the smallest query end a scan; the person may retry it. */
const MAX_REFUSALS = 5

/** A pace of `window` blocks, before any answer or refusal. */
export function startPace(window: bigint): Pace {
  return { window, answers: 0, refusals: 0 }
}

/**
 * The pace after an answer. The window grows only after `patience` answers, because each oversized attempt
 * costs a request.
 */
export function paceAfterAnswer(pace: Pace, patience: number, largest: bigint): Pace {
  if (pace.answers + 1 < patience) return { ...pace, answers: pace.answers + 1, refusals: 0 }
  const doubled = pace.window * 2n
  return startPace(doubled > largest ? largest : doubled)
}

/** The pace after a refusal; `canShrink` is false if the refused query had no window. */
export function paceAfterRefusal(pace: Pace, canShrink = true): Pace {
  if (canShrink && pace.window > 1n) return { ...pace, window: pace.window / 2n, answers: 0 }
  return { ...pace, answers: 0, refusals: pace.refusals + 1 }
}

/** True if even the smallest query was refused repeatedly. */
export function isGivenUp({ refusals }: Pace): boolean {
  return refusals >= MAX_REFUSALS
}

/** Which transfers to find: of which account, in which tokens and in which direction. */
export type TransferSubject = {
  readonly account: Address
  readonly tokens: readonly Address[]
  readonly side: 'from' | 'to'
}

/** The position of a log on the chain. */
export type LogPlace = {
  readonly blockNumber: bigint
  readonly transactionHash: Hash
  /** Position among the logs of its block. */
  readonly logIndex: bigint
}

/** A `Transfer` event of a requested token: `value` in its base units, zero included. */
export type TransferLog = LogPlace & {
  readonly token: Address
  readonly from: Address
  readonly to: Address
  readonly value: bigint
}

/** More logs than this in one window mean an attack, or a window that is too large. */
const MAX_LOGS = 10_000

/** topic0 of `Transfer(address,address,uint256)` (EIP-20). */
export const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const transferLogs = v.pipe(
  v.array(
    v.object({
      address,
      topics: v.strictTuple([v.pipe(hex, v.literal(TRANSFER)), paddedAddress, paddedAddress]),
      data: numberWord,
      blockNumber: quantity,
      transactionHash: bytes32,
      logIndex: quantity,
      removed: v.optional(v.literal(false)),
    }),
  ),
  v.maxLength(MAX_LOGS),
)

/** Unique key of a log on its chain. */
export function logKey({ transactionHash, logIndex }: LogPlace): string {
  return `${transactionHash}:${logIndex}`
}

/**
 * The transfers to or from an account in the blocks `from` to `to`, both included, as the node reports them;
 * duplicate logs count once. A node may silently lack some of the requested blocks: see `readWindow`.
 * @throws when the node refuses, or when any log does not match the query, because then none can be trusted
 */
export async function getTransferLogs(
  rpc: Rpc,
  { account, tokens, side }: TransferSubject,
  from: bigint,
  to: bigint,
  together?: object,
): Promise<readonly TransferLog[]> {
  const own = pad(account).toLowerCase()
  const filter = {
    fromBlock: toHex(from),
    toBlock: toHex(to),
    address: tokens,
    topics: side === 'to' ? [TRANSFER, null, own] : [TRANSFER, own],
  }
  const wanted = new Set(tokens.map((token) => token.toLowerCase()))
  const found = new Map<string, TransferLog>()
  for (const log of await ask(rpc, transferLogs, 'eth_getLogs', [filter], together)) {
    const [, sender, receiver] = log.topics
    const { blockNumber, transactionHash, logIndex, data: value } = log
    const transfer = {
      token: log.address,
      from: sender,
      to: receiver,
      value,
      blockNumber,
      transactionHash,
      logIndex,
    }
    const party = side === 'to' ? receiver : sender
    const isAsked = wanted.has(log.address.toLowerCase()) && party.toLowerCase() === account.toLowerCase()
    if (!isAsked || blockNumber < from || blockNumber > to) throw new Error('A log that nobody asked for')
    const twin = found.get(logKey(transfer))
    if (twin && !isSame(twin, transfer)) throw new Error('Two logs of the same name')
    found.set(logKey(transfer), transfer)
  }
  return [...found.values()].sort(newestFirst)
}

/** Reads the transfers of a subject, for a scan. */
export function readTransfers(subject: TransferSubject) {
  return (rpc: Rpc, from: bigint, to: bigint, together: object): Promise<readonly TransferLog[]> =>
    getTransferLogs(rpc, subject, from, to, together)
}

/** Blocks per query. Every public node that serves logs serves this many. */
const WINDOW = 5_000n

/**
 * The transfers of a subject in the blocks `first` to `last`, both included, as one endpoint reports them.
 * Nodes answer `[]` for blocks that they do not have yet, so the same request proves that the endpoint's head
 * is at `last` or beyond.
 * @throws when a node does not serve all blocks, because a part of them would read as "not sent"
 */
export async function readAllTransferLogs(
  rpc: Rpc,
  subject: TransferSubject,
  first: bigint,
  last: bigint,
): Promise<readonly TransferLog[]> {
  const found: TransferLog[] = []
  for (let at = first; at <= last; at += WINDOW) {
    const end = at + WINDOW - 1n < last ? at + WINDOW - 1n : last
    const together = {}
    const [head, logs] = await Promise.all([
      getHead(rpc, together),
      getTransferLogs(rpc, subject, at, end, together),
    ])
    if (head < end) throw new Error('The node is behind')
    found.push(...logs)
  }
  return found
}

/** Sort order of logs on the chain, newest first. */
export function newestFirst(a: LogPlace, b: LogPlace): number {
  return Number(b.blockNumber - a.blockNumber) || Number(b.logIndex - a.logIndex)
}

function isSame(a: TransferLog, b: TransferLog): boolean {
  const isAlike = a.token === b.token && a.from === b.from && a.to === b.to
  return isAlike && a.value === b.value && a.blockNumber === b.blockNumber
}

/**
 * The evidence in a transaction's logs for one token transfer:
 * - `exact` the token logged exactly this transfer
 * - `less` the payee got less: `received` in base units
 * - `other` this token left the payer in a way that could be this transfer
 * - `none` none of this token left the payer except for other transfers
 */
export type TransferTrace =
  | { readonly kind: 'other' | 'none' }
  | { readonly kind: 'exact'; readonly log: RawLog }
  | { readonly kind: 'less'; readonly log: RawLog; readonly received: bigint }

type RawLog = Receipt['logs'][number]
type Log = {
  readonly raw: RawLog
  readonly token: string
  readonly to: string
  readonly value: bigint
  taken: boolean
}

/**
 * Returns the evidence in the logs for each call, in order; null for a call that is not a token transfer. Each log
 * counts for one call, so two equal payments need two logs.
 */
export function traceTransfers(
  payer: Address,
  calls: readonly Call[],
  logs: readonly RawLog[],
): readonly (TransferTrace | null)[] {
  const moved = logs.map((log) => readLog(log, payer)).filter((log) => log !== null)
  const wanted = calls.map((call) => {
    const transfer = asTransfer(call)
    if (!transfer?.token) return null
    return { token: transfer.token.toLowerCase(), to: transfer.to.toLowerCase(), value: transfer.value }
  })
  const take = (fits: (log: Log) => boolean): Log | null => {
    const found = moved.find((log) => !log.taken && fits(log))
    if (found) found.taken = true
    return found ?? null
  }
  const exact = wanted.map(
    (call) =>
      call && take(({ token, to, value }) => token === call.token && to === call.to && value === call.value),
  )
  const less = wanted.map((call, index) =>
    call && !exact[index]
      ? take(({ token, to, value }) => token === call.token && to === call.to && value < call.value)
      : null,
  )
  return wanted.map((call, index): TransferTrace | null => {
    if (call === null) return null
    const whole = exact[index]
    if (whole) return { kind: 'exact', log: whole.raw }
    const part = less[index]
    if (part) return { kind: 'less', log: part.raw, received: part.value }
    return { kind: moved.some(({ token, taken }) => token === call.token && !taken) ? 'other' : 'none' }
  })
}

/** Any contract may emit a log with this name. Only a single word of data is an amount, and zero moves nothing. */
function readLog(raw: RawLog, payer: Address): Log | null {
  const { address, topics, data } = raw
  const [event, from, to] = topics
  if (event !== TRANSFER || topics.length !== 3 || data.length !== 66 || !from || !to) return null
  const value = BigInt(data)
  if (addressIn(from) !== payer.toLowerCase() || value === 0n) return null
  return { raw, token: address.toLowerCase(), to: addressIn(to), value, taken: false }
}

/** Topics contain addresses padded to 32 bytes; only the last 20 count. */
function addressIn(topic: Hex): string {
  return `0x${topic.slice(-40)}`.toLowerCase()
}
