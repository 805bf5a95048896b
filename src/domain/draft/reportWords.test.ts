import { describe, expect, test } from 'vitest'
import * as Amount from '#chain/money/Amount.ts'
import { usdt } from '#tests/support/activityItems.ts'
import { payees } from '#tests/support/pastedLists.ts'
import { SAFE } from '#tests/support/safeExamples.ts'
import { readRows, type TextOptions } from './import/readRows.ts'
import { compareTotals } from './reportWords.ts'

const { A, B } = payees

/** The doubt about the totals of a list of 5 and 6 USDT; null for none. @param currencies the token that each means */
async function doubtAbout(text: string, currencies: Readonly<Record<string, string>> = {}) {
  const options: TextOptions = {
    payer: SAFE,
    tokens: new Map(),
    token: usdt,
    currencies: new Map(Object.entries(currencies)),
  }
  const { totals, records } = await readRows(text, options)
  const sums = Amount.totalsOf(records.flatMap(({ read }) => (read.ok ? [read.payment] : [])))
  const { doubt } = compareTotals(totals, sums)
  return doubt?.kind === 'total' ? [doubt.said, doubt.paid] : doubt
}

describe('a total of a list', () => {
  test.each([
    ['another token', `to,amount\n${A},5\n${B},6\nTotal,11 USDC`, '11 USDC'],
    ['a currency', `to,amount\n${A},5\n${B},6\nTotal,11 €`, '11 €'],
    ['a currency, in a chat', `${A} 5\n${B} 6\nTotal: 11 EUR`, '11 €'],
  ])('error: in %s is a doubt, although its number is the sum', async (_, text, said) => {
    expect(await doubtAbout(text)).toEqual([said, '11 USDT'])
  })

  test('behavior: is none beside one that matches, or in the currency of its rows', async () => {
    const rows = `to,amount\n${A},5\n${B},6`
    expect(await doubtAbout(`${rows}\nTotal,11 USDT\nTotal,10 EUR`)).toBeNull()
    const inEuros = `to,amount\n${A},5 €\n${B},6 €\nTotal,11 €`
    expect(await doubtAbout(inEuros, { '€': usdt.address?.toLowerCase() ?? '' })).toBeNull()
  })
})
