import { readCsvLine } from '#domain/shared/csvCells.ts'
import { looksLikeAddress } from './columnFacts.ts'
import { isFreePayment } from './freeLine.ts'
import {
  holdsAddress,
  LONGEST_RECORD,
  type RowRecord,
  readRecords,
  SEPARATOR_LINE,
  type Separator,
} from './records.ts'
import type { Slices } from './slices.ts'

/** The cell separator of a text: detected, chosen by a person, or several to choose from. */
export type SeparatorFinding =
  | { readonly state: 'found' | 'chosen'; readonly separator: Separator }
  | { readonly state: 'ambiguous'; readonly options: readonly Separator[] }

const CANDIDATES = ['\t', ';', ',', '|'] as const
/** How many records are sampled. */
const SAMPLE = 500
/** How many characters of an error are looked at. */
const LONGEST_ERROR = 20_000
/** A separator that yields this many times more addresses than another one needs no confirmation. */
const CLEARLY = 20

/**
 * Detects the separator of a text. The right one isolates addresses; if none does, the lines are read as free text, or
 * the text has only one column. If two are possible, as in `1;5,0x…`, nothing is guessed. Works in slices.
 */
export async function findSeparator(
  text: string,
  isPerson: (cell: string) => boolean,
  slices: Slices,
): Promise<SeparatorFinding> {
  const [, said] = SEPARATOR_LINE.exec(text.slice(0, 10).split(/[\r\n]/)[0] ?? '') ?? []
  const named = CANDIDATES.find((separator) => separator === said)
  if (named) return found(named)
  // Cells all in quotes, as a workbook's are: what separates them cannot be part of one.
  const [first = ''] = text.slice(0, LONGEST_RECORD).split(/[\r\n]/, 1)
  const quoted = readCsvLine(first, 0)
  if (quoted && quoted.cells.length > 1 && quoted.end === first.length) return found(',')
  const tried: Awaited<ReturnType<typeof tryOut>>[] = []
  for (const separator of CANDIDATES) tried.push(await tryOut(text, separator, slices))
  // Lines that a wrong quote spoils count only if no separator isolates an address: it may be wrong for that one alone.
  const isSure = tried.some(({ isolated }) => isolated > 0)
  const cutting = tried
    .filter(({ isolated, addresses }) => (isSure ? isolated : addresses) > 0)
    .sort((a, b) => b.addresses - a.addresses)
  const [best, second] = cutting
  const free = await freePayments(text, isPerson, slices)
  if (free > 2 * (best?.addresses ?? 0)) return found('text')
  if (best && best.addresses >= CLEARLY * (second?.addresses ?? 0)) return found(best.separator)
  const possible = best ? cutting : tried.filter(({ cut }) => cut > 0)
  const [only, other] = possible
  if (!only) return found('none')
  if (!other) return found(only.separator)
  return { state: 'ambiguous', options: possible.map(({ separator }) => separator) }
}

/**
 * How many records a separator splits, and how many of those then have a cell with only an address. `addresses` also
 * counts lines that could not be split.
 */
async function tryOut(text: string, separator: Separator, slices: Slices) {
  let [cut, isolated, inErrors] = [0, 0, 0]
  for await (const record of firstRecords(text, separator, slices)) {
    if (record.kind === 'error') {
      // Rows with a wrong quote are still rows of a table, not free text.
      const rows = record.raw.slice(0, LONGEST_ERROR).split(/[\r\n]+/)
      const split = rows.filter((row) => row.includes(separator))
      cut += split.length
      inErrors += split.filter(holdsAddress).length
    }
    const cells = record.kind === 'cells' ? cellsOf(record, separator) : []
    if (cells.length < 2) continue
    cut++
    if (cells.some(looksLikeAddress)) isolated++
  }
  return { separator, cut, isolated, addresses: isolated + inErrors }
}

async function* firstRecords(text: string, separator: Separator, slices: Slices) {
  let left = SAMPLE
  for (const record of readRecords(text, separator)) {
    if (slices.isOver()) await slices.pause()
    if (left-- === 0) return
    yield record
  }
}

/** How many of the first lines are payments as people write them in a chat. */
async function freePayments(text: string, isPerson: (cell: string) => boolean, slices: Slices) {
  let payments = 0
  for await (const record of firstRecords(text, 'text', slices))
    if (record.kind === 'cells' && isFreePayment(record.cells[0] ?? '', isPerson)) payments++
  return payments
}

/** The cells of a record. A whole line in quotes is a line: only a program that knew no columns quotes like that. */
export function cellsOf(
  record: RowRecord & { readonly kind: 'cells' },
  separator: Separator,
): readonly string[] {
  const [only = ''] = record.cells
  const isQuotedLine = record.cells.length === 1 && separator !== 'none' && separator !== 'text'
  if (!isQuotedLine || !only.includes(separator) || only.includes('\n'))
    return textsOf(record.cells, separator)
  const [inner, ...more] = readRecords(only, separator)
  return textsOf(inner?.kind === 'cells' && more.length === 0 ? inner.cells : record.cells, separator)
}

/** A bold cell of a Markdown table, or one in code. */
const STYLED = /^\s*(?:\*\*([^*`]+)\*\*|\*([^*`]+)\*|`([^*`]+)`)\s*$/

/** `="250"` is how exports keep a spreadsheet from changing the digits of a text. */
function textsOf(cells: readonly string[], separator: Separator): readonly string[] {
  const wrapped = separator === '|' ? STYLED : /^="([^"]*)"$/
  if (!cells.some((cell) => wrapped.test(cell))) return cells
  return cells.map(
    (cell) =>
      wrapped
        .exec(cell)
        ?.slice(1)
        .find((text) => text !== undefined) ?? cell,
  )
}

function found(separator: Separator): SeparatorFinding {
  return { state: 'found', separator }
}
