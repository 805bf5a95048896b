import { readCsvLine, unmarked } from '#domain/shared/csvCells.ts'
import { plural } from '#domain/shared/format.ts'
import {
  type AccountingFile,
  type AccountingRow,
  addressReader,
  CellFault,
  countColumns,
  fileTitles,
  isSame,
  olderTitles,
  readAccountingRow,
  readTime,
} from './AccountingFile.ts'
import { BOM } from './writeAccounting.ts'

/** Bytes; far more than a page can write. */
const MAX_SIZE = 64_000_000

/**
 * Reads a file chosen by a person. An invalid file is a result, not an error. @throws when it cannot be read
 * at all
 */
export async function openFile(chosen: File): Promise<ReadAccounting> {
  if (chosen.size > MAX_SIZE) return refused('The file is larger than any that this portal writes.')
  const bytes = await chosen.arrayBuffer()
  try {
    return readAccounting(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch (error) {
    if (error instanceof TypeError) return refused('The file is not text in UTF-8.')
    throw error
  }
}

function refused(reason: string): ReadAccounting {
  return { ok: false, faults: [{ line: 1, reason }] }
}

/** Why a file is rejected. `line` counts from 1, as in a text editor. */
type AccountingFault = { readonly line: number; readonly reason: string }

type ReadAccounting =
  | { readonly ok: true; readonly file: AccountingFile }
  | { readonly ok: false; readonly faults: readonly AccountingFault[] }

/** Maximum reported faults; a file with more is a different kind of file. */
const MAX_FAULTS = 20

/**
 * Reads a file written by the portal, completely or not at all. A line that the portal would have written
 * differently is rejected, because a program that rewrites the file may have rounded amounts. All line ends
 * may have become plain line feeds, for example by copying; those inside a memo then have, too.
 */
export function readAccounting(text: string): ReadAccounting {
  const body = text.startsWith(BOM) ? text.slice(BOM.length) : text
  const newline = body.includes('\r') ? '\r\n' : '\n'
  if (body === '') return { ok: false, faults: [{ line: 1, reason: FOREIGN }] }
  const reader = startReader()
  let position = 0
  let line = 1
  while (position < body.length && reader.faults.length < MAX_FAULTS) {
    const read = readCsvLine(body, position)
    if (!read || (read.end < body.length && !body.startsWith(newline, read.end))) {
      reader.faults.push({ line, reason: line === 1 ? FOREIGN : REWRITTEN })
      // After a malformed line the start of the next one is unknown.
      return { ok: false, faults: reader.faults }
    }
    reader.take(read.cells, line)
    line += 1 + lineEnds(body, position, read.end)
    position = read.end + newline.length
  }
  return reader.done(line)
}

/** Number of line ends in a part of a text, counted in place: a list of a million matches takes 140 ms. */
function lineEnds(text: string, start: number, end: number): number {
  let count = 0
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) count++
  }
  return count
}

const FOREIGN = 'This is not an accounting file of this portal.'
const REWRITTEN =
  'We don’t write lines like this. Another program may have saved the file and rounded its amounts.'

const UNKNOWN = 'This line doesn’t belong here.'

/** First cells of the lines around the payments in files of versions 1 and 2. */
const tags = {
  kind: '# Influencer Portal accounting file',
  partial: '# PARTIAL: payments may be missing',
  account: '# Account on BNB Smart Chain',
  written: '# Written (UTC)',
  note: '# Note',
  marking: '# Marking',
  end: '# End of the file',
} as const

const MARKING =
  "A cell that a spreadsheet could run as a formula starts with one ' that is not part of its text."

/** The file, as far as it was read. */
type ReadFile = {
  account: AccountingFile['account'] | null
  writtenAt: number | null
  partial: string[]
  notes: string[]
  rows: AccountingRow[]
  /** The end was read, so nothing is missing. */
  isWhole: boolean
}

/** Takes one line at a time, in the form of the file's version, which its first line shows. */
function startReader() {
  const faults: AccountingFault[] = []
  const found: ReadFile = { account: null, writtenAt: null, partial: [], notes: [], rows: [], isWhole: false }
  let takeLine: ((cells: readonly string[]) => void) | null = null
  return {
    faults,
    take(raw: readonly string[], line: number) {
      try {
        const cells = raw.map(textOf)
        if (takeLine) takeLine(cells)
        else {
          const columns = countColumns(cells)
          takeLine = columns === null ? olderLines(found, cells) : tableLines(found, columns, cells.length)
        }
      } catch (error) {
        if (!(error instanceof CellFault)) throw error
        // After another first line, nothing can be read.
        takeLine ??= () => {}
        faults.push({ line, reason: error.message })
      }
    },
    done(line: number): ReadAccounting {
      if (faults.length > 0) return { ok: false, faults }
      const { account, writtenAt, isWhole, ...file } = found
      if (!isWhole || account === null || writtenAt === null) {
        return { ok: false, faults: [{ line, reason: 'The file ends too early: a part of it is missing.' }] }
      }
      return { ok: true, file: { account, writtenAt, ...file } }
    },
  }
}

