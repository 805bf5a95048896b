import { expect, test } from 'vitest'
import { guardStorage } from '#boot/storage.ts'
import { accountKey } from '#storage/keys.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { SAFE } from '#tests/support/safeExamples.ts'
import { keepDraft, openDraft } from './keptDraft.ts'
import { newDraft } from './payoutDraft.ts'

const kept = newDraft(`${payeeAt(1)}, 1, USDT`)
const rows = newDraft(`${payeeAt(2)}, 2, USDT`)
const ofPayout = { kind: 'payout', id: 'a' } as const

function open() {
  const stored = new Map<string, string>()
  return guardStorage(() => ({
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
  }))
}

test('behavior: the rows of a payout open as a new draft if there is none', () => {
  expect(openDraft(open(), SAFE, ofPayout, rows)).toEqual({ kind: 'draft', draft: rows, keptAt: null })
})

test('behavior: the rows of a payout never replace a stored draft without a question', () => {
  const storage = open()
  keepDraft(storage, SAFE, kept, 7)
  expect(openDraft(storage, SAFE, ofPayout, rows)).toMatchObject({ kind: 'choice', rows, keptAt: 7 })
  expect(openDraft(storage, SAFE, { kind: 'kept' }, null)).toMatchObject({ kind: 'draft', keptAt: 7 })
})

test('error: rows that are not stored here, and a draft that is gone or unreadable, are said', () => {
  const storage = open()
  expect(openDraft(storage, SAFE, ofPayout, null)).toEqual({ kind: 'gone' })
  expect(openDraft(storage, SAFE, { kind: 'kept' }, null)).toEqual({ kind: 'gone' })
  storage.setItem(accountKey('draft', SAFE), 'x')
  expect(openDraft(storage, SAFE, { kind: 'kept' }, null)).toEqual({ kind: 'unreadable' })
})
