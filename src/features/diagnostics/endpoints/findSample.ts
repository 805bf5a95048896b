import * as v from 'valibot'
import { type Hash, toHex } from 'viem'
import { withDeadline } from '#chain/PortalError.ts'
import { bytes32, getBlockNumber } from '#chain/rpc/questions.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'

/** So far behind the final block an endpoint that lags a little has the transaction as well. */
const MARGIN = 40n
/** Where blocks are searched, and how many in one request. On BNB Smart Chain none is empty; a local chain has many that are. */
const SEARCHED = [
  [0, 1],
  [1, 25],
  [26, 25],
  [51, 25],
  [76, 25],
] as const

const block = v.object({ transactions: v.array(bytes32) })

/** The search ends after this long (ms), however slow the endpoints are. */
const LONGEST = 20_000

/** A transaction of a recent final block; null when no endpoint names one. */
export function findSample(rpc: Rpc): Promise<Hash | null> {
  // Every endpoint is asked by itself afterwards, and says what is wrong.
  return withDeadline(search(rpc), LONGEST).catch(() => null)
}

async function search(rpc: Rpc): Promise<Hash | null> {
  const head = await getBlockNumber(rpc, 'finalized').catch(() => getBlockNumber(rpc, 'latest'))
  const newest = head > MARGIN ? head - MARGIN : head
  for (const [from, count] of SEARCHED) {
    const numbers = Array.from({ length: count }, (_, index) => newest - BigInt(from + index))
    const blocks = await Promise.all(
      numbers
        .filter((number) => number >= 0n)
        .map(async (number) => v.parse(block, await rpc('eth_getBlockByNumber', [toHex(number), false]))),
    )
    const [hash] = blocks.flatMap(({ transactions }) => transactions)
    if (hash) return hash
  }
  return null
}
