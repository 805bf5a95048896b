import type { Address } from '#chain/money/Address.ts'
import * as Token from '#chain/money/Token.ts'
import { contentOf } from '#chain/rpc/quorum.ts'
import { type Rpc, withDeadline } from '#chain/rpc/Rpc.ts'
import { getHead } from '#chain/rpc/rpcMethods.ts'
import { type LogPlace, newestFirst, readTransfers, type TransferLog } from './logs.ts'
import {
  isLogScanDone,
  type LogScan,
  type ReadLogs,
  startLogScan,
  stepLogsBack,
  stepLogsForward,
} from './scanLogs.ts'

/** A time span in which two operators did not look for transfers of these tokens (symbols, or contracts not pinned). */
type UnsearchedTokens = Uncovered & { readonly tokens: readonly string[] }

const memory: LogMemory<TransferLog> = new WeakMap()

/** The token transfers that left an account; those of zero, which anybody can log, are not among them. */
export type SentTransfers = {
  readonly logs: CoveredLogs<TransferLog>['logs']
  readonly unsearched: readonly UnsearchedTokens[]
}

/**
 * Reads the transfers of an account in the pinned tokens and in `tokens`, see `readCoveredLogs`. Each token that is not
 * pinned is read separately, so that another one costs nothing for the others; one request of a node carries all.
 */
export async function readSentTransfers(
  rpc: Rpc,
  account: Address,
  tokens: readonly Address[],
  reach: Reach,
  final: bigint,
): Promise<SentTransfers> {
  const pinned = Token.pinned.flatMap(({ address }) => address ?? [])
  const others = new Map(tokens.map((token) => [token.toLowerCase(), token]))
  const groups = [
    pinned,
    ...[...others.values()].filter((token) => !Token.find(token)).map((token) => [token]),
  ]
  const found = await Promise.all(
    groups.map((group) => {
      const name = [account, ...group].join(' ').toLowerCase()
      const read = readTransfers({ account, tokens: group, side: 'from' })
      return readCoveredLogs(rpc, memory, { name, read }, reach, final)
    }),
  )
  const unsearched = new Map<string, UnsearchedTokens>()
  found.forEach(({ uncovered }, index) => {
    const names = (groups[index] ?? []).map((token) => Token.find(token)?.symbol ?? token)
    for (const one of uncovered) {
      const key = `${one.since} ${one.operators}`
      unsearched.set(key, { ...one, tokens: [...(unsearched.get(key)?.tokens ?? []), ...names] })
    }
  })
  return {
    logs: found.flatMap(({ logs }) => logs).filter(({ log }) => log.value > 0n),
    unsearched: [...unsearched.values()],
  }
}

/** How many windows one call reads from each operator; the next call continues from there. */
const MOST_WINDOWS = 6
/** An operator that refuses this many windows in a row before it served any is replaced, if there is another. */
const MOST_REFUSALS = 2
/** After this time (ms) reading stops, with the logs that were read so far. */
const TIME = 6_000

/** The scan of each operator so far, by the name of the query: the backward scan runs once per visit. */
export type LogMemory<T extends LogPlace> = WeakMap<Rpc, Map<string, LogScan<T>>>

/** Logs to look for. `name` is unique within its memory, and includes everything that `read` depends on. */
type LogQuery<T extends LogPlace> = { readonly name: string; readonly read: ReadLogs<T> }

/** How far back to look: to a time (ms since the epoch), or to a block if one is known. */
type Reach = { readonly at: number; readonly block: bigint | null }

/**
 * A time span that two operators did not cover: everything before `since` (ms since the epoch; null: everything).
 * `operators` is how many covered it.
 */
type Uncovered = { readonly since: number | null; readonly operators: 0 | 1 }

/** The logs that any operator reported, and the ranges that two did not search. */
export type CoveredLogs<T extends LogPlace> = {
  /** Newest first. One operator may invent a log or hide it; `operators` is how many reported it. */
  readonly logs: readonly { readonly log: T; readonly operators: number }[]
  readonly uncovered: readonly Uncovered[]
}

/**
 * Reads logs from two operators, as far back as they serve them and `reach` requires (`docs/money.md` 8.4). One
 * operator may hide a log, so the logs of both are joined, and ranges that only one covered are named. If two
 * operators refuse a range, others are asked.
 * @param final the latest final block; newer ones are read as well, but again with every call
 */
