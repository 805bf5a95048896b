import { readRows } from '#domain/payout/import/readRows.ts'
import { hostileTexts } from '../support/hostileTexts.ts'
import { SAFE } from '../support/safeExamples.ts'
import { print } from './figures.ts'

/** How long nothing else can run while texts that are made to be slow are read as rows. */
export async function hostileRows(): Promise<void> {
  for (const [what, repeated] of hostileTexts) {
    // In one piece, as a pasted text is: putting the repetitions together is no part of the reading.
    const text = Buffer.from(repeated).toString()
    // A busy machine makes any one of them longer.
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
