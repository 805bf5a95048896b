import { expect, test } from 'vitest'
import { PortalError, type PortalErrorKind } from '#chain/PortalError.ts'
import { errorText } from './errorText.ts'

const kinds: readonly PortalErrorKind[] = [
  'rejected',
  'busy',
  'unreachable',
  'malformed',
  'refused',
  'unknown-result',
]

test.each(kinds)('behavior: %s says what happened, what it means for the money, and what to do', (kind) => {
  const text = errorText(new Error('outer', { cause: new PortalError(kind, 'What happened.') }))
  expect(text.what).toBe('What happened.')
  expect(text.money).toMatch(/\.$/)
  expect(text.todo).toMatch(/\.$/)
})

test('error: only an unknown result leaves it open whether money was sent', () => {
  const mayHavePaid = kinds.filter((kind) => /don’t know/.test(errorText(new PortalError(kind, 'x')).money))
  expect(mayHavePaid).toEqual(['unknown-result'])
})

test.each([undefined, null, 'text', 7, {}, new Error('secret detail'), new TypeError('x is undefined')])(
  'error: an unexpected error (%s) shows no internals',
  (thrown) => {
    const { what, todo } = errorText(thrown)
    expect(what).toBe('Something went wrong on our side.')
    expect(todo).toMatch(/Activity/)
  },
)
