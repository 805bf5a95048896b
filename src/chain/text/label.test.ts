import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyUnicode } from '#tests/support/arbitraries.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { cleanLabel, labelLength } from './label.ts'

/** Unicode's direction controls, and invisible characters between letters. */
const invisible =
  '\u200b\u200c\u200d\u2060\ufeff\u00ad\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'

describe('a foreign text', () => {
  test('behavior: cleaning removes everything that hides, reverses or breaks a line, and is idempotent', () => {
    const nasty = fc.oneof(
      fc.constantFrom(...invisible, '\n', '\t', '\u2028', '\u0301', '\u{e0041}', '\ud800'),
    )
    const text = fc.array(fc.oneof(anyUnicode({ maxLength: 8 }), nasty), { maxLength: 30 })
    fc.assert(
      fc.property(text, (parts) => {
        const clean = cleanLabel(parts.join(''))
        expect(clean).not.toMatch(/[\p{C}\u2028\u2029]|\p{M}{3}| {2}|^ | $/u)
        expect(cleanLabel(clean)).toBe(clean)
      }),
      propertyRuns(2_500),
    )
  })

  test.each([
    'Zoë Müller',
    'Dvořák & Łukasz',
    'Nguyễn Thị Minh Khai',
    'Ελένη Παπαδοπούλου',
    'Наталья Щукина',
    'محمد علي',
    'שרה כהן',
    'प्रिया शर्मा',
    'สมชาย ใจดี',
    '山田 太郎',
    '김민준',
  ])('behavior: keeps the name %s', (name) => {
    expect(cleanLabel(name)).toBe(name.normalize('NFC'))
  })

  test('behavior: counts characters, not code units', () => {
    expect(labelLength('🎉🎉')).toBe(2)
  })
})
