import { getHead } from '#chain/rpc/questions.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { getBlockTime } from './blockTime.ts'
import {
  answered,
  getTransferLogs,
  isGivenUp,
  logKey,
  newestFirst,
  type Pace,
  refused,
  startPace,
  type TransferLog,
  type TransferSubject,
} from './logs.ts'

/**
 * The known token transfers to or from an account: all of them in the blocks `from` to `to`, both included,
 * and none outside. Nothing is covered if `from` is `to + 1`. One interval, so it cannot have gaps.
 */
export type TransferScan = {
  readonly from: bigint
  readonly to: bigint
  /** The time of block `from`, in ms; null if nothing is covered or no time could be read. */
  readonly since: number | null
  /** Newest first, values of zero included. */
  readonly transfers: readonly TransferLog[]
  /** `pace.window` is the maximum window of the next step. */
  readonly pace: Pace
  /** The block below which nothing could be read at all; null while the scan can continue backwards. */
  readonly refusedAt: bigint | null
}

const FIRST_WINDOW = 5_000n
/** Providers that state a limit state 10,000 at most. */
const LARGEST_WINDOW = 10_000n
const PATIENCE = 4

/**
 * A scan with no coverage. Pass the latest *final* block (`readFinalBlock`), because a block that is undone
 * would leave transfers that never happened.
 */
export function startTransferScan(head: bigint, window: bigint = FIRST_WINDOW): TransferScan {
  return { from: head + 1n, to: head, since: null, transfers: [], pace: startPace(window), refusedAt: null }
}

/** The same coverage, allowed to continue backwards again, for a retry. */
export function retriedTransferScan(scan: TransferScan): TransferScan {
  return { ...scan, pace: startPace(FIRST_WINDOW), refusedAt: null }
}

/** True if `stepBack` has nothing left to do. */
export function isTransferScanDone(scan: TransferScan, oldest = 0n): boolean {
  return scan.from <= oldest || scan.refusedAt !== null
}

/**
 * Extends the coverage by one window towards `oldest`: one request. A refusal, failure or malformed answer
 * only changes the window. Never throws.
 */
export async function stepBack(
  rpc: Rpc,
  subject: TransferSubject,
  scan: TransferScan,
  oldest = 0n,
): Promise<TransferScan> {
  if (isTransferScanDone(scan, oldest)) return scan
  const to = scan.from - 1n
  const lowest = to - scan.pace.window + 1n
  const from = lowest > oldest ? lowest : oldest
  try {
    const part = await readWindow(rpc, subject, from, to)
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
    const pace = refused(scan.pace)
    return { ...scan, pace, refusedAt: isGivenUp(pace) ? to : null }
  }
}

/**
 * Extends the coverage by one window upwards, to `head` at most: one request. Like `stepBack`, but it never
 * gives up, because a polling page retries anyway.
 */
export async function stepForward(
  rpc: Rpc,
  subject: TransferSubject,
  scan: TransferScan,
  head: bigint,
): Promise<TransferScan> {
  if (scan.to >= head) return scan
  const from = scan.to + 1n
  const highest = scan.to + scan.pace.window
  try {
    const part = await readWindow(rpc, subject, from, highest < head ? highest : head)
    const since = scan.from > scan.to ? part.since : scan.since
    const transfers = merged(scan.transfers, part.transfers)
    return { ...scan, pace: afterAnswer(scan), transfers, to: part.to, since }
  } catch {
    const { window, answers } = refused(scan.pace)
    return { ...scan, pace: { ...scan.pace, window, answers } }
  }
}

/**
 * Scans back to `oldest`, yielding one state per request, until it is reached, the scan gives up, or `signal`
 * is aborted. The caller limits the scan by not pulling any further.
 */
export async function* scanTransfers(
  rpc: Rpc,
  subject: TransferSubject,
  start: TransferScan,
  { oldest = 0n, signal }: { readonly oldest?: bigint; readonly signal?: AbortSignal } = {},
): AsyncGenerator<TransferScan, void, void> {
  let scan = start
  while (!isTransferScanDone(scan, oldest) && !signal?.aborted) {
    scan = await stepBack(rpc, subject, scan, oldest)
    if (signal?.aborted) return
    yield scan
  }
}

/** The result of one window, and the latest block that it covers. */
type Part = { readonly to: bigint; readonly since: number | null; readonly transfers: readonly TransferLog[] }

/**
 * Nodes have answered `[]` for blocks that they do not have: the latest ones when they lag, the oldest when
 * pruned. The same request therefore first reads the endpoint's head and the oldest block of the window.
 * Blocks that the endpoint does not have are not covered.
 */
async function readWindow(rpc: Rpc, subject: TransferSubject, from: bigint, to: bigint): Promise<Part> {
  const together = {}
  const [head, since, logs] = await Promise.all([
    getHead(rpc, together),
    getBlockTime(rpc, from, together),
    getTransferLogs(rpc, subject, from, to, together),
  ])
  if (head < from) throw new Error('The node is behind')
  const covered = head < to ? head : to
  return { to: covered, since, transfers: logs.filter(({ blockNumber }) => blockNumber <= covered) }
}

function afterAnswer({ pace }: TransferScan): Pace {
  return answered(pace, PATIENCE, LARGEST_WINDOW)
}

function merged(known: readonly TransferLog[], more: readonly TransferLog[]): readonly TransferLog[] {
  if (more.length === 0) return known
  const keys = new Set(known.map(logKey))
  // A transaction is in one block; a node that reports it in another one is on another chain.
  if (more.some((transfer) => keys.has(logKey(transfer)))) throw new Error('A log of two blocks')
  return [...known, ...more].sort(newestFirst)
}
