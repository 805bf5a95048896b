import { describe, expect, test } from 'vitest'
import { shortName } from './accountName.ts'

describe('shortName', () => {
  test.each([
    ['dana.bnb', 'dana.bnb'],
    [`${'a'.repeat(24)}.bnb`, `${'a'.repeat(24)}.bnb`],
    [`${'a'.repeat(25)}.bnb`, `${'a'.repeat(24)}...`],
    ['pay.dana.bnb', 'pay.dana.bnb'],
    [`pay.${'a'.repeat(30)}.bnb`, `pay.${'a'.repeat(20)}...`],
  ])('behavior: shortens %s to %s', (name, short) => {
    expect(shortName(name)).toBe(short)
  })
})
