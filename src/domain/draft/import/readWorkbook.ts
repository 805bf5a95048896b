import type { CellValue, Sheet, SheetFilterInfo } from 'hucre'
import { readOds } from 'hucre/ods'
import { readXlsx } from 'hucre/xlsx'
import { csvLine } from '#domain/shared/csvCells.ts'
import { plainDigits } from '#domain/shared/format.ts'
import { unitOf } from './amountUnit.ts'

/** Rows and columns of a sheet that are read. A longer one is refused as a whole. */
const MOST_ROWS = 100_000
const MOST_COLUMNS = 100

/** A sheet with content, and how many rows it has. */
export type SheetInfo = { readonly name: string; readonly rows: number }

/** Why a workbook is not read. */
export type WorkbookFault = 'unpacks-too-large' | 'encrypted' | 'damaged' | 'no-rows' | 'too-many-rows'

export type ReadWorkbook =
  | {
      readonly kind: 'sheet'
      readonly name: string
      /** The sheet as CSV, all cells quoted. */
      readonly text: string
      /** True if every number is one of the workbook, so that nobody has to say how numbers are written. */
      readonly isTyped: boolean
    }
  /** Several sheets have content. A person must choose one. */
  | { readonly kind: 'sheets'; readonly sheets: readonly SheetInfo[] }
  | { readonly kind: 'fault'; readonly fault: WorkbookFault }

/**
 * Reads a workbook (.xlsx, .ods) as the text of a list: each formula by its stored value, each date and number as the
 * type of its cell says. Hidden sheets are left out.
 * @param sheet the one to read; null if a person has not chosen yet
 */
export async function readWorkbook(
  bytes: Uint8Array<ArrayBuffer>,
  sheet: string | null,
): Promise<ReadWorkbook> {
  if (!(await isSmallZip(bytes))) return { kind: 'fault', fault: 'unpacks-too-large' }
  let sheets: readonly Sheet[]
  try {
    sheets = await sheetsOf(bytes, sheet)
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'EncryptedFileError'
    return { kind: 'fault', fault: isLocked ? 'encrypted' : 'damaged' }
  }
  const filled = sheets.filter(({ rows }) =>
    rows.some((cells) => cells.some((cell) => cell !== null && cell !== '')),
  )
  const [only, ...others] = filled
  if (!only) return { kind: 'fault', fault: 'no-rows' }
  if (others.length > 0) {
    return { kind: 'sheets', sheets: filled.map(({ name, rows }) => ({ name, rows: rows.length })) }
  }
  if (only.rows.length > MOST_ROWS) return { kind: 'fault', fault: 'too-many-rows' }
  return { kind: 'sheet', name: only.name, ...sheetText(only) }
}

async function sheetsOf(bytes: Uint8Array<ArrayBuffer>, sheet: string | null): Promise<readonly Sheet[]> {
  const options = {
    readStyles: true,
    maxRows: MOST_ROWS + 1,
    sheets: ({ name, hidden, veryHidden }: SheetFilterInfo) =>
      sheet === null ? !hidden && !veryHidden : name === sheet,
  }
  const { sheets } = isOpenDocument(bytes) ? await readOds(bytes, options) : await readXlsx(bytes, options)
  return sheets.filter(({ hidden, veryHidden }) => !hidden && !veryHidden)
}

/** The first file of an OpenDocument names its type, unpacked. Source: OpenDocument 1.3 part 2, 3.3 */
function isOpenDocument(bytes: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(bytes.subarray(30, 90)).startsWith('mimetypeapplication/vnd.oasis')
}

/** Characters of a number format. Excel allows no longer ones. */
const LONGEST_FORMAT = 255

