import { readRows } from '#domain/draft/import/readRows.ts'
import { hostileTexts } from '#tests/support/hostileTexts.ts'
import { SAFE } from '#tests/support/safeExamples.ts'
import { print } from './figures.ts'

/** Measures how long reading texts made to be slow blocks everything else. */
export async function hostileRows(): Promise<void> {
  for (const [what, repeated] of hostileTexts) {
    // As one flat string, like a pasted text: joining the repetitions is not part of the reading.
    const text = Buffer.from(repeated).toString()
    // Takes the minimum of three, because a busy machine can make any run longer.
    const pauses = [await longestPause(text), await longestPause(text), await longestPause(text)]
    print(`${what}, the longest pause`, Math.min(...pauses), 'ms', 'under 50')
  }
}

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
