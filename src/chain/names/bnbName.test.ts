import { describe, expect, test } from 'vitest'
import { isBnbName } from './spaceId.ts'

describe('isBnbName', () => {
  test.each(['dana.bnb', 'a.bnb', '0.bnb', 'pay.dana.bnb', 'dana-dances.bnb', 'a--b.bnb', 'bnb.bnb'])(
    'behavior: %s is a name',
    (name) => expect(isBnbName(name)).toBe(true),
  )

  test.each([
    ['nothing', ''],
    ['the suffix alone', 'bnb'],
    ['an empty label', '.bnb'],
    ['an empty label inside', 'pay..bnb'],
    ['another suffix', 'dana.eth'],
    ['a suffix that only ends alike', 'danabnb'],
    ['upper case', 'Dana.bnb'],
    ['an upper-case suffix', 'dana.BNB'],
    ['a hyphen at the start', '-dana.bnb'],
    ['a hyphen at the end', 'dana-.bnb'],
    ['an underscore', 'da_na.bnb'],
    ['a space', 'dana dances.bnb'],
    ['a line break at the end', 'dana.bnb\n'],
    ['a Cyrillic a', 'd\u0430na.bnb'],
    ['a Turkish dotless i, which upper-cases to I', 'd\u0131na.bnb'],
    ['a Kelvin sign, which lower-cases to k', '\u212Aai.bnb'],
    ['an emoji', '\u{1F9F6}.bnb'],
    ['a zero-width joiner', 'da\u200Dna.bnb'],
    ['a right-to-left override', '\u202Edana.bnb'],
    ['a full-width stop', 'dana\uFF0Ebnb'],
    ['markup', '<b>.bnb'],
  ])('error: %s is not a name', (_, text) => expect(isBnbName(text)).toBe(false))

  test('error: a name has at most 255 characters', () => {
    expect(isBnbName(`${'a'.repeat(251)}.bnb`)).toBe(true)
    expect(isBnbName(`${'a'.repeat(252)}.bnb`)).toBe(false)
  })

  test('error: refuses a text of millions of characters', () => {
    const long = `${'a-'.repeat(5_000_000)}.bnb`
    expect(isBnbName(long)).toBe(false)
  })

  test.each([undefined, null, 7, {}, [], ['dana.bnb'], new String('dana.bnb')])(
    'error: a value that is not a string (%#) is not a name',
    (value) => expect(isBnbName(value)).toBe(false),
  )
})
