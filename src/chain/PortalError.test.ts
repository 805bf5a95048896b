import { describe, expect, test } from 'vitest'
import { cyclic, revoked, throwing, throwingCause } from '#tests/support/hostileValues.ts'
import { causes, findPortalError, PortalError } from './PortalError.ts'

const refused = new PortalError('refused', 'No.')
describe('the error of the portal', () => {
  test('behavior: is found at any depth', () => {
    expect(findPortalError(refused)).toBe(refused)
    expect(findPortalError(new Error('a', { cause: new Error('b', { cause: refused }) }))).toBe(refused)
    expect(findPortalError({ cause: refused })).toBe(refused)
  })

  test('behavior: of two, the outer one is returned', () => {
    const outer = new PortalError('unknown-result', 'Who knows.', { cause: refused })
    expect(findPortalError(outer)).toBe(outer)
  })

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'refused'],
    ['another error', new Error('refused')],
    ['a circle', cyclic],
    ['a cause that throws', throwingCause],
    ['an object that throws', throwing],
    ['a revoked proxy', revoked],
    ['a revoked proxy as a cause', new Error('a', { cause: revoked })],
  ])('error: %s contains none', (_, thrown) => {
    expect(findPortalError(thrown)).toBeNull()
  })
})

test('error: the walk ends at a cycle, at a link that throws, and at absurd depths', () => {
  expect(causes(cyclic)).toHaveLength(2)
  expect(causes(throwing)).toHaveLength(1)
  let deep = new Error('end')
  for (let depth = 0; depth < 100; depth++) deep = new Error(`${depth}`, { cause: deep })
  expect(causes(deep)).toHaveLength(16)
})
