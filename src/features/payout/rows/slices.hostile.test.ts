import { describe, expect, test } from 'vitest'
import { SAFE } from '../../../../tests/support/safeExamples.ts'
import { readRows } from './readRows.ts'

/** The longest time (ms) for which nothing else could run while a text was read. */
async function longestPause(text: string): Promise<number> {
  let [last, longest, isDone] = [performance.now(), 0, false]
  const tick = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    if (!isDone) setImmediate(tick)
  }
  setImmediate(tick)
  await readRows(text, { payer: SAFE, token: null, tokens: new Map() })
  isDone = true
  tick()
  return longest
}

describe('reading hostile texts (A18)', () => {
  test.each([
    ['five million quotes on one line', '"'.repeat(5_000_000)],
    ['a million cells on one line', ','.repeat(1_000_000)],
    ['a megabyte of zeros', `0x${'0'.repeat(1_000_000)},1.${'0'.repeat(1_000_000)},USDT`],
    ['a megabyte that nobody sees', '\u200b'.repeat(1_000_000)],
    ['a quote that is never closed before a million lines', `"${'\n'.repeat(1_000_000)}`],
    ['a thousand lines of quotes', `${'"'.repeat(9_000)}\n`.repeat(1_000)],
  ])('error: %s end as errors, and block nothing for long', async (_, repeated) => {
    // In one piece, as a pasted text is: putting the repetitions together is no part of the reading.
    const text = Buffer.from(repeated).toString()
    const pause = await longestPause(text)
    const read = await readRows(text, { payer: SAFE, token: null, tokens: new Map() })
    expect(read.counts.rows).toBe(0)
    expect(read.counts.errors + read.counts.header).toBe(read.lines)
    if (process.env.DEEP) expect(pause).toBeLessThan(50)
    else expect(pause).toBeGreaterThan(0)
  })
})
