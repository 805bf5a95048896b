import type { Rpc } from '#chain/rpc/Rpc.ts'
import { getHead } from '#chain/rpc/rpcMethods.ts'
import { getBlockTime } from './blockTime.ts'
import {
  isGivenUp,
  type LogPlace,
  logKey,
  newestFirst,
  type Pace,
  paceAfterAnswer,
  paceAfterRefusal,
  startPace,
  type TransferLog,
} from './logs.ts'

/**
 * Reads the logs that a scan looks for in the blocks `from` to `to`, both included, from one endpoint. `together` as in
 * `Rpc`.
 * @throws when the node refuses, or answers with something else
 */
export type ReadLogs<T extends LogPlace> = (
  rpc: Rpc,
  from: bigint,
  to: bigint,
  together: object,
) => Promise<readonly T[]>

/**
 * The known logs of one kind: all of them in the blocks `from` to `to`, both included, and none outside. Nothing is
 * covered if `from` is `to + 1`. One interval, so it cannot have gaps.
 */
export type LogScan<T extends LogPlace> = {
  readonly from: bigint
  readonly to: bigint
  /** The time of block `from`, in ms; null if nothing is covered or no time could be read. */
  readonly since: number | null
  /** The logs found, newest first. */
  readonly transfers: readonly T[]
  /** `pace.window` is the maximum window of the next step. */
  readonly pace: Pace
  /** The block below which nothing could be read at all; null while the scan can continue backwards. */
  readonly refusedAt: bigint | null
}

/** The known token transfers to or from an account, values of zero included. */
export type TransferScan = LogScan<TransferLog>

const FIRST_WINDOW = 5_000n
/** Providers that state a limit state 10,000 at most. */
const LARGEST_WINDOW = 10_000n
const PATIENCE = 4

/**
 * A scan with no coverage. Pass the latest *final* block (`readFinalBlock`), because a block that is undone would
 * leave logs of transfers that never happened.
 */
export function startLogScan<T extends LogPlace>(head: bigint, window: bigint = FIRST_WINDOW): LogScan<T> {
  return { from: head + 1n, to: head, since: null, transfers: [], pace: startPace(window), refusedAt: null }
}

/** The same coverage, allowed to continue backwards again, for a retry. */
export function retriedLogScan<T extends LogPlace>(scan: LogScan<T>): LogScan<T> {
  return { ...scan, pace: startPace(FIRST_WINDOW), refusedAt: null }
}

/** True if `stepLogsBack` has nothing left to do. */
export function isLogScanDone({ from, refusedAt }: LogScan<LogPlace>, oldest = 0n): boolean {
  return from <= oldest || refusedAt !== null
}

/**
 * Extends the coverage by one window towards `oldest`: one request. A refusal, failure or malformed answer
 * only changes the window. Never throws.
 */
export async function stepLogsBack<T extends LogPlace>(
  rpc: Rpc,
  read: ReadLogs<T>,
  scan: LogScan<T>,
  oldest = 0n,
): Promise<LogScan<T>> {
  if (isLogScanDone(scan, oldest)) return scan
  const to = scan.from - 1n
  const lowest = to - scan.pace.window + 1n
  const from = lowest > oldest ? lowest : oldest
  try {
    const part = await readWindow(rpc, read, from, to)
    const isFirst = scan.from > scan.to
    // The missing blocks would be a gap. Only the first window may start lower than requested.
    if (part.to < to && !isFirst) throw new Error('The node is behind')
    const transfers = merged(scan.transfers, part.transfers)
    return {
      ...scan,
      pace: afterAnswer(scan),
      transfers,
      from,
      to: isFirst ? part.to : scan.to,
      since: part.since,
    }
  } catch {
    const pace = paceAfterRefusal(scan.pace)
    return { ...scan, pace, refusedAt: isGivenUp(pace) ? to : null }
  }
}

/**
 * Extends the coverage by one window upwards, to `head` at most: one request. Like `stepLogsBack`, but it never
 * gives up, because a polling page retries anyway.
 */
export async function stepLogsForward<T extends LogPlace>(
  rpc: Rpc,
  read: ReadLogs<T>,
  scan: LogScan<T>,
  head: bigint,
): Promise<LogScan<T>> {
  if (scan.to >= head) return scan
  const from = scan.to + 1n
  const highest = scan.to + scan.pace.window
  try {
    const part = await readWindow(rpc, read, from, highest < head ? highest : head)
    const since = scan.from > scan.to ? part.since : scan.since
    const transfers = merged(scan.transfers, part.transfers)
    return { ...scan, pace: afterAnswer(scan), transfers, to: part.to, since }
  } catch {
    const { window, answers } = paceAfterRefusal(scan.pace)
    return { ...scan, pace: { ...scan.pace, window, answers } }
  }
}

/** The result of one window, and the latest block that it covers. */
type Part<T> = { readonly to: bigint; readonly since: number | null; readonly transfers: readonly T[] }

/**
 * Nodes have answered `[]` for blocks that they do not have: the latest ones when they lag, the oldest when
 * pruned. The same request therefore first reads the endpoint's head and the oldest block of the window.
 * Blocks that the endpoint does not have are not covered.
 */
async function readWindow<T extends LogPlace>(
  rpc: Rpc,
  read: ReadLogs<T>,
  from: bigint,
  to: bigint,
): Promise<Part<T>> {
  const together = {}
  const [head, since, logs] = await Promise.all([
    getHead(rpc, together),
    getBlockTime(rpc, from, together),
    read(rpc, from, to, together),
  ])
  if (head < from) throw new Error('The node is behind')
  const covered = head < to ? head : to
  return { to: covered, since, transfers: logs.filter(({ blockNumber }) => blockNumber <= covered) }
}

function afterAnswer({ pace }: LogScan<LogPlace>): Pace {
  return paceAfterAnswer(pace, PATIENCE, LARGEST_WINDOW)
}

function merged<T extends LogPlace>(known: readonly T[], more: readonly T[]): readonly T[] {
  if (more.length === 0) return known
  const keys = new Set(known.map(logKey))
  // A transaction is in one block; a node that reports it in another one is on another chain.
  if (more.some((transfer) => keys.has(logKey(transfer)))) throw new Error('A log of two blocks')
  return [...known, ...more].sort(newestFirst)
}
