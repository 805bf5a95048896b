import { readCsvLine, unmarked } from '#domain/shared/csvCells.ts'
import type { AccountingFile, AccountingRow } from './AccountingFile.ts'
import {
  addressReader,
  CellFault,
  columnTitles,
  readAccountingRow,
  readTime,
  titlesOf,
} from './accountingColumns.ts'
import { BOM, endWords, MARKING, tags } from './writeAccounting.ts'

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
export type AccountingFault = { readonly line: number; readonly reason: string }

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

/** Takes one line at a time: the file's header lines, the titles, the payments, the end. */
function startReader() {
  const faults: AccountingFault[] = []
  const rows: AccountingRow[] = []
  const partial: string[] = []
  const notes: string[] = []
  const address = addressReader()
  let part: 'first' | 'head' | 'rows' | 'end' = 'first'
  let titles: readonly string[] = columnTitles
  let account: AccountingFile['account'] | null = null
  let writtenAt: number | null = null

  const takeHead = (cells: readonly string[]) => {
    const [tag, reported] = pairOf(cells)
    if (tag === tags.partial) partial.push(reported)
    else if (tag === tags.note) notes.push(reported)
    else if (tag === tags.account && account === null) account = address('Account', reported)
    else if (tag === tags.written && writtenAt === null) writtenAt = readTime('Written', reported)
    else if (tag !== tags.marking || reported !== MARKING) throw new CellFault(UNKNOWN)
  }
  const takeLine = (cells: readonly string[]) => {
    if (part === 'first') {
      if (cells[0] !== tags.kind) throw new CellFault(FOREIGN)
      const known = titlesOf.get(pairOf(cells)[1])
      if (!known) throw new CellFault('A newer portal wrote this file.')
      if (known.length !== cells.length) throw new CellFault('Cells are missing.')
      titles = known
      part = 'head'
    } else if (part === 'head') {
      if (cells.every((cell, index) => cell === titles[index])) part = 'rows'
      else takeHead(cells)
    } else if (part === 'rows') {
      if (cells[0] !== tags.end) rows.push(readAccountingRow(cells, address))
      else if (pairOf(cells)[1] === endWords(rows.length)) part = 'end'
      else throw new CellFault(`The file says that it has ${cells[1]}, and ${rows.length} could be read.`)
    } else throw new CellFault('This stands behind the end of the file.')
  }
  return {
    faults,
    take(raw: readonly string[], line: number) {
      try {
        if (part !== 'first' && raw.length !== titles.length) throw new CellFault('Cells are missing.')
        takeLine(raw.map(textOf))
      } catch (error) {
        if (!(error instanceof CellFault)) throw error
        faults.push({ line, reason: error.message })
      }
    },
    done(line: number): ReadAccounting {
      if (faults.length > 0) return { ok: false, faults }
      if (part !== 'end' || account === null || writtenAt === null) {
        return { ok: false, faults: [{ line, reason: 'The file ends too early: a part of it is missing.' }] }
      }
      return { ok: true, file: { account, writtenAt, partial, notes, rows } }
    },
  }
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
