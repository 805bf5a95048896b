import fc from 'fast-check'
import { beforeAll, expect, test, vi } from 'vitest'
import * as Amount from '#chain/money/Amount.ts'
import { openLeftovers } from '#domain/draft/payoutDraft.ts'
import { usdt } from '#tests/support/activityItems.ts'
import { anyMutations } from '#tests/support/listMutations.ts'
import { pastedLists, payees } from '#tests/support/pastedLists.ts'
import { sameRuns } from '#tests/support/propertyRuns.ts'
import { SAFE } from '#tests/support/safeExamples.ts'
import { doubtOf } from '#tests/support/strictReader.ts'
import { readRows } from './readRows.ts'

// The table of words suggests and names. Without it a person is asked more, and nothing else is paid.

let readWithoutWords: typeof readRows

beforeAll(async () => {
  const { listWords } = await import('./listWords.ts')
  vi.resetModules()
  vi.doMock('./listWords.ts', () => ({
    listWords: Object.fromEntries(Object.keys(listWords).map((name) => [name, []])),
  }))
  readWithoutWords = (await import('./readRows.ts')).readRows
  vi.doUnmock('./listWords.ts')
  // Other tests share the modules.
  vi.resetModules()
})

const letters = new Map<string, string>(Object.entries(payees).map(([letter, payee]) => [payee, letter]))

/** The rows that are paid without a question. */
async function paidUnasked(read: typeof readRows, text: string, isChosen: boolean) {
  const list = await read(text, { payer: SAFE, tokens: new Map(), token: isChosen ? usdt : null })
  const { separator, unclear, style, currencies, leftovers, records } = list
  const asked = openLeftovers(leftovers, {})
  const isAsked =
    separator.state === 'ambiguous' || unclear.length > 0 || style === null || currencies.length > 0
  if (isAsked || asked.some(({ kind }) => kind === 'above' || kind === 'heading')) return []
  const left = new Set(asked.flatMap(({ values }) => values.flatMap(({ lines }) => lines)))
  return records.filter((row) => row.read.ok && !row.maybeCut && !left.has(row.line))
}

test.each(pastedLists)(
  'error: $name ($from): pays without words only what it pays with them',
  async (list) => {
    const isChosen = list.chosen !== false
    const without = await paidUnasked(readWithoutWords, list.text, isChosen)
    const paid = without.map(({ read }) => {
      if (!read.ok) return ''
      const { payee, amount } = read.payment
      return `${letters.get(payee)} ${Amount.toDecimal(amount)} ${amount.token.symbol}`
    })
    expect(paid.filter((row) => !list.pays.includes(row))).toEqual([])
    const known = new Set((await paidUnasked(readRows, list.text, isChosen)).map(({ line }) => line))
    expect(without.filter(({ line }) => !known.has(line))).toEqual([])
  },
)

test('error: a changed list pays without words only what a strict reader finds beyond doubt', async () => {
  const seen = { lists: 0, paid: 0 }
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...pastedLists), anyMutations, async (list, change) => {
      const text = change(list.text)
      const isChosen = list.chosen !== false
      seen.lists++
      for (const { read, line, lines } of await paidUnasked(readWithoutWords, text, isChosen)) {
        if (!read.ok) continue
        seen.paid++
        const { payee, amount } = read.payment
        const payment = { payee, amount: Amount.toDecimal(amount), symbol: amount.token.symbol, line, lines }
        expect(doubtOf(text, payment, isChosen ? 'USDT' : null), JSON.stringify([text, payment])).toBeNull()
      }
    }),
    sameRuns(250, 100_000),
  )
  expect(seen.paid).toBeGreaterThan(seen.lists / 10)
}, 1_800_000)
