import * as v from 'valibot'
import { toHex } from 'viem'
import { ask } from '#chain/rpc/ask.ts'
import { getHead, quantity } from '#chain/rpc/questions.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'

const block = v.object({ number: quantity, timestamp: quantity })

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
