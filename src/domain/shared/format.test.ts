import { describe, expect, test } from 'vitest'
import { compareNames, count, formatTenths, longDay, ownersMustSign, plural } from './format.ts'

describe('words for one and for several', () => {
  test.each([
    [0, 'payments'],
    [1, 'payment'],
    [1n, 'payment'],
    [2, 'payments'],
    [11n, 'payments'],
    [21, 'payments'],
  ])('behavior: after %s comes %s', (number, words) => {
    expect(plural(number, 'payment')).toBe(words)
  })

  test('behavior: the plural may be any words, or none', () => {
    expect([1, 3].map((number) => plural(number, 'it is', 'they are'))).toEqual(['it is', 'they are'])
    expect(plural(2, ' alone', '')).toBe('')
  })

  test('behavior: a count has its digits in groups', () => {
    expect([1, 1_200].map((number) => count(number, 'entry', 'entries'))).toEqual([
      '1 entry',
      '1,200 entries',
    ])
  })
})

test('behavior: a Safe with one owner needs one owner, not one of one', () => {
  expect([ownersMustSign(1, 1), ownersMustSign(1, 3), ownersMustSign(2, 3)]).toEqual([
    '1 owner must sign',
    '1 of 3 owners must sign',
    '2 of 3 owners must sign',
  ])
})

test('behavior: a day has its month in full', () => {
  expect(longDay(new Date(2026, 10, 6).getTime())).toBe('6 November 2026')
})

test('behavior: a size has at most one decimal', () => {
  expect([1, 1.25, 1_234.56].map(formatTenths)).toEqual(['1', '1.3', '1,234.6'])
})

test('behavior: names are sorted without case and accents, and by their numbers', () => {
  expect(['shop 10', 'Émile', 'shop 9', 'adam', 'Zoe'].sort(compareNames)).toEqual([
    'adam',
    'Émile',
    'shop 9',
    'shop 10',
    'Zoe',
  ])
})
