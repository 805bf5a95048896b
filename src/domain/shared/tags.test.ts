import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyUnicode } from '#tests/support/arbitraries.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { isTag, tagsOf, toTag } from './tags.ts'

describe('tags', () => {
  test('behavior: are clean, in lower case and each once', () => {
    expect(tagsOf(' Autumn  2026,autumn 2026,, \u202eReels ')).toEqual(['autumn 2026', 'reels'])
  })

  test.each([
    ['autumn', true],
    ['Autumn', false],
    ['', false],
    [' autumn', false],
    ['a,b', false],
    ['x'.repeat(30), true],
    ['x'.repeat(31), false],
    ['a\u202eb', false],
  ])('behavior: "%s" is one: %s', (text, is) => {
    expect(isTag(text)).toBe(is)
  })

  test('error: no text, however hostile, becomes a tag that is read back as another one', () => {
    fc.assert(
      fc.property(anyUnicode({ maxLength: 60 }), (text) => {
        const tag = toTag(text)
        expect(toTag(tag)).toBe(tag)
        expect(tagsOf(text).every((one) => tagsOf(one).join() === one)).toBe(true)
      }),
      propertyRuns(250),
    )
  })
})
