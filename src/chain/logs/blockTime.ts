import * as v from 'valibot'
import { toHex } from 'viem'
import { ask } from '#chain/rpc/ask.ts'
import { getHead, quantity } from '#chain/rpc/questions.ts'
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

/** Guessing and halving in turn takes fewer for any chain. */
const MAX_STEPS = 128

/**
 * The first block that was made at a time or later; the newest one when the time has not come yet.
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
    // Blocks became quicker over the years: a guess by proportion is near, and halving in turn ends it in any case.
    const part = step % 2 === 0 ? (time - earlyTime) / (lateTime - earlyTime) : 0.5
    const guess = early + BigInt(Math.floor(Number(late - early) * part))
    const middle = guess <= early ? early + 1n : guess >= late ? late - 1n : guess
    const made = await timeOf(middle)
    if (made < time) [early, earlyTime] = [middle, made]
    else [late, lateTime] = [middle, made]
  }
  return late
}
