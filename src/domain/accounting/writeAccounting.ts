import type { PagedList } from '#domain/activity/pagedList.ts'
import { csvLine, fileName, marked } from '#domain/shared/csvCells.ts'
import { plural } from '#domain/shared/format.ts'
import type { AccountingFile } from './AccountingFile.ts'
import { columnTitles, rowCells } from './accountingColumns.ts'
import type { ItemRows } from './accountingRows.ts'

/** Why the file of a loaded list may lack payments. */
export function missingItemWords(list: PagedList, { unread }: Pick<ItemRows, 'unread'>): readonly string[] {
  const unreadable = list.unreadable.head + list.unreadable.rest
  return [
    list.cursor !== null && 'Only what was loaded is in this file; the list has more.',
    list.cut && 'The list ends although its service has more; the explorer shows all.',
    unreadable > 0 && `${count(unreadable, 'item')} of the list could not be read.`,
    unread > 0 &&
      `${count(unread, 'transaction')} of several calls could not be read, with all payments inside.`,
  ].filter((words) => words !== false)
}

/** Other notes in a file. `unchecked` rows only quote a service because the chain was not read. */
export function noteWords(parts: {
  source: string
  coverage: string
  suspicious: number
  others: number
  unchecked: number
}): readonly string[] {
  const { source, coverage, suspicious, others, unchecked } = parts
  return [
    source && `From the ${source}.`,
    coverage,
    'Only what is called Paid, Received or Success is proven by the chain. Count nothing else as money.',
    'A memo was written by whoever proposed the payment. Nobody checked it.',
    suspicious > 0 && `Left out as suspicious: ${count(suspicious, 'transfer')}.`,
    others > 0 && `Left out because no payment is in it: ${count(others, 'entry', 'entries')}.`,
    unchecked > 0 && `Not compared with the chain: ${count(unchecked, 'entry', 'entries')}.`,
  ].filter((words): words is string => words !== false && words !== '')
}

/** Digits are not grouped: the last line is compared with the number of rows. */
function count(number: number, one: string, many?: string): string {
  return `${number} ${plural(number, one, many)}`
}

/** First cells of lines that are not payments. */
export const tags = {
  kind: '# Influencer Portal accounting file',
  partial: '# PARTIAL: payments may be missing',
  account: '# Account on BNB Smart Chain',
  written: '# Written (UTC)',
  note: '# Note',
  marking: '# Marking',
  end: '# End of the file',
} as const

const VERSION = 'version 2'

export const MARKING =
  "A cell that a spreadsheet could run as a formula starts with one ' that is not part of its text."

/** Byte order mark: without it spreadsheets misread UTF-8. */
export const BOM = '\ufeff'

/**
 * An accounting file as text: first a description and the missing parts, then the titles, one line per payment, and
 * the number of payments, so that a truncated file is noticed. Every line has the same number of cells.
 * @throws RangeError for a row that no file can hold
 */
export function accountingText({ account, writtenAt, partial, notes, rows }: AccountingFile): string {
  const lines = [
    [tags.kind, VERSION],
    ...partial.map((why) => [tags.partial, why]),
    [tags.account, account],
    [tags.written, new Date(writtenAt).toISOString()],
    ...notes.map((note) => [tags.note, note]),
    [tags.marking, MARKING],
    columnTitles,
    ...rows.map(rowCells),
    [tags.end, endWords(rows.length)],
  ]
  return BOM + lines.map((cells) => `${csvLine(padded(cells.map(marked)))}\r\n`).join('')
}

/** `3 payments`: the last line of the file. */
export function endWords(rows: number): string {
  return count(rows, 'payment')
}

/** `portal-0x…-2026-11-21.csv`, or `…-partial.csv` when payments may be missing. */
export function accountingFileName({ account, writtenAt, partial }: AccountingFile): string {
  const day = new Date(writtenAt).toISOString().slice(0, 10)
  return fileName(['portal', account, day, ...(partial.length > 0 ? ['partial'] : [])], 'csv')
}

function padded(cells: readonly string[]): readonly string[] {
  return columnTitles.map((_, index) => cells[index] ?? '')
}
