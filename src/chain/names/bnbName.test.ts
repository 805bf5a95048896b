import fc from 'fast-check'
import { normalize } from 'viem/ens'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { isBnbName, toBnbName } from './bnbName.ts'

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
    ['a label in Punycode', 'xn--dna-9cd.bnb'],
    ['two hyphens in the third and fourth place', 'pay.ab--c.bnb'],
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

describe('toBnbName', () => {
  test.each([
    ['dana.bnb', 'dana.bnb'],
    ['DANA.Bnb', 'dana.bnb'],
    ['Pay.Dana-2.BNB', 'pay.dana-2.bnb'],
  ])('behavior: %s is %s', (typed, name) => expect(toBnbName(typed)).toBe(name))

  test.each([
    '\u212Aai.bnb',
    '\u0130da.bnb',
    'd\u0430na.bnb',
    'dana\uFF0Ebnb',
    'dana.eth',
    ' dana.bnb',
    'bnb',
    '',
  ])('error: %j is none', (typed) => expect(toBnbName(typed)).toBeNull())

  const piece = fc.constantFrom(
    ...[
      'a',
      'Z',
      '0',
      '-',
      '--',
      '.',
      'x',
      'N',
      '_',
      ' ',
      '\u0430',
      '\u212a',
      '\u0131',
      '\u00df',
      '\u200d',
      '\uff0e',
    ],
  )
  const typed = fc.oneof(
    fc.array(piece, { maxLength: 8 }).map((all) => `${all.join('')}.bnb`),
    fc.string({ unit: 'grapheme', maxLength: 12 }).map((label) => `${label}.BNB`),
    fc.stringMatching(/^[a-zA-Z0-9-]{1,12}\.[bB]nb$/),
  )

  test('behavior: is what ENSIP-15 makes of the same text, or none', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const name = toBnbName(text)
        if (name !== null) expect(name).toBe(normalize(text))
      }),
      propertyRuns(1_000),
    )
  })

  /** Another description of the same names, without expressions. */
  const isPlain = (text: string) => {
    const labels = text.split('.')
    const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
    return (
      labels.length > 1 &&
      labels.at(-1)?.toLowerCase() === 'bnb' &&
      labels.every(
        (label) =>
          label !== '' &&
          [...label].every((sign) => sign === '-' || letters.includes(sign)) &&
          !label.startsWith('-') &&
          !label.endsWith('-') &&
          label.slice(2, 4) !== '--',
      )
    )
  }

  test('behavior: accepts exactly letters, digits and inner hyphens under .bnb', () => {
    fc.assert(
      fc.property(typed, (text) => {
        expect(toBnbName(text) !== null).toBe(isPlain(text))
      }),
      propertyRuns(1_000),
    )
  })
})
