import type { Hash } from 'viem'
import type { Gap, RecentPayment, RecentPayments, Since } from '#account/Account.ts'
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
import { fromTransfer, type Transfer } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import { getMinedCount } from '#chain/rpc/questions.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { readChain } from '#chain/rpc/Rpc.ts'
import { readFinalBlock } from '#chain/settlement/settlement.ts'

type Parts = {
  readonly address: Address
  readonly rpc: Rpc
  /** Reads logs. Its requests may fail slowly, so they are separate from those that a payment waits for. */
  readonly scanRpc?: Rpc
}

/** How many block windows one call reads; the next call continues from there. */
const MOST_WINDOWS = 8

/**
 * Payments of a wallet's account that token contracts have logged, as far back as nodes serve logs and `since`
 * requires. What this browser asked for is in its ledger. BNB emits no log, so BNB payments from other wallets and
 * devices are missing. That is a gap, not an error.
 */
export async function recentPayments(parts: Parts, since: Since): Promise<RecentPayments> {
  const { address, rpc } = parts
  return readChain(async () => {
    const [block, nonce] = await Promise.all([readFinalBlock(rpc), getMinedCount(rpc, address)])
    const tokens = tokensOf(since)
    const [time, scan] = await Promise.all([
      readChainTime(rpc, block),
      extendScan(parts, tokens, block, since),
    ])
    const byHash = new Map<Hash, TransferLog[]>()
    for (const log of scan.transfers) {
      if (log.value > 0n) byHash.set(log.transactionHash, [...(byHash.get(log.transactionHash) ?? []), log])
    }
    return {
      payments: [...byHash].map(([hash, logs]) => ofLogs(address, hash, logs)),
      gaps: gapsOf(scan, tokens, since),
      position: { block, nonce: BigInt(nonce) },
      time,
      completeFrom: null,
    }
  })
}

/** The pinned tokens and those that are about to be paid. */
function tokensOf({ tokens }: Since): readonly Address[] {
  const pinned = Token.pinned.flatMap(({ address }) => address ?? [])
  return [...new Set([...pinned, ...tokens])].sort()
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

function gapsOf(scan: TransferScan, tokens: readonly Address[], since: Since): readonly Gap[] {
  const symbols = tokens.map((token) => Token.find(token)?.symbol ?? token)
  const isNothing = scan.from > scan.to
  const gaps: Gap[] = [{ kind: 'bnb' }]
  if (!isEnough(scan, since) && scan.from > 0n) {
    gaps.unshift({ kind: 'logs', tokens: symbols, since: isNothing ? null : scan.since })
  }
  return gaps
}

function ofLogs(from: Address, hash: Hash, logs: readonly TransferLog[]): RecentPayment {
  const transfers: readonly Transfer[] = logs.map(({ token, to, value }) => ({ token, to, value }))
  const calls = transfers.map(fromTransfer)
  return {
    id: hash,
    submission:
      calls.length === 1
        ? { kind: 'sent', from, calls, hash, nonce: null, since: null }
        : { kind: 'batched', from, calls, id: '', hashes: [hash], since: null },
    reported: 'logged',
    transfers,
    at: null,
    ...(logs[0] && { block: logs[0].blockNumber }),
  }
}
