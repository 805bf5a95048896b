import { describe, expect, test } from 'vitest'
import { withTicks } from '#domain/payee/checkPayee.ts'
import { newDraft, withChangedText, withEdit, withOptions, withRow, withSkip } from './payoutDraft.ts'

const lines = (...rows: readonly string[]) => rows.join('\n')

describe('a text that is pasted again', () => {
  test('behavior: what a person did to a line stays with it, wherever the line is now', () => {
    const draft = withSkip(
      withEdit(newDraft(lines('h', 'a', 'b', 'c')), 2, { amount: '5' }),
      4,
      'Your choice.',
    )
    const changed = withChangedText(draft, { kind: 'text', text: lines('h', 'new', 'c', 'a'), source: null })
    expect([...changed.edits]).toEqual([[4, { amount: '5' }]])
    expect([...changed.skips]).toEqual([[3, 'Your choice.']])
  })

  test('behavior: of two equal lines, each keeps its own', () => {
    const draft = withSkip(newDraft(lines('h', 'a', 'a')), 3, 'Your choice.')
    expect([
      ...withChangedText(draft, { kind: 'text', text: lines('h', 'x', 'a', 'a'), source: null }).skips.keys(),
    ]).toEqual([4])
    expect([
      ...withChangedText(draft, { kind: 'text', text: lines('h', 'a'), source: null }).skips.keys(),
    ]).toEqual([])
  })

  test('error: an edit of a line that was changed is gone, because it was made for other cells', () => {
    const draft = withEdit(newDraft(lines('h', 'a')), 2, { payee: 'x' })
    expect(withChangedText(draft, { kind: 'text', text: lines('h', 'b'), source: null }).edits.size).toBe(0)
  })

  test('error: a skip over several lines is gone, because they may be cut anew', () => {
    const draft = withSkip(newDraft(lines('h', '"a', 'b')), 2, '(Lines 2 to 3) A quote mark opens here.')
    expect(
      withChangedText(draft, { kind: 'text', text: lines('h', '"a', 'b"'), source: null }).skips.size,
    ).toBe(0)
  })

  test('behavior: answers stay while the first line does; the token stays anyway', () => {
    const draft = withOptions(newDraft(lines('h', 'a')), { style: 'point-comma', token: 'bnb' })
    expect(withChangedText(draft, { kind: 'text', text: lines('h', 'b'), source: null }).options).toEqual(
      draft.options,
    )
    expect(
      withChangedText(draft, { kind: 'text', text: lines('other', 'b'), source: null }).options,
    ).toMatchObject({
      style: null,
      token: 'bnb',
    })
  })

  test('error: that a column says nothing about paying is asked again of another text', () => {
    const answers = { 'column/note': 'nothing', 'column/status': { open: 'pay' } } as const
    const draft = { ...newDraft(lines('h', 'a')), answers }
    expect(withChangedText(draft, { kind: 'text', text: lines('h', 'b'), source: null }).answers).toEqual({
      'column/status': { open: 'pay' },
    })
  })

  test('behavior: rows added by hand stay behind the last line, with their cells, and checks stay', () => {
    const added = withEdit(withRow(newDraft(lines('h', 'a')), 2), 3, { payee: 'x' })
    const changed = withChangedText(withTicks(added, ['id'], true), {
      kind: 'text',
      text: lines('h', 'a', 'b', 'c'),
      source: 'list.csv',
    })
    expect([changed.added, [...changed.edits], [...changed.ticks], changed.source]).toEqual([
      [5],
      [[5, { payee: 'x' }]],
      ['id'],
      'list.csv',
    ])
  })
})
