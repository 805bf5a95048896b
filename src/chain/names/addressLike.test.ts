import fc from 'fast-check'
import { normalize } from 'viem/ens'
import { describe, expect, test } from 'vitest'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { isAddressLike, isBnbName, toBnbName } from './addressLike.ts'

const dana = payeeAt(5)
const digits = dana.slice(2)
const groups = (length: number, between: string) =>
  digits.match(new RegExp(`.{1,${length}}`, 'g'))?.join(between) ?? ''

describe('a text that could be taken for an address', () => {
  test.each([
    ['an address', dana],
    ['in lower case', dana.toLowerCase()],
    ['with a prefix', `bnb:${dana}`],
    ['in a sentence', `Dana (${dana})`],
    ['right after a word', `Dana${dana}`],
    ['without 0x', digits],
    ['with a digit too few', dana.slice(0, -1)],
    ['with a digit too many', `${dana}0`],
    ['ten digits of it', digits.slice(4, 14)],
    ['shortened', `${dana.slice(0, 6)}…${dana.slice(-4)}`],
    ['shortened by dots', `${dana.slice(0, 6)}...${dana.slice(-4)}`],
    ['with a zero-width space', `${dana.slice(0, 6)}\u200b${dana.slice(6)}`],
    ['with a zero-width space after every digit', [...dana].join('\u200b')],
    ['with direction marks', `\u202e${[...dana].join('\u2066')}`],
    ['with soft hyphens', [...dana].join('\u00ad')],
    ['with combining marks', [...dana].join('\u0301')],
    ['with tag characters', [...dana].join('\u{e0041}')],
    ['with Hangul fillers', [...dana].join('\u3164')],
    ['with spaces between its digits', [...digits].join(' ')],
    ['in groups of four', groups(4, ' ')],
    ['in groups of two', groups(2, '\u00a0')],
    ['in groups with hyphens', groups(5, '-')],
    ['in groups with modifier letters', groups(4, '\u02bc')],
    ['in groups with emoji', groups(4, '😀')],
    [
      'in full-width characters',
      [...dana].map((one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)).join(''),
    ],
    [
      'with Cyrillic letters',
      dana.toLowerCase().replaceAll('a', 'а').replaceAll('c', 'с').replaceAll('e', 'е'),
    ],
    ['with the letter O for zeros', dana.toLowerCase().replaceAll('0', 'O')],
  ])('error: %s', (_, text) => {
    expect(isAddressLike(text)).toBe(true)
  })

  test.each([
    ...['', 'Dana', 'Dana Dances', 'Abe Dade', 'Facade Café', 'Ada Bea Dee Fae Abba', '0xDana', '0xAda'],
    ...['Dana 2026-11-26', 'Jade 10.12.2026', 'Dana +1 415 555 0100', 'INV-2026-0117', 'isabella1990'],
    ...['codifiable', 'alibaba', 'Team 8b', '小明', 'Ольга', 'محمد', 'Löwe & Söhne GmbH'],
  ])('behavior: %j is a name', (text) => {
    expect(isAddressLike(text)).toBe(false)
  })

  test('error: any address with anything invisible or any gap inside is found', () => {
    const between = fc.constantFrom('', '', '\u200b', '\u2060', '\u202d', ' ', '\u00a0', '-', '\u034f')
    fc.assert(
      fc.property(fc.nat(), fc.array(between, { minLength: 42, maxLength: 42 }), (index, gaps) => {
        const text = [...payeeAt(index)].map((one, place) => one + gaps[place]).join('')
        expect(isAddressLike(text)).toBe(true)
      }),
      propertyRuns(100),
    )
  })
})

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
      propertyRuns(500),
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
      propertyRuns(500),
    )
  })
})
