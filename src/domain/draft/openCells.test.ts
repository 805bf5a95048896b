import { expect, test } from 'vitest'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { SAFE } from '#tests/support/safeExamples.ts'
import { openCells, viewDraft, withErrorsSkipped } from './draftView.ts'
import { readDraftRows } from './parsedDraft.ts'
import { newDraft, skipReason, typedDraft, withEdit } from './payoutDraft.ts'

const text = ['Wallet;Amount;Token', `${payeeAt(1)};1.5;USDT`, `${payeeAt(2)};x;USDT`, `y;2.25;USDT`].join(
  '\n',
)

const viewOf = async (draft = newDraft(text)) => viewDraft(await readDraftRows(draft, SAFE), draft)

/** The row that begins at a line. */
async function rowAt(line: number, draft = newDraft(text)) {
  const view = await viewOf(draft)
  const row = view.rowAt(view.placeOf(line))
  if (!row) throw new Error(`No row at line ${line}`)
  return row
}

const closed = { edit: undefined, open: undefined, isAdded: false, isAsked: false }

test('behavior: only the cells with an error are fields', async () => {
  expect(openCells({ ...closed, row: await rowAt(2) })).toEqual([])
  expect(openCells({ ...closed, row: await rowAt(3) })).toEqual(['amount'])
  expect(openCells({ ...closed, row: await rowAt(4) })).toEqual(['payee'])
})

test('behavior: a question about the whole list leaves no single cell to correct', async () => {
  expect(openCells({ ...closed, row: await rowAt(3), isAsked: true })).toEqual([])
})

test('behavior: all cells of a row are fields once a person opens it', async () => {
  expect(openCells({ ...closed, row: await rowAt(2), open: 'all' })).toEqual(['payee', 'amount', 'token'])
})

test('behavior: a cell stays a field while it is being corrected, even if it is right by now', async () => {
  const edit = { amount: '7' }
  const row = await rowAt(3, withEdit(newDraft(text), 3, edit))
  expect(openCells({ ...closed, row, edit, open: 'touched' })).toEqual(['amount'])
  expect(openCells({ ...closed, row, edit })).toEqual([])
})

test('behavior: a row added by hand is all fields until it is complete', async () => {
  const row = await rowAt(1, typedDraft())
  expect(openCells({ ...closed, row, isAdded: true })).toEqual(['payee', 'amount', 'token'])
})

test('behavior: every row with an error can be skipped at once, each with its faults as the reason', async () => {
  const draft = newDraft(text)
  const view = await viewOf(draft)
  const skipped = withErrorsSkipped(draft, view)
  expect([...skipped.skips.keys()]).toEqual([3, 4])
  expect(skipped.skips.get(3)).toBe(skipReason(await rowAt(3)))
  expect((await viewOf(skipped)).errors).toEqual([])
})
