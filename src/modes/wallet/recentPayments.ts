import type { Hash } from 'viem'
import type { RecentPayment, RecentPayments, Since } from '#account/Activity.ts'
import { readChainTime } from '#chain/logs/blockTime.ts'
import type { TransferLog } from '#chain/logs/logs.ts'
import { type CoveredLogs, readSentTransfers } from '#chain/logs/sentTransfers.ts'
import type { Address } from '#chain/money/Address.ts'
import { fromTransfer, type Transfer } from '#chain/money/Call.ts'
import { type Rpc, readChain } from '#chain/rpc/Rpc.ts'
import { getMinedCount } from '#chain/rpc/rpcMethods.ts'
import { readFinalBlock } from '#chain/settlement/settlement.ts'

type Parts = {
  readonly address: Address
  readonly rpc: Rpc
  /** Reads logs. Its requests may fail slowly, so they are separate from those that a payment waits for. */
  readonly scanRpc?: Rpc
}

/**
 * Payments of a wallet's account that token contracts have logged, as far back as two operators serve logs and
 * `since` requires. This browser's own requests are in its ledger. BNB emits no log, so BNB payments from other
 * wallets and devices are missing. That is a gap, not an error.
 */
export async function recentPayments(
  { address, rpc, scanRpc = rpc }: Parts,
  since: Since,
): Promise<RecentPayments> {
  return readChain(async () => {
    const [block, nonce] = await Promise.all([readFinalBlock(rpc), getMinedCount(rpc, address)])
    const [time, { logs, unsearched }] = await Promise.all([
      readChainTime(rpc, block),
      readSentTransfers(scanRpc, address, since.tokens, since, block),
    ])
    const byHash = new Map<Hash, (typeof logs)[number][]>()
    for (const one of logs) {
      const { transactionHash: hash } = one.log
      byHash.set(hash, [...(byHash.get(hash) ?? []), one])
    }
    return {
      payments: [...byHash].map(([hash, own]) => ofLogs(address, hash, own)),
      gaps: [...unsearched.map((one) => ({ kind: 'logs', ...one }) as const), { kind: 'bnb' }],
      position: { block, nonce: BigInt(nonce) },
      time,
    }
  })
}

function ofLogs(from: Address, hash: Hash, logs: CoveredLogs<TransferLog>['logs']): RecentPayment {
  const transfers: readonly Transfer[] = logs.map(({ log: { token, to, value } }) => ({ token, to, value }))
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
    operators: Math.min(...logs.map(({ operators }) => operators)),
    ...(logs[0] && { block: logs[0].log.blockNumber }),
  }
}
