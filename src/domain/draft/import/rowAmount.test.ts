import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as Amount from '#chain/money/Amount.ts'
import { usdt } from '#tests/support/activityItems.ts'
import { anyUint256 } from '#tests/support/arbitraries.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import {
  allStyles,
  countStyles,
  likelyNumbers,
  type NumberStyle,
  numberExamples,
  readAmountCell,
} from './numberStyle.ts'

const numberStyles = (cells: Iterable<string>) => {
  const counter = countStyles()
  for (const cell of cells) counter.add(cell)
  return counter.result()
}

const read = (cell: string, style: NumberStyle) => {
  const amount = readAmountCell(cell, usdt, style)
  if (!amount.ok) return amount.fault
  return amount.amount ? Amount.toDecimal(amount.amount) : ''
}

test.each<[string, NumberStyle, string]>([
  ['1234.5', 'plain', '1234.5'],
  [' 1234.50\u00a0', 'plain', '1234.5'],
  ['1.000', 'plain', '1'],
  ['1.000', 'point-comma', '1000'],
  ['1.234,56', 'point-comma', '1234.56'],
  ['1234,56', 'point-comma', '1234.56'],
  ['1,234.56', 'comma-point', '1234.56'],
  ['1,000', 'comma-point', '1000'],
  ['1,000', 'point-comma', '1'],
  ['1 234,56', 'space-comma', '1234.56'],
  ['1\u202f234\u00a0567.5', 'space-point', '1234567.5'],
  ["1'234.56", 'apostrophe-point', '1234.56'],
  ['1’234,56', 'apostrophe-comma', '1234.56'],
  ['0.25', 'comma-point', '0.25'],
])('behavior: reads %j in the style %s as %s', (cell, style, number) => {
  expect(read(cell, style)).toBe(number)
})

test.each<[string, string]>([
  ['', 'Enter an amount.'],
  [' \u200b', 'Enter an amount.'],
  ['.', 'Enter digits with a decimal point'],
  ['.5', 'Enter digits with a decimal point'],
  ['5.', 'Enter digits with a decimal point'],
  ['abc', 'Enter digits with a decimal point'],
  ['0', 'Enter an amount above zero.'],
  ['0.000', 'Enter an amount above zero.'],
  ['-5', 'An amount can’t be negative.'],
  ['−5', 'An amount can’t be negative.'],
  ['(5)', 'An amount can’t be negative.'],
  ['+5', 'Enter the amount without a sign.'],
  ['1e3', 'Spreadsheets shorten long numbers like this.'],
  ['1.5E+21', 'Spreadsheets shorten long numbers like this.'],
  ['1,5e3', 'Spreadsheets shorten long numbers like this.'],
  ['0x10', 'This is a hexadecimal number.'],
  ['Infinity', 'Enter a finite amount.'],
  ['∞', 'Enter a finite amount.'],
  ['１２', 'Use the digits 0 to 9.'],
  ['١٢', 'Use the digits 0 to 9.'],
  ['1．5', 'Use the digits 0 to 9.'],
  ['5%', 'This is a percentage.'],
  ['$5', 'Numbers only here.'],
  ['€ 5', 'Numbers only here.'],
  ['5 USDT', 'Numbers only here.'],
  ['1,00,000', 'These digits aren’t in groups of three.'],
  ['1,0000', 'If you mean 1.0000,'],
  ['1,2,3', 'These digits aren’t in groups of three.'],
  ['1.2.3', 'These digits aren’t in groups of three.'],
  ['1,234', 'This can mean 1234 or 1.234.'],
  ['1.234,5', 'If you mean 1234.5,'],
  ["1'000", 'If you mean 1000,'],
  ['1 000', 'If you mean 1000,'],
  ['007', 'This starts with a zero'],
  [`0.${'0'.repeat(18)}1`, 'Too many decimals (USDT allows 18).'],
  [`1${'0'.repeat(60)}`, 'This amount is larger than any token can hold.'],
  ['9'.repeat(100), 'This amount is larger than any token can hold.'],
  ['9'.repeat(101), 'That’s too long for an amount.'],
  ['٣'.repeat(101), 'That’s too long for an amount.'],
  [`5${' '.repeat(100)}`, 'That’s too long for an amount.'],
  ['5 usdt!', 'Enter digits with a decimal point'],
  ['usdt5', 'Enter digits with a decimal point'],
  ['USDT 5.-', 'Numbers only here.'],
  ['a5b', 'Numbers only here.'],
])('error: refuses the amount %j and says why: %s', (cell, words) => {
  expect(read(cell, 'plain')).toContain(words)
  expect(read(cell, 'plain')).toMatch(/^[A-Z].*\.$/)
})

test.each<[string, NumberStyle]>([
  ['1,00,000', 'comma-point'],
  ['1,000.5,0', 'comma-point'],
  ['0.250', 'point-comma'],
  ['0,250', 'comma-point'],
  ['1.000', 'space-comma'],
  ['1  000', 'space-point'],
  ['1,000 000', 'comma-point'],
])('error: refuses %j in the style %s', (cell, style) => {
  expect(Number.isNaN(Number(read(cell, style)))).toBe(true)
})

