import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { isAddressLike } from './addressLike.ts'

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
      propertyRuns(200),
    )
  })
})
