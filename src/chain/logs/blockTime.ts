import * as v from 'valibot'
import { toHex } from 'viem'
import { ask } from '#chain/rpc/ask.ts'
import { quantity } from '#chain/rpc/questions.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'

/** BSC's first block (ms); what claims to be older is no block of it. */
const GENESIS = Date.UTC(2020, 7, 29)
/** A clock of a person may be behind by this long (ms). */
const CLOCK_SLACK = 3_600_000

const block = v.object({ number: quantity, timestamp: quantity })

/**
 * When a block was made, in ms; null when the node names a time that cannot be. The answer also proves that the node
 * has the block (see `Rpc` for `together`). @throws when it has not, or answers with another one
 */
export async function getBlockTime(
  rpc: Rpc,
  number: bigint,
  together?: object,
  now: number = Date.now(),
): Promise<number | null> {
  const found = await ask(rpc, block, 'eth_getBlockByNumber', [toHex(number), false], together)
  if (found.number !== number) throw new Error(`Block ${found.number} instead of ${number}`)
  const at = Number(found.timestamp) * 1000
  return at >= GENESIS && at <= now + CLOCK_SLACK ? at : null
}

/** When a block was made (ms) by the chain's clock alone, however wrong that of the device; null when no node says. */
export async function readChainTime(rpc: Rpc, number: bigint): Promise<number | null> {
  return getBlockTime(rpc, number, undefined, Number.POSITIVE_INFINITY).catch(() => null)
}
