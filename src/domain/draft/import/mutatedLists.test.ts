import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Amount from '#chain/money/Amount.ts'
import { openLeftovers } from '#domain/draft/payoutDraft.ts'
import { usdt } from '#tests/support/activityItems.ts'
import { anyMutations } from '#tests/support/listMutations.ts'
import { pastedLists } from '#tests/support/pastedLists.ts'
import { sameRuns } from '#tests/support/propertyRuns.ts'
import { SAFE } from '#tests/support/safeExamples.ts'
import { doubtOf } from '#tests/support/strictReader.ts'
import { readRows } from './readRows.ts'

test('error: a changed list pays only what a strict reader finds beyond doubt, or asks', async () => {
  const seen = { lists: 0, paid: 0 }
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...pastedLists), anyMutations, async (list, change) => {
      const text = change(list.text)
      const token = list.chosen === false ? null : usdt
      const read = await readRows(text, { payer: SAFE, tokens: new Map(), token })
      seen.lists++
      const isAsked = read.separator.state === 'ambiguous' || read.unclear.length > 0 || read.style === null
      if (isAsked || read.currencies.length > 0) return
      const asked = openLeftovers(read.leftovers, {})
      if (asked.some(({ kind }) => kind === 'above' || kind === 'heading')) return
      const left = new Set(asked.flatMap(({ values }) => values.flatMap((value) => value.lines)))
      for (const { read: row, line, lines, maybeCut } of read.records) {
        if (!row.ok || maybeCut || left.has(line)) continue
        seen.paid++
        const { payee, amount } = row.payment
        const payment = { payee, amount: Amount.toDecimal(amount), symbol: amount.token.symbol, line, lines }
        expect(doubtOf(text, payment, token?.symbol ?? null), JSON.stringify([text, payment])).toBeNull()
      }
    }),
    // The same mutations each time: the strict reader refuses a little more than it has to, so a person judges new finds.
    sameRuns(500, 100_000),
  )
  // A reader that asks about everything would prove nothing.
  expect(seen.paid).toBeGreaterThan(seen.lists / 3)
}, 1_800_000)