function sheetText({ rows, cells }: Sheet): { readonly text: string; readonly isTyped: boolean } {
  let isTyped = true
  const lines = rows.map((row, at) => {
    const texts = row.slice(0, MOST_COLUMNS).map((value, column) => {
      if (typeof value === 'string' && /^\W*[0-9][0-9.,'’ ]*\W*$/.test(value.slice(0, 50))) isTyped = false
      return cellText(value, cells?.get(`${at},${column}`)?.style?.numFmt?.slice(0, LONGEST_FORMAT) ?? '')
    })
    return csvLine(texts)
  })
  return { text: `${lines.join('\n')}\n`, isTyped }
}

/** The text of a cell, as the spreadsheet shows it, without rounding to what fits the column. */
function cellText(value: CellValue, format: string): string {
  if (value === null) return ''
  if (typeof value === 'number') return numberText(value, format)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10)
  if (!/[\r\n]/.test(value)) return value
  const lines = value.split(/[\r\n]+/).map((line) => line.trim())
  return lines.filter((line) => line !== '').join(' ')
}

/**
 * A number with 15 significant digits, all that a spreadsheet keeps of one: the rest is what binary fractions leave,
 * as in 0.30000000000000004. Its format may name a unit or make it a percentage.
 */
function numberText(value: number, format: string): string {
  if (!Number.isFinite(value)) return '#NUM!'
  const unquoted = format.replace(/"[^"]*"|\[[^\]]*\]|\\./g, '')
  const isPercentage = unquoted.includes('%')
  const digits = plainDigits(isPercentage ? value * 100 : value)
  if (isPercentage) return `${digits}%`
  const unit = formatUnit(format)
  return unit === null ? digits : `${digits} ${unit}`
}

/** The unit in a number format: `[$€-407] #,##0.00`, `0.00 "USDT"`, `$0`. */
function formatUnit(format: string): string | null {
  const [first = ''] = format.split(';')
  const texts = [...first.matchAll(/"([^"]*)"|\[\$([^\]-]*)[^\]]*\]|(\p{Sc})/gu)]
  const units = texts.map(([, quoted, currency, sign]) => (quoted ?? currency ?? sign ?? '').trim())
  return units.find((text) => unitOf(text) !== null) ?? null
}

/** Bytes that the files of a workbook may unpack to; a list of 100,000 rows takes a third of it. */
const MOST_BYTES = 150_000_000
/** Files in a workbook. */
const MOST_FILES = 2_000

const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_ENTRY = 0x04034b50
const DEFLATED = 8

/**
 * True if a ZIP file unpacks to no more than a workbook may. Every file in it is unpacked and counted, because the sizes
 * that a ZIP file states are claims. Source: PKWARE APPNOTE 4.3
 */
async function isSmallZip(bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let [left, files] = [MOST_BYTES, 0]
  for (let at = 0; at + 46 <= bytes.length; at++) {
    if (view.getUint32(at, true) !== DIRECTORY_ENTRY) continue
    if (++files > MOST_FILES) return false
    const unpacked = await unpackedSize(bytes, view, at, left)
    if (unpacked === null) return false
    left -= unpacked
    const names =
      view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    at += 45 + names
  }
  return files > 0
}

/** Bytes of one file; null if it is larger than `left`, or damaged. */
async function unpackedSize(
  bytes: Uint8Array<ArrayBuffer>,
  view: DataView,
  entry: number,
  left: number,
): Promise<number | null> {
  const packed = view.getUint32(entry + 20, true)
  const start = view.getUint32(entry + 42, true)
  if (start + 30 > bytes.length || view.getUint32(start, true) !== LOCAL_ENTRY) return null
  const content = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true)
  if (content + packed > bytes.length) return null
  if (view.getUint16(entry + 10, true) !== DEFLATED) return packed <= left ? packed : null
  const unpacking = new Blob([bytes.subarray(content, content + packed)])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'))
    .getReader()
  let size = 0
  try {
    for (;;) {
      const { done, value } = await unpacking.read()
      if (done) return size
      size += value.length
      if (size > left) {
        await unpacking.cancel()
        return null
      }
    }
  } catch {
    return null
  }
}
