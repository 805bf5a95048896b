import * as v from 'valibot'
import { type Hash, toHex } from 'viem'
import { bytes32, getBlockNumber } from '#chain/questions.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { withDeadline } from '#chain/withDeadline.ts'

/** So far behind the final block an endpoint that lags a little has the transaction as well. */
const MARGIN = 40n
/** Blocks that are searched; on BNB Smart Chain none is empty. */
const SEARCHED = 100

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
  let number = head > MARGIN ? head - MARGIN : head
  for (let searched = 0; searched < SEARCHED && number >= 0n; searched++, number--) {
    const answer = await rpc('eth_getBlockByNumber', [toHex(number), false])
    const [hash] = v.parse(block, answer).transactions
    if (hash) return hash
  }
  return null
}
