import { describe, expect, test } from 'vitest'
import * as Amount from '#chain/money/Amount.ts'
import { withTicks } from '#domain/payee/checkPayee.ts'
import { usdt } from '#tests/support/activityItems.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { SAFE } from '#tests/support/safeExamples.ts'
import { type DraftView, toReviewInput, unskipped, viewDraft } from './draftView.ts'
import { readDraftRows } from './parsedDraft.ts'
import {
  newDraft,
  type PayoutDraft,
  skipReason,
  typedDraft,
  withColumn,
  withEdit,
  withFill,
  withOptions,
  withoutRow,
  withRow,
  withSkip,
  withUndo,
} from './payoutDraft.ts'
import { countsText } from './reportWords.ts'

const text = [
  'Wallet;Amount;Token',
  `${payeeAt(1)};1.5;USDT`,
  `${payeeAt(2)};x;USDT`,
  '',
  `${payeeAt(3)};2.25;`,
].join('\n')

async function viewOf(draft: PayoutDraft): Promise<DraftView> {
  return viewDraft(await readDraftRows(draft, SAFE), draft)
}

/** Each row that is not skipped: what it pays, or `error`. */
function reported(view: DraftView): string[] {
  return [...unskipped(view)].map(({ line, read }) =>
    read.ok ? `${line} ${Amount.format(read.payment.amount)}` : `${line} error`,
  )
}

describe('rows of a text', () => {
  test('behavior: an edit corrects its row only, updates the counts, and can be undone', async () => {
    const draft = newDraft(text)
    expect(countsText((await viewOf(draft)).counts)).toBe('5 lines: 1 row, 2 errors, 1 blank, 1 header')
    const mended = withEdit(draft, 3, { amount: '7' })
    const view = await viewOf(mended)
    expect(reported(view)).toEqual(['2 1.50 USDT', '3 7 USDT', '5 error'])
    expect(view.errors).toEqual([5])
    expect(countsText(view.counts)).toBe('5 lines: 2 rows, 1 error, 1 blank, 1 header')
    expect(reported(await viewOf(withEdit(mended, 3, null)))).toEqual(['2 1.50 USDT', '3 error', '5 error'])
  })

  test('behavior: a skipped row keeps its reason, is not paid, and can be restored', async () => {
    const draft = newDraft(text)
    const before = await viewOf(draft)
    const wrong = before.rowAt(before.placeOf(3))
    const reason = wrong ? skipReason(wrong) : ''
    expect(reason).toMatch(/amount|number|digits/i)
    const skipped = withSkip(withSkip(draft, 3, reason), 5, 'No token.')
    const view = await viewOf(skipped)
    expect(view.paid).toBe(1)
    expect(countsText(view.counts)).toBe('5 lines: 1 row, 2 skipped, 1 blank, 1 header')
    expect(toReviewInput(view)?.skipped).toEqual([
      { line: 3, reason },
      { line: 5, reason: 'No token.' },
    ])
    expect(reported(await viewOf(withSkip(skipped, 3, null)))).toEqual(['2 1.50 USDT', '3 error'])
  })

  test('error: nothing is passed on while one row has an error', async () => {
    const draft = withSkip(newDraft(text), 3, 'wrong')
    expect(toReviewInput(await viewOf(draft))).toBeNull()
    const chosen = withOptions(draft, { token: usdt.address?.toLowerCase() ?? '' })
    expect(toReviewInput(await viewOf(chosen))?.payments).toHaveLength(2)
  })

  test('behavior: a typed amount is plain, and the others are read in the file’s style', async () => {
    const file = [`${payeeAt(1)};1.234,5;USDT`, `${payeeAt(2)};2.000,25;USDT`].join('\n')
    const draft = withOptions(newDraft(file), { style: 'point-comma' })
    expect(reported(await viewOf(withEdit(draft, 1, { amount: '1.5' })))).toEqual([
      '1 1.50 USDT',
      '2 2,000.25 USDT',
    ])
    expect(reported(await viewOf(withEdit(draft, 1, { payee: payeeAt(9) })))).toEqual([
      '1 1,234.50 USDT',
      '2 2,000.25 USDT',
    ])
  })

  test('error: lines that a quotation mark may have swallowed cannot be edited as one row', async () => {
    const file = `${payeeAt(1)},"1,USDT\n${payeeAt(2)},2,USDT`
    const cut = withOptions(newDraft(file), { separator: ',' })
    const draft = withEdit(cut, 1, { payee: payeeAt(1), amount: '1', token: 'USDT' })
    const view = await viewOf(draft)
    expect(view.paid).toBe(0)
    expect(view.errors).toEqual([1])
  })

  test('behavior: an edit of a line that is no longer a row does nothing', async () => {
    const draft = withEdit(withSkip(newDraft(text), 1, 'gone'), 4, { amount: '1' })
    const view = await viewOf(draft)
    expect(view.skipped).toEqual([])
    expect(countsText(view.counts)).toBe('5 lines: 1 row, 2 errors, 1 blank, 1 header')
  })
})