/**
 * The lines since version 3 after their titles: payments, each with its place among all.
 * @param columns the cells about a payment
 * @param width all cells
 */
function tableLines(found: ReadFile, columns: number, width: number): (cells: readonly string[]) => void {
  const address = addressReader()
  const hasNotes = width > columns + fileTitles.length
  let [place, all] = [0, Number.NaN]
  return (cells) => {
    if (cells.length !== width) throw new CellFault('Cells are missing.')
    const [row = '', account = '', written = '', partial = '', notes = ''] = cells.slice(columns)
    const [, at = '', of = ''] = /^([0-9]{1,7}) of ([0-9]{1,7})$/.exec(row) ?? []
    const isEmpty = row === '0 of 0' && place === 0 && cells.slice(0, columns).every((cell) => cell === '')
    if (found.isWhole) throw new CellFault('This stands behind the end of the file.')
    if (!isEmpty && (Number(at) !== place + 1 || (place > 0 && Number(of) !== all)))
      throw new CellFault(`Row ${place + 1} is missing, or the rows are in another order.`)
    if (place === 0) {
      found.account = address('Account', account)
      found.writtenAt = readTime('Written', written)
      if (partial !== '') found.partial = hasNotes ? partial.split(/\r?\n/) : [partial]
      if (notes !== '') found.notes = notes.split(/\r?\n/)
      all = Number(of)
    } else if (
      account !== found.account ||
      readTime('Written', written) !== found.writtenAt ||
      partial + notes !== ''
    )
      throw new CellFault('This row is of another file.')
    if (!isEmpty) found.rows.push(readAccountingRow(cells.slice(0, columns), address))
    place++
    found.isWhole = isEmpty || place === all
  }
}

/** The lines of versions 1 and 2 after the first: a description, the titles, the payments, the end. */
function olderLines(found: ReadFile, first: readonly string[]): (cells: readonly string[]) => void {
  if (first[0] !== tags.kind) throw new CellFault(FOREIGN)
  const titles = olderTitles.get(pairOf(first)[1])
  if (!titles) throw new CellFault('A newer portal wrote this file.')
  if (titles.length !== first.length) throw new CellFault('Cells are missing.')
  const address = addressReader()
  let isTitled = false
  const takeHead = (cells: readonly string[]) => {
    const [tag, reported] = pairOf(cells)
    if (tag === tags.partial) found.partial.push(reported)
    else if (tag === tags.note) found.notes.push(reported)
    else if (tag === tags.account && found.account === null) found.account = address('Account', reported)
    else if (tag === tags.written && found.writtenAt === null) found.writtenAt = readTime('Written', reported)
    else if (tag !== tags.marking || reported !== MARKING) throw new CellFault(UNKNOWN)
  }
  return (cells) => {
    if (cells.length !== titles.length) throw new CellFault('Cells are missing.')
    if (found.isWhole) throw new CellFault('This stands behind the end of the file.')
    if (!isTitled) {
      if (isSame(cells, titles)) isTitled = true
      else takeHead(cells)
    } else if (cells[0] !== tags.end) found.rows.push(readAccountingRow(cells, address))
    else if (pairOf(cells)[1] === endWords(found.rows.length)) found.isWhole = true
    else throw new CellFault(`The file says that it has ${cells[1]}, and ${found.rows.length} could be read.`)
  }
}

/** `3 payments`: the last line of an older file. */
function endWords(rows: number): string {
  return `${rows} ${plural(rows, 'payment')}`
}

/** Tag and text of a line that is not a payment. Its other cells only make all lines equally long. */
function pairOf([tag = '', reported = '', ...rest]: readonly string[]): readonly [string, string] {
  if (rest.some((cell) => cell !== '')) throw new CellFault(UNKNOWN)
  return [tag, reported]
}

function textOf(cell: string): string {
  const text = unmarked(cell)
  if (text === null) throw new CellFault('A cell starts like a formula and is not marked.')
  return text
}
