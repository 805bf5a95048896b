import fc from 'fast-check'
import { payees } from './pastedLists.ts'

/** One change that a person or a program makes to a list. */
type Mutation = (text: string) => string

const SEPARATORS = ['\t', ';', ',', '|', ' '] as const

/** Cells that change what a line says. */
const CELLS = [
  ...[
    '',
    '7',
    '250',
    '1,5',
    '1.250',
    '1,250.00',
    '50%',
    '50 %',
    '250 kr',
    '250 USDT',
    '0.3 BNB',
    '$5',
    '5 €',
    '~9',
    '-5',
  ],
  ...[
    'TBD',
    '#N/A',
    '#REF!',
    'USDT',
    'BNB',
    'USDC',
    'USDT (TRC20)',
    'Ann',
    'Total',
    'Amount',
    'Wallet',
    'Followers',
    'x',
  ],
  ...[
    '2026-10-01',
    '01.10.2026',
    '45987',
    '1e3',
    '3 reels',
    'A$ 20',
    '007',
    '2026',
    payees.D,
    payees.D.slice(0, 30),
  ],
]

/** Characters that break a line. */
const CHARACTERS = [
  '"',
  "'",
  ' ',
  ',',
  '.',
  ';',
  '\t',
  '\n',
  '#',
  '-',
  '1',
  '0',
  '\u200b',
  '$',
  '%',
  'k',
  '@',
  '~',
]

/** The separator that the text has most often. */
function separatorOf(text: string): string {
  const counted = SEPARATORS.slice(0, 4).map((separator) => text.split(separator).length)
  const most = Math.max(...counted)
  return most === 1 ? ' ' : (SEPARATORS[counted.indexOf(most)] ?? ' ')
}

function inLines(change: (lines: readonly string[]) => readonly string[]): Mutation {
  return (text) => change(text.split('\n')).join('\n')
}

function inCells(
  row: number | null,
  change: (cells: readonly string[], row: number) => readonly string[],
): Mutation {
  return (text) => {
    const separator = separatorOf(text)
    const lines = text.split('\n')
    const at = row === null ? null : row % lines.length
    return lines
      .map((line, index) =>
        at === null || index === at ? change(line.split(separator), index).join(separator) : line,
      )
      .join('\n')
  }
}

const anyPlace = fc.nat({ max: 12 })
const anyCell = fc.constantFrom(...CELLS)
const anyColumn = fc.oneof(
  fc.constant((row: number) => String(row)),
  fc.constant((row: number) => String(45_987 + row)),
  fc.nat({ max: 90_000 }).map((seed) => (row: number) => String((seed * (row + 7) * 31) % 90_001)),
  fc.constantFrom('1', '100', '0.5', '2026').map((number) => () => number),
  fc.constantFrom(' USDT', ' BNB', '%').map((unit) => (row: number) => `${row * 10}${unit}`),
)
const anyTitle = fc.constantFrom('', '#', 'Followers', 'Amount', 'Budget', 'x', 'Fee', 'Amount (BNB)', 'Paid')

const anyMutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc
    .tuple(anyPlace, anyPlace, anyCell)
    .map(([row, at, cell]) => inCells(row, (cells) => cells.with(at % cells.length, cell))),
  fc
    .tuple(anyPlace, anyPlace)
    .map(([row, at]) => inCells(row, (cells) => cells.toSpliced(at % cells.length, 1))),
  fc
    .tuple(anyPlace, anyPlace, anyCell)
    .map(([row, at, cell]) => inCells(row, (cells) => cells.toSpliced(at % (cells.length + 1), 0, cell))),
  fc.tuple(anyPlace, anyPlace).map(([a, b]) =>
    inCells(null, (cells) => {
      const [from, to] = [a % cells.length, b % cells.length]
      return cells.with(from, cells[to] ?? '').with(to, cells[from] ?? '')
    }),
  ),
  fc
    .tuple(anyPlace, anyColumn, anyTitle)
    .map(([at, numberOf, title]) =>
      inCells(null, (cells, row) =>
        cells.toSpliced(
          at % (cells.length + 1),
          0,
          row === 0 && !/[0-9]{2}/.test(cells.join()) ? title : numberOf(row),
        ),
      ),
    ),
  fc.constant(inLines((lines) => lines.slice(1))),
  fc.tuple(anyPlace, anyPlace).map(([row, other]) =>
    inLines((lines) => {
      const taken = lines[other % lines.length] ?? ''
      return lines.toSpliced(row % lines.length, 0, taken)
    }),
  ),
  fc
    .constantFrom(...SEPARATORS)
    .map((separator) => (text: string) => text.replaceAll(separatorOf(text), separator)),
  fc.constant((text: string) => text.replaceAll('"', '')),
  fc.tuple(anyPlace, fc.constantFrom('', ' ', ',', ';', '\t')).map(([row, between]) =>
    inLines((lines) => {
      const at = row % lines.length
      return lines.toSpliced(at, 2, lines.slice(at, at + 2).join(between))
    }),
  ),
  fc.tuple(fc.nat(), fc.constantFrom(...CHARACTERS)).map(([at, character]) => (text: string) => {
    const place = at % (text.length + 1)
    return text.slice(0, place) + character + text.slice(place)
  }),
  fc.nat().map((at) => (text: string) => {
    const place = at % (text.length + 1)
    return text.slice(0, place) + text.slice(place + 1)
  }),
)

/** Up to three changes, one after the other. */
export const anyMutations: fc.Arbitrary<Mutation> = fc
  .array(anyMutation, { minLength: 1, maxLength: 3 })
  .map(
    (changes) => (text) =>
      changes.reduce((changed, change) => change(changed), text.replaceAll('\r\n', '\n')),
  )
