import { csvLine } from '#domain/shared/csvCells.ts'
import { isEncrypted, readOds } from './odsSheets.ts'
import { MOST_SHEET_ROWS, type Sheet, type SheetRows } from './workbookCells.ts'
import { listPacked, TooLarge } from './workbookFiles.ts'
import { readXlsx } from './xlsxSheets.ts'

/** A sheet with content, and how many of its rows have any. */
export type SheetInfo = { readonly name: string; readonly rows: number }

/** Why a workbook is not read. */
export type WorkbookFault = 'unpacks-too-large' | 'encrypted' | 'damaged' | 'no-rows' | 'too-many-rows'

export type ReadWorkbook =
  | {
      readonly kind: 'sheet'
      readonly name: string
      /** The sheet as CSV, all cells quoted. Each row of the sheet is the line with its number. */
      readonly text: string
    }
  /** Several sheets have content. A person must choose one. */
  | { readonly kind: 'sheets'; readonly sheets: readonly SheetInfo[] }
  | { readonly kind: 'fault'; readonly fault: WorkbookFault }

/**
 * Reads a workbook (.xlsx, .ods) as the text of a list: each formula by its stored value, each date and number as the
 * type of its cell says. Hidden sheets are left out. Rows that are hidden or struck through say so in one more cell, and
 * the comments on their cells are another one.
 * @param sheet the one to read; null if a person has not chosen yet
 */
export async function readWorkbook(
  bytes: Uint8Array<ArrayBuffer>,
  sheet: string | null,
): Promise<ReadWorkbook> {
  if (isCompound(bytes)) return { kind: 'fault', fault: 'encrypted' }
  try {
    const files = listPacked(bytes)
    const isOds = files.has('META-INF/manifest.xml')
    if (isOds && (await isEncrypted(files))) return { kind: 'fault', fault: 'encrypted' }
    const sheets = await (isOds ? readOds : readXlsx)(files, (name) => sheet === null || name === sheet)
    return chosenSheet(sheets.filter(({ rows }) => rows.length > 0))
  } catch (error) {
    return { kind: 'fault', fault: error instanceof TooLarge ? 'unpacks-too-large' : 'damaged' }
  }
}

/** A workbook with a password is no ZIP file, but a compound one. Source: MS-OFFCRYPTO 2.3 */
function isCompound(bytes: Uint8Array): boolean {
  return [0xd0, 0xcf, 0x11, 0xe0].every((byte, at) => bytes[at] === byte)
}

function chosenSheet(filled: readonly Sheet[]): ReadWorkbook {
  const [only, ...others] = filled
  if (!only) return { kind: 'fault', fault: 'no-rows' }
  if (others.length > 0) {
    const count = (sum: number, rows: SheetRows) => sum + rows.count
    return { kind: 'sheets', sheets: filled.map(({ name, rows }) => ({ name, rows: rows.reduce(count, 0) })) }
  }
  const { at, count } = only.rows.at(-1) ?? { at: 0, count: 0 }
  if (at + count > MOST_SHEET_ROWS) return { kind: 'fault', fault: 'too-many-rows' }
  return { kind: 'sheet', name: only.name, text: sheetText(only) }
}

/** Characters of a sheet. A small file can repeat a long row often. */
const LONGEST_SHEET = 100_000_000

/** @throws TooLarge for a sheet with more text than a list of payments has */
function sheetText({ rows }: Sheet): string {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const isMarked = rows.some(({ isHidden, isStruck }) => isHidden || isStruck)
  const isCommented = rows.some(({ comment }) => comment !== '')
  const line = (cells: readonly string[], mark: string, comment: string) => {
    const padded = Array.from({ length: width }, (_, at) => cells[at] ?? '')
    return `${csvLine([...padded, ...(isMarked ? [mark] : []), ...(isCommented ? [comment] : [])])}\n`
  }
  const blank = line([], '', '')
  const lines: string[] = []
  let length = 0
  for (const { at, count, cells, isHidden, isStruck, comment } of rows) {
    const mark = [isHidden && 'hidden in the sheet', isStruck && 'struck through'].filter(Boolean).join(', ')
    const text = line(cells, mark, comment && `Comment: ${comment}`)
    length += (at - lines.length) * blank.length + count * text.length
    if (length > LONGEST_SHEET) throw new TooLarge()
    while (lines.length < at) lines.push(blank)
    for (let left = count; left > 0; left--) lines.push(text)
  }
  return lines.join('')
}
