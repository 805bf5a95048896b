import type { Hash } from 'viem'
import type { Gap, RecentPayment, RecentPayments, Since } from '#account/Account.ts'
import type { Journal, JournalEntry } from '#account/wallet/journal.ts'
import { batchName } from '#account/wallet/submissionIds.ts'
import { readChainTime } from '#chain/logs/blockTime.ts'
import type { TransferLog, TransferSubject } from '#chain/logs/logs.ts'
import {
  isTransferScanDone,
  startTransferScan,
  stepBack,
  stepForward,
  type TransferScan,
} from '#chain/logs/scanTransfers.ts'
import type { Address } from '#chain/money/Address.ts'
import { asTransfer, fromTransfer, type Transfer, transfersOf } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import { getMinedCount } from '#chain/rpc/questions.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { readChain } from '#chain/rpc/Rpc.ts'
import { readFinalBlock } from '#chain/settlement/settlement.ts'

type Parts = {
  readonly address: Address
  readonly rpc: Rpc
  readonly journal: Journal
  /** Reads logs. Its requests may fail slowly, so they are separate from those that a payment waits for. */
  readonly scanRpc?: Rpc
}

/** How many block windows one call reads; the next call continues from there. */
const MOST_WINDOWS = 8

/**
 * Payments of a wallet's account: requests made by this browser, and transfers logged by token contracts, as
 * far back as nodes serve logs and `since` requires. BNB emits no log, so payments from other wallets and
 * devices are missing. That is a gap, not an error.
 */
export async function recentPayments(parts: Parts, since: Since): Promise<RecentPayments> {
  const { address, rpc, journal } = parts
  const { entries, unreadable } = journal.list()
  return readChain(async () => {
    const [block, nonce] = await Promise.all([readFinalBlock(rpc), getMinedCount(rpc, address)])
    const tokens = tokensOf(entries)
    const [time, scan] = await Promise.all([
      readChainTime(rpc, block),
      extendScan(parts, tokens, block, since),
    ])
    const known = knownTransfers(entries)
    const byHash = new Map<Hash, TransferLog[]>()
    for (const log of scan.transfers) {
      if (log.value === 0n || take(known.get(log.transactionHash), keyOf(log))) continue
      byHash.set(log.transactionHash, [...(byHash.get(log.transactionHash) ?? []), log])
    }
    return {
      payments: [
        ...entries.flatMap((entry) => ofEntry(address, entry)),
        ...[...byHash].map(([hash, logs]) => ofLogs(address, hash, logs)),
      ],
      gaps: gapsOf(scan, tokens, since, unreadable),
      position: { block, nonce: BigInt(nonce) },
      time,
      completeFrom: null,
    }
  })
}

/**
 * What the journal says that each transaction transferred. Other logs of the same transaction are no repetition of it: an
 * entry from a backup file must not hide what a transaction really paid.
 */
function knownTransfers(entries: readonly JournalEntry[]): ReadonlyMap<string, string[]> {
  const known = new Map<string, string[]>()
  for (const { hashes, calls, batchId } of entries) {
    hashes.forEach((hash, index) => {
      const own = batchId === null ? calls.slice(index, index + 1) : calls
      const name = hash.toLowerCase()
      known.set(name, [...(known.get(name) ?? []), ...transfersOf(own).map(keyOf)])
    })
  }
  return known
}

function keyOf({ token, to, value }: Pick<TransferLog, 'to' | 'value'> & { token: Address | null }): string {
  return `${token} ${to} ${value}`.toLowerCase()
}

/** Takes one occurrence out of a list; false if there is none. */
function take(list: string[] | undefined, wanted: string): boolean {
  const at = list?.indexOf(wanted) ?? -1
  if (at >= 0) list?.splice(at, 1)
  return at >= 0
}

