import type { PagedList } from '#domain/activity/pagedList.ts'
import { csvLine, fileName, marked } from '#domain/shared/csvCells.ts'
import { plural } from '#domain/shared/format.ts'
import { type AccountingFile, fileTitles, rowCells, rowTitles } from './AccountingFile.ts'
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
    'Only what is called Paid or Received is proven by the chain for its whole amount. Count nothing else as money.',
    'A memo comes from the person who proposed, requested or listed the payment. No one checked it.',
    suspicious > 0 && `Left out as suspicious: ${count(suspicious, 'transfer')}.`,
    others > 0 && `Left out because no payment could be read in it: ${count(others, 'entry', 'entries')}.`,
    unchecked > 0 && `Not compared with the chain: ${count(unchecked, 'entry', 'entries')}.`,
  ].filter((words): words is string => words !== false && words !== '')
}

/** Digits are not grouped: the last line is compared with the number of rows. */
function count(number: number, one: string, many?: string): string {
  return `${number} ${plural(number, one, many)}`
}

/** Byte order mark: without it spreadsheets misread UTF-8. */
export const BOM = '\ufeff'

/**
 * An accounting file as a table: the titles, and one line per payment. What the file says about itself is in columns, so
 * that every program reads the titles in the first line. A file without payments has one line with that alone.
 * @throws RangeError for a row that no file can hold
 */
export function accountingTable({
  account,
  writtenAt,
  partial,
  rows,
}: AccountingFile): readonly (readonly string[])[] {
  const written = new Date(writtenAt).toISOString()
  const about = (place: number) => [
    ...[`${place} of ${rows.length}`, account, written],
    // In one line, or a spreadsheet makes the row of the first payment higher than the others.
    place <= 1 ? partial.join(' ') : '',
  ]
  const lines = rows.length === 0 ? [[...rowTitles.map(() => ''), ...about(0)]] : []
  return [
    [...rowTitles, ...fileTitles],
    ...lines,
    ...rows.map((row, index) => [...rowCells(row), ...about(index + 1)]),
  ]
}

/** The table as CSV. A cell that a spreadsheet could run as a formula starts with an apostrophe, see `marked`. */
export function accountingText(file: AccountingFile): string {
  return (
    BOM +
    accountingTable(file)
      .map((cells) => `${csvLine(cells.map(marked))}\r\n`)
      .join('')
  )
}

/** `portal-0x…-2026-11-21.csv`, `portal-statement-0x…-2026-10.csv` of a month, `…-partial.csv` if payments may be missing. */
export function accountingFileName(
  { account, writtenAt, partial }: AccountingFile,
  kind: 'csv' | 'xlsx' = 'csv',
  month = '',
): string {
  const of =
    month === '' ? [account, new Date(writtenAt).toISOString().slice(0, 10)] : ['statement', account, month]
  return fileName(['portal', ...of, ...(partial.length > 0 ? ['partial'] : [])], kind)
}
