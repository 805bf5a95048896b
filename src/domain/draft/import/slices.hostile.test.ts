import { describe, expect, test } from 'vitest'
import { hostileTexts } from '#tests/support/hostileTexts.ts'
import { SAFE } from '#tests/support/safeExamples.ts'
import { readRows } from './readRows.ts'

// `npm run bench` measures how long each of them blocks a page.
describe('reading hostile texts (A18)', () => {
  test.each(hostileTexts)('error: %s gives errors, and every line is counted', async (_, text) => {
    const read = await readRows(text, { payer: SAFE, token: null, tokens: new Map() })
    expect(read.counts.rows).toBe(0)
    expect(read.counts.errors + read.counts.header).toBe(read.lines)
  })
})