/** The pinned tokens and those that this browser has paid. */
function tokensOf(entries: readonly JournalEntry[]): readonly Address[] {
  const pinned = Token.pinned.flatMap(({ address }) => address ?? [])
  const paid = entries.flatMap(({ calls }) => calls.flatMap((call) => asTransfer(call)?.token ?? []))
  return [...new Set([...pinned, ...paid])].sort()
}

/** Results so far, by endpoints, account and tokens: the scan backwards runs once per visit. */
const scans = new WeakMap<Rpc, Map<string, TransferScan>>()

async function extendScan(
  { address: account, rpc, scanRpc = rpc }: Parts,
  tokens: readonly Address[],
  head: bigint,
  since: Since,
): Promise<TransferScan> {
  const own = scans.get(scanRpc) ?? new Map<string, TransferScan>()
  scans.set(scanRpc, own)
  const key = `${account} ${tokens.join()}`
  const subject: TransferSubject = { account, tokens, side: 'from' }
  let scan = own.get(key) ?? startTransferScan(head)
  for (let windows = 0; windows < MOST_WINDOWS && scan.to < head && scan.from <= scan.to; windows++) {
    const next = await stepForward(scanRpc, subject, scan, head)
    if (next.to === scan.to) break
    scan = next
  }
  for (let windows = 0; windows < MOST_WINDOWS && !isEnough(scan, since); windows++) {
    if (isTransferScanDone(scan)) break
    scan = await stepBack(scanRpc, subject, scan)
  }
  own.set(key, scan)
  return scan
}

function isEnough(scan: TransferScan, { at, block }: Since): boolean {
  if (scan.from > scan.to) return false
  return block !== null ? scan.from <= block : scan.since !== null && scan.since <= at
}

function gapsOf(
  scan: TransferScan,
  tokens: readonly Address[],
  since: Since,
  unreadable: number,
): readonly Gap[] {
  const symbols = tokens.map((token) => Token.find(token)?.symbol ?? token)
  const isNothing = scan.from > scan.to
  const gaps: Gap[] = [{ kind: 'bnb' }]
  if (!isEnough(scan, since) && scan.from > 0n) {
    gaps.unshift({ kind: 'logs', tokens: symbols, since: isNothing ? null : scan.since })
  }
  if (unreadable > 0) gaps.push({ kind: 'unreadable', where: 'browser', count: unreadable })
  return gaps
}

/** One payment per sent transaction, and one for an unanswered request. */
function ofEntry(from: Address, entry: JournalEntry): readonly RecentPayment[] {
  const { id, calls, hashes, nonces, batchId, askedAt: at, state, since } = entry
  if (batchId !== null) {
    const [hash = null] = hashes
    const submission = { kind: 'batched' as const, from, calls, id: batchId, hash, since }
    return [{ id: batchName(batchId), submission, reported: state, transfers: transfersOf(calls), at }]
  }
  const sent = hashes.map((hash, index): RecentPayment => {
    const own = calls.slice(index, index + 1)
    const nonce = nonces[index] ?? null
    return {
      id: hash.toLowerCase(),
      submission: {
        kind: 'sent',
        from,
        calls: own,
        hash,
        nonce: nonce === null ? null : BigInt(nonce),
        since,
      },
      reported: 'sent',
      transfers: transfersOf(own),
      at,
    }
  })
  const open = state === 'asked' ? calls.slice(hashes.length, hashes.length + 1) : []
  return open.length === 0
    ? sent
    : [...sent, { id, submission: null, reported: 'asked', transfers: transfersOf(open), at }]
}

function ofLogs(from: Address, hash: Hash, logs: readonly TransferLog[]): RecentPayment {
  const transfers: readonly Transfer[] = logs.map(({ token, to, value }) => ({ token, to, value }))
  const calls = transfers.map(fromTransfer)
  return {
    id: hash,
    submission:
      calls.length === 1
        ? { kind: 'sent', from, calls, hash, nonce: null, since: null }
        : { kind: 'batched', from, calls, id: '', hash, since: null },
    reported: 'logged',
    transfers,
    at: null,
    ...(logs[0] && { block: logs[0].blockNumber }),
  }
}
