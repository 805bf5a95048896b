import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import type { Separator } from './records.ts'
import { LONGEST_RECORD, MOST_LINES, readRecords } from './records.ts'

const read = (text: string, separator: Separator = ',') => [...readRecords(text, separator)]
const A = `0x${'a'.repeat(40)}`

describe('lines', () => {
  test.each(['\n', '\r\n', '\r'])('behavior: each line of a text with %j is one record', (end) => {
    expect(read(['a,b', '', ' \u00a0\ufeff', '# c', `# 1,${A}`, '#N/A,1', ',,', 'f', ''].join(end))).toEqual([
      { line: 1, lines: 1, kind: 'cells', cells: ['a', 'b'] },
      { line: 2, lines: 1, kind: 'blank' },
      { line: 3, lines: 1, kind: 'blank' },
      { line: 4, lines: 1, kind: 'comment', text: '# c' },
      { line: 5, lines: 1, kind: 'cells', cells: ['# 1', A] },
      { line: 6, lines: 1, kind: 'cells', cells: ['#N/A', '1'] },
      { line: 7, lines: 1, kind: 'blank' },
      { line: 8, lines: 1, kind: 'cells', cells: ['f'] },
    ])
  })

  test('behavior: accepts mixed line ends, and a text without any is one line', () => {
    expect(read('a\r\nb\rc\nd').map(({ line }) => line)).toEqual([1, 2, 3, 4])
    expect(read('a')).toHaveLength(1)
    expect(read('')).toEqual([])
    expect(read('\ufeffa')).toMatchObject([{ cells: ['a'] }])
  })
})

describe('without a separator', () => {
  test.each([['a none b, c'], ['none'], ['a;b|c']])('behavior: the line %j is one cell', (text) => {
    expect(read(text, 'none')).toMatchObject([{ kind: 'cells', cells: [text] }])
  })

  test('behavior: a quoted line is one cell, and nothing may follow its quote', () => {
    expect(read('"a none, b"\nc', 'none')).toMatchObject([{ cells: ['a none, b'] }, { cells: ['c'] }])
    expect(read('"a"none', 'none')).toMatchObject([{ fault: 'misplaced-quote' }])
    expect(read('5" screen\nc', 'none')).toMatchObject([
      { fault: 'misplaced-quote', lines: 1 },
      { cells: ['c'] },
    ])
  })
})

describe('length', () => {
  const longest = 'a'.repeat(LONGEST_RECORD)

  test('behavior: reads the longest record, and one more character is an error', () => {
    expect(read(`${longest}\nb`)).toMatchObject([{ cells: [longest] }, { cells: ['b'] }])
    expect(read(`${longest}a\nb`)).toMatchObject([{ fault: 'too-long', lines: 1 }, { cells: ['b'] }])
    const quoted = `"${longest.slice(2)}"`
    expect(read(`${quoted}\nb`)).toMatchObject([{ cells: [longest.slice(2)] }, { cells: ['b'] }])
    expect(read(`${quoted.replace('a', 'aa')}\nb`)).toMatchObject([{ fault: 'too-long' }])
  })

  test('behavior: reads a quoted record at any position in the text', () => {
    const before = 'a,b\n'.repeat(LONGEST_RECORD)
    expect(read(`${before}"c",d`).at(-1)).toMatchObject({ kind: 'cells', cells: ['c', 'd'] })
  })

  test('error: an unclosed quote makes all following lines errors, each with its line number', () => {
    const count = 2 * MOST_LINES + 3
    const found = read(`a,b\n"c${'\nd'.repeat(count - 1)}`)
    expect(found.slice(1).map(({ line, lines }) => [line, lines])).toEqual([
      [2, MOST_LINES],
      [2 + MOST_LINES, MOST_LINES],
      [2 + 2 * MOST_LINES, 3],
    ])
  })

  test('error: a quote that closes too late makes all following lines an error', () => {
    expect(read(`"${longest}"\nb`)).toMatchObject([{ fault: 'too-long', lines: 2 }])
    expect(read(`"b\n${longest}"\nb`)).toMatchObject([{ fault: 'too-long', lines: 3 }])
  })
})