export async function readCoveredLogs<T extends LogPlace>(
  rpc: Rpc,
  memory: LogMemory<T>,
  { name, read }: LogQuery<T>,
  reach: Reach,
  final: bigint,
): Promise<CoveredLogs<T>> {
  const nodes = operatorsOf(rpc)
  const scanOf = (node: Rpc) => memory.get(node)?.get(name)
  // An operator that was read before continues where it stopped.
  const queue = nodes.map((node) => ({ node, newest: null as readonly T[] | null }))
  const operators = [...queue]
  const hasServed = (node: Rpc) => Number(isCovering(scanOf(node)))
  queue.sort((a, b) => hasServed(b.node) - hasServed(a.node))

  /** Reads on from where the operator stopped. */
  const extend = async (node: Rpc): Promise<void> => {
    let scan = startOrGoOn(scanOf(node), final)
    let refusals = 0
    for (let windows = 0; windows < MOST_WINDOWS && needsMore(scan, reach, final); windows++) {
      if (!reaches(scan, final) && refusals >= MOST_REFUSALS && queue.length > 0) break
      const next =
        isCovering(scan) && scan.to < final
          ? await stepLogsForward(node, read, scan, final)
          : await stepLogsBack(node, read, scan)
      refusals = next.from === scan.from && next.to === scan.to ? refusals + 1 : 0
      scan = next
      const own = memory.get(node) ?? new Map<string, LogScan<T>>()
      memory.set(node, own.set(name, scan))
    }
  }
  /** Asks one operator after another, until one covers everything. */
  const lane = async () => {
    for (;;) {
      const operator = queue.shift()
      if (!operator) return
      const { node } = operator
      const newest = readNewest(node, read, final).then((found) => {
        operator.newest = found
      })
      await Promise.all([extend(node), newest])
      const scan = scanOf(node)
      const covers = scan !== undefined && reaches(scan, final) && operator.newest !== null
      if (covers && (scan.refusedAt === null || isEnough(scan, reach))) return
    }
  }
  await withDeadline(Promise.all(nodes.slice(0, 2).map(lane)), TIME).catch(() => {})
  const found = operators.map(({ node, newest }) => ({
    scan: scanOf(node) ?? startLogScan<T>(final),
    newest,
  }))
  const covering = found.filter(({ scan, newest }) => newest !== null && reaches(scan, final))
  return {
    logs: joined(found.map(({ scan, newest }) => [...scan.transfers, ...(newest ?? [])])),
    uncovered: uncoveredBy(
      covering.map(({ scan }) => scan),
      reach,
    ),
  }
}

/** The operators that serve logs, best first; the only client if there are not two. */
function operatorsOf(rpc: Rpc): readonly Rpc[] {
  const witnesses = rpc.witnessesFor?.('eth_getLogs') ?? rpc.witnesses ?? []
  return witnesses.length < 2 ? [rpc] : witnesses
}

/** Starts again if a scan is too far behind: catching up would keep the newest blocks from being read. */
function startOrGoOn<T extends LogPlace>(scan: LogScan<T> | undefined, final: bigint): LogScan<T> {
  if (!scan) return startLogScan(final)
  const isNear = final - scan.to <= BigInt(MOST_WINDOWS - 1) * scan.pace.window
  return isCovering(scan) && isNear ? scan : { ...startLogScan(final), pace: scan.pace }
}

function isCovering(scan: LogScan<LogPlace> | undefined): boolean {
  return scan !== undefined && scan.from <= scan.to
}

/** Whether a scan covers anything, up to the latest final block. */
function reaches(scan: LogScan<LogPlace>, final: bigint): boolean {
  return isCovering(scan) && scan.to >= final
}

function needsMore(scan: LogScan<LogPlace>, reach: Reach, final: bigint): boolean {
  if (isCovering(scan) && scan.to < final) return true
  return !isEnough(scan, reach) && !isLogScanDone(scan)
}

function isEnough(scan: LogScan<LogPlace>, { at, block }: Reach): boolean {
  if (!isCovering(scan)) return false
  if (scan.from === 0n) return true
  return block !== null ? scan.from <= block : scan.since !== null && scan.since <= at
}

/**
 * The logs of the blocks that are not final yet, as one operator reports them; null if it does not serve them, or does
 * not have the final block.
 */
async function readNewest<T extends LogPlace>(
  node: Rpc,
  read: ReadLogs<T>,
  final: bigint,
): Promise<readonly T[] | null> {
  try {
    const head = await getHead(node)
    if (head <= final) return head === final ? [] : null
    const together = {}
    const [proof, logs] = await Promise.all([getHead(node, together), read(node, final + 1n, head, together)])
    return proof < head ? null : logs
  } catch {
    return null
  }
}

/** Two operators that name the same place but different logs there both count: either may be right. */
function joined<T extends LogPlace>(seen: readonly (readonly T[])[]): CoveredLogs<T>['logs'] {
  const found = new Map<string, { readonly log: T; operators: number }>()
  // After a final block that is lower than the last one, a scan and the newest blocks overlap: an operator counts once.
  const once = seen.flatMap((logs) => [...new Map(logs.map((log) => [contentOf(log), log]))])
  for (const [key, log] of once) {
    const known = found.get(key)
    if (known) known.operators++
    else found.set(key, { log, operators: 1 })
  }
  return [...found.values()].sort((a, b) => newestFirst(a.log, b.log))
}

/** @param covering the scans of operators that covered everything since their first block */
function uncoveredBy(covering: readonly LogScan<LogPlace>[], reach: Reach): readonly Uncovered[] {
  const [first, second] = covering.toSorted((a, b) => (a.from === b.from ? 0 : a.from < b.from ? -1 : 1))
  if (!first) return [{ since: null, operators: 0 }]
  const uncovered: Uncovered[] = isEnough(first, reach) ? [] : [{ since: first.since, operators: 0 }]
  if (!second) uncovered.push({ since: null, operators: 1 })
  else if (second.from > first.from && !isEnough(second, reach)) {
    uncovered.push({ since: second.since, operators: 1 })
  }
  return uncovered
}
