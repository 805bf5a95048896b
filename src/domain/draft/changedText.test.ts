import { describe, expect, test } from 'vitest'
import { withTicks } from '#domain/payee/checkPayee.ts'
import { withChangedText } from './changedText.ts'
import { newDraft, withEdit, withOptions, withRow, withSkip } from './payoutDraft.ts'

const lines = (...rows: readonly string[]) => rows.join('\n')

describe('a text that is pasted again', () => {
  test('behavior: what a person did to a line stays with it, wherever the line is now', () => {
    const draft = withSkip(
      withEdit(newDraft(lines('h', 'a', 'b', 'c')), 2, { amount: '5' }),
      4,
      'Your choice.',
    )
    const changed = withChangedText(draft, lines('h', 'new', 'c', 'a'), null)
    expect([...changed.edits]).toEqual([[4, { amount: '5' }]])
    expect([...changed.skips]).toEqual([[3, 'Your choice.']])
  })

  test('behavior: of two equal lines, each keeps its own', () => {
    const draft = withSkip(newDraft(lines('h', 'a', 'a')), 3, 'Your choice.')
    expect([...withChangedText(draft, lines('h', 'x', 'a', 'a'), null).skips.keys()]).toEqual([4])
    expect([...withChangedText(draft, lines('h', 'a'), null).skips.keys()]).toEqual([])
  })

  test('error: an edit of a line that was changed is gone, because it was made for other cells', () => {
    const draft = withEdit(newDraft(lines('h', 'a')), 2, { payee: 'x' })
    expect(withChangedText(draft, lines('h', 'b'), null).edits.size).toBe(0)
  })

  test('error: a skip over several lines is gone, because they may be cut anew', () => {
    const draft = withSkip(newDraft(lines('h', '"a', 'b')), 2, '(Lines 2 to 3) A quote mark opens here.')
    expect(withChangedText(draft, lines('h', '"a', 'b"'), null).skips.size).toBe(0)
  })

  test('behavior: answers stay while the first line does; the token stays anyway', () => {
    const draft = withOptions(newDraft(lines('h', 'a')), { style: 'point-comma', token: 'bnb' })
    expect(withChangedText(draft, lines('h', 'b'), null).options).toEqual(draft.options)
    expect(withChangedText(draft, lines('other', 'b'), null).options).toMatchObject({
      style: null,
      token: 'bnb',
    })
  })

  test('behavior: rows added by hand stay behind the last line, with their cells, and checks stay', () => {
    const added = withEdit(withRow(newDraft(lines('h', 'a')), 2), 3, { payee: 'x' })
    const changed = withChangedText(withTicks(added, ['id'], true), lines('h', 'a', 'b', 'c'), 'list.csv')
    expect([changed.added, [...changed.edits], [...changed.ticks], changed.source]).toEqual([
      [5],
      [[5, { payee: 'x' }]],
      ['id'],
      'list.csv',
    ])
  })
})
