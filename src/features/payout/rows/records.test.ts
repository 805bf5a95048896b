import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../../tests/support/propertyRuns.ts'
import { readRecords, type Separator } from './records.ts'

const read = (text: string, separator: Separator = ',') => [...readRecords(text, separator)]
const A = `0x${'a'.repeat(40)}`

describe('lines', () => {
  test.each(['\n', '\r\n', '\r'])('behavior: each line of a text with %j is one record', (end) => {
    expect(read(['a,b', '', ' \u00a0\ufeff', '# c', `  #1,${A}`, ',,', 'f', ''].join(end))).toEqual([
      { line: 1, lines: 1, kind: 'cells', cells: ['a', 'b'] },
      { line: 2, lines: 1, kind: 'blank' },
      { line: 3, lines: 1, kind: 'blank' },
      { line: 4, lines: 1, kind: 'comment', hasAddress: false },
      { line: 5, lines: 1, kind: 'comment', hasAddress: true },
      { line: 6, lines: 1, kind: 'blank' },
      { line: 7, lines: 1, kind: 'cells', cells: ['f'] },
    ])
  })

  test('behavior: line ends may be mixed, and a text without any has one line', () => {
    expect(read('a\r\nb\rc\nd').map(({ line }) => line)).toEqual([1, 2, 3, 4])
    expect(read('a')).toHaveLength(1)
    expect(read('')).toEqual([])
    expect(read('\ufeffa')).toMatchObject([{ cells: ['a'] }])
  })
})

describe('quotes', () => {
  test.each<[string, string[]]>([
    ['"a,b",c', ['a,b', 'c']],
    ['"say ""hi""",b', ['say "hi"', 'b']],
    ['"",b', ['', 'b']],
    ['a,"b"', ['a', 'b']],
    ['"a\r\nb",c', ['a\nb', 'c']],
    ['"# no comment",b', ['# no comment', 'b']],
  ])('behavior: %j has the cells %j', (text, cells) => {
    expect(read(text)).toMatchObject([{ line: 1, kind: 'cells', cells }])
  })

  test('behavior: lines inside a cell are counted, and the next record knows its line', () => {
    expect(read('"a\nb\r\nc",d\ne,f\n')).toEqual([
      { line: 1, lines: 3, kind: 'cells', cells: ['a\nb\nc', 'd'] },
      { line: 4, lines: 1, kind: 'cells', cells: ['e', 'f'] },
    ])
  })

  test.each([
    ['a,5" screen', 'misplaced-quote', 1],
    ['a, "b"', 'misplaced-quote', 1],
    ['"a"b,c', 'misplaced-quote', 1],
    ['"a" ,c', 'misplaced-quote', 1],
    ['a, "b\nc",d', 'misplaced-quote', 2],
    ['"a"b,"c\nd"', 'misplaced-quote', 2],
    [`a,"b\n${A},5\nc"`, 'quote-over-rows', 3],
  ])('error: %j is %s, on all lines that it may reach over', (text, fault, lines) => {
    expect(read(`${text}\nx,y`)).toEqual([
      { line: 1, lines, kind: 'error', fault, raw: text },
      { line: lines + 1, lines: 1, kind: 'cells', cells: ['x', 'y'] },
    ])
  })

  test.each(['a,"b\nc,d\n\ne', 'a,"b\nc,d\n\ne\n', '"a\r\n\r\n"",\r\n'])(
    'error: a quote that is never closed takes all lines behind it with it, by name: %j',
    (text) => {
      const lines = text.split(/\r\n|\n/)
      if (lines.at(-1) === '') lines.pop()
      expect(read(`1,2\n${text}`)).toEqual([
        { line: 1, lines: 1, kind: 'cells', cells: ['1', '2'] },
        { line: 2, lines: lines.length, kind: 'error', fault: 'unclosed-quote', raw: text },
      ])
    },
  )
})

const anyText = fc
  .array(fc.constantFrom(...'ab"",;\t\r\n #', '\r\n', '""', '",', '\u00a0', '😀', A), { maxLength: 30 })
  .map((pieces) => pieces.join(''))
const anySeparator = fc.constantFrom<Separator>('\t', ';', ',', 'none')

test('behavior: every physical line of any text belongs to exactly one record', () => {
  fc.assert(
    fc.property(anyText, anySeparator, (text, separator) => {
      const lines = text.split(/\r\n|\r|\n/)
      if (lines.at(-1) === '') lines.pop()
      let next = 1
      for (const record of read(text, separator)) {
        expect(record.line).toBe(next)
        next += record.lines
      }
      expect(next - 1).toBe(lines.length)
    }),
    propertyRuns(5_000),
  )
})

test('behavior: what is no error has the cells that papaparse reads', () => {
  fc.assert(
    fc.property(anyText, fc.constantFrom<',' | ';' | '\t'>(',', ';', '\t'), (text, separator) => {
      const records = read(text.replace(/\r\n?/g, '\n'), separator)
      // Comments are ours alone, and behind an error each reader goes on as it likes.
      if (records.some(({ kind }) => kind === 'error' || kind === 'comment')) return
      const { data } = Papa.parse<string[]>(text.replace(/\r\n?/g, '\n'), {
        delimiter: separator,
        newline: '\n',
      })
      const told = data.filter((cells) => cells.some((cell) => cell.trim() !== ''))
      expect(records.flatMap((record) => (record.kind === 'cells' ? [record.cells] : []))).toEqual(told)
    }),
    propertyRuns(5_000),
  )
})