describe('quotes', () => {
  test.each<[string, string[]]>([
    ['"a,b",c', ['a,b', 'c']],
    ['"say ""hi""",b', ['say "hi"', 'b']],
    ['"",b', ['', 'b']],
    ['a,"b"', ['a', 'b']],
    ['"a\r\nb",c', ['a\nb', 'c']],
    ['"a\rb\r\rc",d', ['a\nb\n\nc', 'd']],
    ['"# no comment",b', ['# no comment', 'b']],
  ])('behavior: %j has the cells %j', (text, cells) => {
    expect(read(text)).toMatchObject([{ line: 1, kind: 'cells', cells }])
  })

  test('behavior: counts lines inside a cell, so that the next record has its line number', () => {
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
  ])('error: %j is %s, on all lines that it may cover', (text, fault, lines) => {
    expect(read(`${text}\nx,y`)).toEqual([
      { line: 1, lines, kind: 'error', fault, raw: text },
      { line: lines + 1, lines: 1, kind: 'cells', cells: ['x', 'y'] },
    ])
  })

  test.each(['a,"b\nc,d\n\ne', 'a,"b\nc,d\n\ne\n', '"a\r\n\r\n"",\r\n'])(
    'error: an unclosed quote reports all following lines with it: %j',
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

describe('a quoted cell over several lines', () => {
  const B = '9965507D1a55bcC2695C58ba16FB37d819B0A4dc'

  test.each([
    ['one digit missing', `0x${B.slice(1)}`],
    ['one digit too many', `0x${B}0`],
    ['only its second half', `0x${B.slice(20)}`],
    ['only its ends', `0x${B.slice(0, 4)}…${B.slice(-4)}`],
    ['0X', `0X${B}`],
    ['a letter O for its zero', `Ox${B}`],
    ['a multiplication sign for its x', `0×${B}`],
    ['no 0x', B],
    ['no 0', `x${B}`],
    ['another letter inside', `0x${B.slice(0, 10)}g${B.slice(11)}`],
    ['a space inside', `0x${B.slice(0, 10)} ${B.slice(10)}`],
    ['an invisible character inside', `0x${B.slice(0, 10)}\u200b${B.slice(10)}`],
    ['spaces between all digits', [...`0x${B}`].join(' ')],
    ['only its 0x', '0x'],
    ['a name', 'ada.bnb'],
    ['an address of Tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ['the address of another chain', 'bnb1grpf0955h0ykzq3ar5nmum7y6gdfl6lxfn46h2'],
    ['anything beside an amount', 'Ada'],
    ['nothing', ''],
  ])('error: does not swallow a row whose address has %s (A17)', (_, address) => {
    for (const separator of [',', ';', '\t'] as const) {
      const swallowed = [address, '250', 'USDT', 'thanks"'].join(separator)
      const text = `${[A, '1', 'USDT', '"Reel'].join(separator)}\n${swallowed}`
      expect(read(`${text}\nx`, separator)).toEqual([
        { line: 1, lines: 2, kind: 'error', fault: 'quote-over-rows', raw: text },
        { line: 3, lines: 1, kind: 'cells', cells: ['x'] },
      ])
    }
  })

  test('error: does not swallow a row whose address is damaged in any way (A17)', () => {
    const anyDamage = fc
      .tuple(
        fc.nat({ max: 41 }),
        fc.nat({ max: 41 }),
        fc.constantFrom('', ' ', 'O', 'g', '\u200b', '…', '-', '0x'),
      )
      .map(([from, to, filling]) => {
        const whole = `0x${B}`
        return whole.slice(0, Math.min(from, to)) + filling + whole.slice(Math.max(from, to))
      })
    const anyNote = fc.constantFrom('Reel', 'a story', '', 'thanks', 'for June')
    fc.assert(
      fc.property(
        fc.array(anyDamage, { minLength: 1, maxLength: 4 }),
        anyNote,
        fc.constantFrom<Separator>(',', ';', '\t'),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.boolean(),
        (damaged, note, separator, end, isNoteFirst) => {
          const row = (address: string, words: string) =>
            (isNoteFirst ? [words, address, '250'] : [address, '250', words]).join(separator)
          const lines = [
            row(A, `"${note}`),
            ...damaged.slice(1).map((address) => row(address, note)),
            row(damaged[0] ?? '', `${note}"`),
          ]
          for (const record of read(lines.join(end), separator)) {
            // A valid record of several lines would turn the rows inside it into a note.
            if (record.lines > 1) expect(record.kind).toBe('error')
          }
        },
      ),
      propertyRuns(1_500),
    )
  })

  test.each(['"Reel and story\nfor June",b', '"Thanks,\nAda",b', '"box and\nfox",b', '"1\n2";b'])(
    'behavior: %j is a note, because none of its lines could be a row',
    (text) => {
      expect(read(text, text.includes(';') ? ';' : ',')).toMatchObject([{ lines: 2, kind: 'cells' }])
    },
  )
})

describe('long texts', () => {
  test.each([
    ['quotes', '"'.repeat(5_000_000), [1]],
    ['quoted cells', '"",'.repeat(1_000_000), [1]],
    ['separators', ','.repeat(1_000_000), [1]],
    ['spaces', ' '.repeat(1_000_000), [1]],
    ['spaces before a number sign', `${' '.repeat(1_000_000)}#`, [1]],
    ['invisible characters', '\u200b'.repeat(1_000_000), [1]],
    ['a quote and lines', `"${'\n'.repeat(250_000)}`, [100_000, 100_000, 50_000]],
    ['a cell over many lines', `"${'a\n'.repeat(6_000)}",b\nx,y`, [6_002]],
  ])('error: a text of %s gives errors on all its lines and no record (A18)', (_, text, lines) => {
    const records = read(text)
    expect(records.map((record) => record.lines)).toEqual(lines)
    expect(new Set(records.map(({ kind }) => kind))).toEqual(new Set(['error']))
    expect(records.map((record) => (record.kind === 'error' ? record.raw.length : 0))).toEqual(
      lines.length === 1 ? [text.length] : [100_000, 99_999, 50_000],
    )
  })

  test('behavior: a long line without a quote is one error, and the next line is read', () => {
    expect(read(`a,b\n${'c,'.repeat(6_000)}\nd,e`)).toMatchObject([
      { line: 1, kind: 'cells' },
      { line: 2, lines: 1, kind: 'error', fault: 'too-long' },
      { line: 3, kind: 'cells', cells: ['d', 'e'] },
    ])
  })
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
    propertyRuns(2_500),
  )
})

test('behavior: records without errors have the same cells as in papaparse', () => {
  fc.assert(
    fc.property(anyText, fc.constantFrom<',' | ';' | '\t'>(',', ';', '\t'), (text, separator) => {
      const records = read(text.replace(/\r\n?/g, '\n'), separator)
      // Only our format has comments, and after an error each reader continues differently.
      if (records.some(({ kind }) => kind === 'error' || kind === 'comment')) return
      const { data } = Papa.parse<string[]>(text.replace(/\r\n?/g, '\n'), {
        delimiter: separator,
        newline: '\n',
      })
      const reported = data.filter((cells) => cells.some((cell) => cell.trim() !== ''))
      expect(records.flatMap((record) => (record.kind === 'cells' ? [record.cells] : []))).toEqual(reported)
    }),
    propertyRuns(2_500),
  )
})