describe('typed rows', () => {
  test('behavior: a list starts with one empty row, which is an error until it is complete', async () => {
    const empty = typedDraft()
    expect(countsText((await viewOf(empty)).counts)).toBe('1 row added by hand: 1 error')
    const typed = withEdit(empty, 1, { payee: payeeAt(1), amount: '0.5' })
    expect((await viewOf(typed)).errors).toEqual([1])
    expect(reported(await viewOf(withEdit(typed, 1, { token: 'bnb' })))).toEqual(['1 0.50 BNB'])
  })

  test('error: a payment link or a token in the payee of an edited row is a fault where the row says another', async () => {
    const link = `ethereum:${usdt.address}@56/transfer?address=${payeeAt(1)}&uint256=5e18`
    const typed = (payee: string, amount: string, token: string) =>
      viewOf(withEdit(typedDraft(), 1, { payee, amount, token })).then(reported)
    expect(await typed(link, '5', 'USDT')).toEqual(['1 5 USDT'])
    expect(await typed(link, '7', 'USDT')).toEqual(['1 error'])
    expect(await typed(link, '5', 'USDC')).toEqual(['1 error'])
    const named = newDraft(`Wallet,Amount,Token\nUSDC ${payeeAt(1)},5,USDT\n${payeeAt(2)},6,USDT`)
    expect(reported(await viewOf(withEdit(named, 2, { amount: '4' })))).toEqual(['2 error', '3 6 USDT'])
  })

  test('behavior: rows are added after the text, and a removed row loses its edits', async () => {
    const draft = withEdit(withRow(withRow(newDraft(text), 5), 5), 7, { amount: '1' })
    expect(draft.added).toEqual([6, 7])
    expect(withoutRow(draft, 7)).toMatchObject({ added: [6], edits: new Map() })
    expect(withoutRow(draft, 2)).toBe(draft)
    expect(withRow(withoutRow(draft, 6), 5).added).toEqual([7, 8])
  })
})

describe('amounts for many rows', () => {
  const amount = (value: bigint) => ({ token: usdt, value: value * 10n ** 18n })

  test('behavior: filled-in amounts replace cells and edits, and one undo restores both', async () => {
    const draft = withEdit(newDraft(text), 3, { payee: payeeAt(8), amount: '9' })
    const filled = withFill(draft, [2, 3, 5], [amount(1n), amount(2n), amount(3n)])
    const view = await viewOf(filled)
    expect(reported(view)).toEqual(['2 1 USDT', '3 2 USDT', '5 3 USDT'])
    expect(view.rowAt(1)?.read).toMatchObject({ payment: { payee: payeeAt(8) } })
    expect(withUndo(filled)).toEqual(draft)
  })

  test('behavior: after another change there is nothing to undo', () => {
    const filled = withFill(newDraft(text), [2], [amount(1n)])
    for (const change of [withEdit(filled, 2, { amount: '3' }), withSkip(filled, 3, 'no')]) {
      expect(withUndo(change)).toBe(change)
    }
  })
})

test('behavior: a column with a new use loses the old one, and a new separator resets the columns', () => {
  const mapping = {
    payee: 0,
    amount: 1,
    token: null,
    tokenType: null,
    name: null,
    reference: 2,
    handle: null,
    note: null,
  }
  const moved = withColumn(mapping, 'payee', 2)
  expect(moved).toEqual({
    payee: 2,
    amount: 1,
    token: null,
    tokenType: null,
    name: null,
    reference: null,
    handle: null,
    note: null,
  })
  const draft = withOptions(newDraft(text), { mapping: moved })
  expect(withOptions(draft, { style: 'plain' }).options.mapping).toBe(moved)
  expect(withOptions(draft, { separator: ',' }).options.mapping).toBeNull()
  expect(withOptions(draft, { header: false }).options.mapping).toBeNull()
})

test('error: the number style of one column does not apply to another (A16)', () => {
  const mapping = {
    payee: 0,
    amount: 1,
    token: null,
    tokenType: null,
    name: null,
    reference: null,
    handle: null,
    note: null,
  }
  const chosen = withOptions(withOptions(newDraft(text), { mapping }), { style: 'point-comma' })
  expect(chosen.options.style).toBe('point-comma')
  expect(withOptions(chosen, { mapping: { ...mapping, amount: 2 } }).options.style).toBeNull()
  expect(withOptions(chosen, { separator: ',' }).options.style).toBeNull()
  expect(withOptions(chosen, { header: true }).options.style).toBeNull()
  expect(withOptions(chosen, { mapping: { ...mapping, token: 2 } }).options.style).toBe('point-comma')
  expect(withOptions(chosen, { token: 'bnb' }).options.style).toBe('point-comma')
})

test('behavior: a confirmation applies to its id only', () => {
  const draft = withTicks(withTicks(newDraft(text), ['a', 'b'], true), ['a'], false)
  expect([...draft.ticks]).toEqual(['b'])
})
