import type { Hash } from 'viem'
import { getBlockTime } from '#chain/logs/blockTime.ts'
import { readWithQuorum } from '#chain/rpc/quorum.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { readSettlement } from './settlement.ts'

/** The time (ms) of the final block of a transaction; null unless two operators report it. */
export async function readFinalTime(rpc: Rpc, hash: Hash): Promise<number | null> {
  const settlement = await readSettlement(rpc, hash)
  if (settlement.kind !== 'final') return null
  const { blockNumber } = settlement.receipt
  const time = await readWithQuorum(rpc, (node) => getBlockTime(node, blockNumber), String)
  return time.kind === 'agreed' ? time.value : null
}