test('error: suggests possible amounts, and never chooses one', () => {
  const fault = (cell: string) => {
    const amount = readAmountCell(cell, usdt, 'plain')
    return amount.ok ? null : amount.fault
  }
  expect(fault('1.234,5')).toContain('If you mean 1234.5')
  expect(fault('1,000')).toContain('1000 or 1.000')
  expect(likelyNumbers('1'.repeat(100))).toHaveLength(1)
  expect(likelyNumbers('1'.repeat(101))).toEqual([])
})

describe('styles of a file', () => {
  const options = (...cells: string[]) => {
    const styles = numberStyles(cells)
    return styles.state === 'plain'
      ? 'plain'
      : styles.options.map(({ reads, example }) => `${reads}: ${example}`)
  }

  test.each([
    [[]],
    [['1', '250', '1000']],
    [['1234.5', '0.25']],
    [['1.000', '0.25', '0.5']],
    [['1.000', '12.5', '250.75']],
    [['1.000', '1234.500', '0.250']],
    [[...Array<string>(49).fill('0.5'), '2.250']],
    [['1', 'abc', '1e3', '-5', '1,00,000', '5%', '']],
  ])('behavior: %j are plain', (cells) => {
    expect(options(...cells)).toBe('plain')
  })

  test('error: one 0.5 does not make 49 cells like 2.250 plain without asking (A16)', () => {
    expect(options(...Array<string>(49).fill('2.250'), '0.5')).toEqual([
      '50: 2.250 means 2.25',
      '49: 2.250 means 2,250',
    ])
  })

  test('error: decimals never decide for an equal number of possibly grouped cells, in any order (A16)', () => {
    for (const decimal of ['0.5', '12.75', '1234.5', '0.250', '1.0000', '1234.500']) {
      for (const grouped of ['2.250', '1.000', '12.500', '999.999']) {
        for (const cells of [
          [decimal, grouped],
          [grouped, decimal],
          [grouped, decimal, '7', '1500', grouped],
        ]) {
          expect(numberStyles(cells).state).toBe('ask')
        }
      }
    }
  })

  test('error: whole numbers do not decide the meaning of the point in 2.250 (A16)', () => {
    expect(numberStyles(['2.250', '15', '250', '1000']).state).toBe('ask')
  })

  test('error: asks about the longest cell that is read as an amount too', () => {
    expect(numberStyles(['2.250'.padEnd(100)]).state).toBe('ask')
    expect(read('2.250'.padEnd(100), 'plain')).toBe('2.25')
  })

  test.each(['1,000', '1,5', '1 000', "1'000", '1.000.000', '1.234,5', '1,234.5'])(
    'error: asks about %j, however many plain decimals there are (A16)',
    (cell) => {
      expect(numberStyles([...Array<string>(999).fill('0.5'), cell]).state).toBe('ask')
    },
  )

  test.each([
    [['1.000'], ['1: 1.000 means 1', '1: 1.000 means 1,000']],
    [
      ['12.500', '7'],
      ['2: 12.500 means 12.50', '2: 12.500 means 12,500'],
    ],
    [['1,000'], ['1: 1,000 means 1,000', '1: 1,000 means 1']],
    [['1,5'], ['1: 1,5 means 1.50']],
    [['1.000.000'], ['1: 1.000.000 means 1,000,000']],
    [['1 000'], ['1: 1 000 means 1,000']],
    [
      ["1'000", '2.5'],
      ["2: 1'000 means 1,000", '1: 2.5 means 2.50'],
    ],
    [
      ['1.234,56', '1,234.56'],
      ['1: 1,234.56 means 1,234.56', '1: 1.234,56 means 1,234.56'],
    ],
    [
      ['0.25', '1,000', '3'],
      ['3: 1,000 means 1,000', '2: 0.25 means 0.25', '2: 1,000 means 1'],
    ],
  ])('error: asks how %j are written', (cells, reported) => {
    expect(options(...cells)).toEqual(reported)
  })
})

/** A number in a style, made by cutting and joining only. */
function written(value: bigint, style: NumberStyle, isGrouped: boolean): string {
  const [whole = '', decimals] = Amount.toDecimal({ token: usdt, value }).split('.')
  const [mark, point] =
    style === 'plain' ? ['', '.'] : [numberExamples[style][1] ?? '', numberExamples[style][5] ?? '']
  const groups = []
  for (let end = whole.length; end > 0; end -= 3) groups.unshift(whole.slice(Math.max(0, end - 3), end))
  return `${isGrouped ? groups.join(mark) : whole}${decimals === undefined ? '' : `${point}${decimals}`}`
}

test('behavior: every amount is read back in every style that can write it', () => {
  const anyValue = anyUint256.filter((value) => value > 0n)
  fc.assert(
    fc.property(anyValue, fc.constantFrom(...allStyles), fc.boolean(), (value, style, isGrouped) => {
      expect(readAmountCell(written(value, style, isGrouped), usdt, style)).toEqual({
        ok: true,
        amount: { token: usdt, value },
      })
    }),
    propertyRuns(2_500),
  )
})
