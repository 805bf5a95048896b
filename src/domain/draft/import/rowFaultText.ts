import { formatNumber, plural } from '#domain/shared/format.ts'
import type { FileFault } from './decodeBytes.ts'
import type { WorkbookFault } from './readWorkbook.ts'
import { type FreeLineFault, LONGEST_RECORD, type RecordFault, type TableFault } from './records.ts'

/** Why a line is not a row. */
export type LineFault =
  | { readonly kind: RecordFault | FreeLineFault | TableFault | 'separator' | 'cut-amount' | 'split-name' }
  | { readonly kind: 'too-many-cells' | 'too-few-cells'; readonly found: number; readonly expected: number }

/** Why a file is not read, and what to do. */
export const fileFaultText: Readonly<Record<Exclude<FileFault, 'workbook'> | WorkbookFault, string>> = {
  empty: 'The file is empty.',
  'too-large': 'The file is larger than 20 MB. Split it into several files.',
  'unpacks-too-large': 'This workbook is too large to open. Copy the list and paste it here.',
  encrypted: 'This workbook has a password. Remove it, or copy the list and paste it here.',
  damaged: 'We couldn’t open this file as a workbook. Copy the list and paste it here, or save it as CSV.',
  'no-rows': 'There’s nothing in this workbook.',
  'too-many-rows': 'This sheet has more than 100,000 rows. Split it into several files.',
  'old-spreadsheet': 'That’s an old Excel file, not text. Save it as CSV UTF-8, or paste its cells here.',
  'not-utf-8': 'The file isn’t UTF-8 (maybe Windows-1252 or Latin-1). Save it as “CSV UTF-8”.',
  'not-utf-16': 'The file claims to be UTF-16, but isn’t. Save it as “CSV UTF-8”.',
  'nul-bytes': 'The file contains NUL bytes, so it isn’t plain text. Save it as “CSV UTF-8”.',
}

const lineTexts: Readonly<Record<Exclude<LineFault, { found: number }>['kind'], string>> = {
  'misplaced-quote': 'Misplaced quote mark. Wrap the whole cell in quotes, or remove it.',
  'unclosed-quote': 'A quote mark opens here and never closes. Close or remove it.',
  'quote-over-rows': 'A quoted cell spans several lines and may hide a payment. Put it on one line.',
  'too-long': `This is longer than ${formatNumber(LONGEST_RECORD)} characters. Shorten it, or close the quote mark that opens here.`,
  'several-addresses': 'This line has several addresses. Put each payment on its own line.',
  'several-amounts':
    'This line has several numbers, so we can’t tell which is the amount. Leave only that one.',
  'several-tokens': 'This line names several tokens. Leave only the one to pay.',
  'other-table': 'A second table starts here or above, with other titles. Paste it as a list of its own.',
  separator: 'Choose what separates the columns first.',
  'split-name': 'A comma split the name here. Put the name in quotes, or remove the comma.',
  'cut-amount': 'A comma split this amount in two. Quote it, or use a decimal point.',
}

/** Why a line cannot be split into cells. */
export function lineFaultText(fault: LineFault): string {
  if (!('found' in fault)) return lineTexts[fault.kind]
  const { kind, found, expected } = fault
  return kind === 'too-few-cells'
    ? `This line has ${found} ${plural(found, 'cell')} instead of ${expected}.`
    : `This line has ${found} cells instead of ${expected}. Did a comma split an amount? Quote it, or use a decimal point.`
}
