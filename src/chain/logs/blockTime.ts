import * as v from 'valibot'
import { toHex } from 'viem'
import { ask, type Rpc } from '#chain/rpc/Rpc.ts'
import { getHead } from '#chain/rpc/rpcMethods.ts'
import { quantity } from '#chain/schemas.ts'

/** The time of BSC's first block (ms). Earlier timestamps are invalid. */
const GENESIS = Date.UTC(2020, 7, 29)
/** Later timestamps (ms) are no seconds. The clock of this device is no limit: it may be hours behind the chain's. */
const LATEST = Date.UTC(2100, 0, 1)

const block = v.object({ number: quantity, timestamp: quantity })

/**
 * The time of a block, in ms; null if the node reports an impossible time. The answer also proves that the
 * node has the block (see `Rpc` for `together`).
 * @throws when it does not have the block, or answers with another one
 */
export async function getBlockTime(rpc: Rpc, number: bigint, together?: object): Promise<number | null> {
  const found = await ask(rpc, block, 'eth_getBlockByNumber', [toHex(number), false], together)
  if (found.number !== number) throw new Error(`Block ${found.number} instead of ${number}`)
  const at = Number(found.timestamp) * 1000
  return at >= GENESIS && at <= LATEST ? at : null
}

/**
 * The time of a block (ms) from the chain's clock, independent of the device clock; null if no node reports
 * it.
 */
export async function readChainTime(rpc: Rpc, number: bigint): Promise<number | null> {
  return getBlockTime(rpc, number).catch(() => null)
}

/** Safety limit. Alternating interpolation and bisection takes fewer steps on any chain. */
const MAX_STEPS = 128

/**
 * The first block at or after a time; the latest block if the time is in the future.
 * @param time ms since 1970
 * @throws when the chain cannot be read
 */
export async function blockAt(rpc: Rpc, time: number): Promise<bigint> {
  const timeOf = async (number: bigint) => {
    const found = await ask(rpc, block, 'eth_getBlockByNumber', [toHex(number), false])
    if (found.number !== number) throw new Error(`Block ${found.number} instead of ${number}`)
    return Number(found.timestamp) * 1_000
  }
  let late = await getHead(rpc)
  let lateTime = await timeOf(late)
  let early = 1n
  if (lateTime < time || late <= early) return late
  let earlyTime = await timeOf(early)
  if (earlyTime >= time) return early
  for (let step = 0; step < MAX_STEPS && late - early > 1n; step++) {
    // Blocks have become faster over the years. Interpolation gets close, and bisection guarantees
    // termination.
    const part = step % 2 === 0 ? (time - earlyTime) / (lateTime - earlyTime) : 0.5
    const guess = early + BigInt(Math.floor(Number(late - early) * part))
    const middle = guess <= early ? early + 1n : guess >= late ? late - 1n : guess
    const made = await timeOf(middle)
    if (made < time) [early, earlyTime] = [middle, made]
    else [late, lateTime] = [middle, made]
  }
  return late
}
