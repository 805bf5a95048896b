import * as v from 'valibot'
import { createRpc } from '#chain/rpc/createRpc.ts'
import { type Rpc, RpcError } from '#chain/rpc/Rpc.ts'
import type { LogRange } from './facts.ts'
import { smallQuantity } from './readEndpoint.ts'
import { rpcFault } from './rpcFault.ts'

/** Ranges (blocks) that are tried, each only when the one before it was answered. */
export const RANGES = [10, 100, 1_000, 5_000, 10_000, 50_000] as const

/** USDT on BSC, `Transfer(address,address,uint256)` to the zero address: next to nothing in any range. */
const USDT = '0x55d398326f99059fF775485246999027B3197955'
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const TO_NOBODY = `0x${'0'.repeat(64)}`

/** Behind one host stand several nodes, and not all of them know the newest blocks yet. */
const MARGIN = 8

const head = v.object({ number: smallQuantity })
const logs = v.array(v.object({ blockNumber: smallQuantity }))

/** Finds out how many blocks one endpoint serves in one `eth_getLogs`. Never throws. */
export async function measureLogs(url: string, rpc: Rpc = createRpc([url])): Promise<LogRange> {
  let atLeast = 0
  let asked = 0
  try {
    const { number } = v.parse(head, await rpc('eth_getBlockByNumber', ['latest', false]))
    const last = Math.max(number - MARGIN, 0)
    for (const range of RANGES) {
      // A young chain has fewer blocks than the larger ranges.
      asked = Math.min(range, last + 1)
      await readLogs(rpc, last - asked + 1, last)
      atLeast = asked
      if (asked < range) break
    }
    return { atLeast, refused: null }
  } catch (error) {
    const { words } = rpcFault(error, url)
    return { atLeast, refused: { blocks: asked, byNode: error instanceof RpcError, words } }
  }
}

/** @throws when the answer is none to the question */
async function readLogs(rpc: Rpc, from: number, to: number): Promise<void> {
  const filter = {
    address: USDT,
    topics: [TRANSFER, null, TO_NOBODY],
    fromBlock: `0x${from.toString(16)}`,
    toBlock: `0x${to.toString(16)}`,
  }
  const found = v.parse(logs, await rpc('eth_getLogs', [filter]))
  if (found.some(({ blockNumber }) => blockNumber < from || blockNumber > to)) {
    throw new Error('Logs of other blocks')
  }
}
