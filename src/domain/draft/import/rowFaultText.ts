import { pinned, type Token } from '#chain/money/Token.ts'
import { clipped, LONGEST_CELL } from '#chain/names/trimEdges.ts'
import { payeeFaultText } from '#domain/payee/payeeWords.ts'
import type { PayeeTextFault } from '#domain/payee/readPayee.ts'
import { formatNumber, plural } from '#domain/shared/format.ts'
import { amountFaultText } from '#domain/shared/labelText.ts'
import type { FileFault } from './decodeBytes.ts'
import type { AmountCellFault } from './numberStyle.ts'
import type { WorkbookFault } from './readWorkbook.ts'
import { type FreeLineFault, LONGEST_RECORD, type RecordFault, type TableFault } from './records.ts'
import type { RowTokenFault } from './rowToken.ts'

/** A choice about the whole file that a person must make first, or a cell without a value. */
export type ColumnFault =
  | { readonly kind: 'payee-column' | 'amount-column' | 'token-column' | 'style' }
  /** The error of a spreadsheet in place of a value, such as `#N/A`. */
  | { readonly kind: 'spreadsheet-error'; readonly cell: string }

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

const columnTexts = {
  'payee-column': 'Choose the address column first.',
  'amount-column': 'Choose the amount column first.',
  'token-column': 'Choose the token column first.',
  style: 'First answer how the amounts are written.',
} as const

function isColumnFault(fault: { readonly kind: string }): fault is ColumnFault {
  return fault.kind === 'spreadsheet-error' || fault.kind in columnTexts
}

function columnFaultText(fault: ColumnFault): string {
  return fault.kind === 'spreadsheet-error'
    ? `Your spreadsheet has an error here (${clipped(fault.cell)}). Enter the right value, or skip the row.`
    : columnTexts[fault.kind]
}

/** Explains what is wrong with a payee. */
export function rowPayeeFaultText(fault: PayeeTextFault | ColumnFault): string {
  return isColumnFault(fault) ? columnFaultText(fault) : payeeFaultText(fault)
}

const amountTexts = {
  percentage: 'This is a percentage. Enter the amount itself.',
  exponent: 'Spreadsheets shorten long numbers like this. Enter all digits.',
  hex: 'This is a hexadecimal number. Use decimal digits.',
  sign: 'Enter the amount without a sign.',
  infinite: 'Enter a finite amount.',
  'foreign-digits': 'Use the digits 0 to 9.',
  shorthand: 'Write the whole number, without k or m.',
  open: 'This amount is still open. Enter it, or skip the row.',
  currency: 'Numbers only here. The token goes in its own column.',
  grouping: 'These digits aren’t in groups of three. Write the amount without separators.',
  'leading-zero': 'This starts with a zero, like an invoice number. Write the amount without it.',
} satisfies Partial<Record<AmountCellFault['kind'], string>>

function hasText(kind: AmountCellFault['kind']): kind is keyof typeof amountTexts {
  return kind in amountTexts
}

/** Explains what is wrong with an amount. @param token null if the row names none */
export function amountCellFaultText(fault: AmountCellFault | ColumnFault, token: Token | null): string {
  if (isColumnFault(fault)) return columnFaultText(fault)
  const { kind } = fault
  if (kind !== 'other-style') return hasText(kind) ? amountTexts[kind] : amountFaultText(kind, token)
  const [only = '', ...others] = fault.likely
  return others.length === 0
    ? `This isn’t written like the other amounts. If you mean ${clipped(only)}, write that.`
    : `This can mean ${fault.likely.map(clipped).join(' or ')}. Write the one you mean, without separators.`
}

const tokenTexts = {
  blank: 'No token. Enter one here, or set a default for rows without one.',
  'too-long': `This is longer than ${LONGEST_CELL} characters. Enter only what belongs here.`,
  'erc20-without-contract': 'Type erc20 needs the token’s contract. For BNB, use native.',
  'native-with-contract': 'Type native means BNB, but this names another token. Remove one of them.',
  'bnb-is-no-contract': 'BNB isn’t a token contract. Its type is native, not erc20.',
  'wrong-checksum': 'This contract address has a typo (its checksum doesn’t match). Copy it again.',
  'zero-address': 'The zero address isn’t a token. For BNB, write BNB.',
  'other-chain': 'This contract address is for another network. Use one on BNB Smart Chain.',
} as const

/** Explains what is wrong with a token. */
export function rowTokenFaultText(fault: RowTokenFault | ColumnFault): string {
  switch (fault.kind) {
    case 'not-a-payment':
      return `Type ${clipped(fault.cell)} moves collectibles. You can pay only BNB and tokens here.`
    case 'unknown-type':
      return `${clipped(fault.cell)} isn’t a token type. Use native or erc20.`
    case 'unknown-symbol':
      return `We don’t know “${clipped(fault.cell)}”. Use ${pinned.map(({ symbol }) => symbol).join(', ')}, or paste the token’s contract address.`
    case 'elsewhere':
      return `${clipped(fault.cell)} is on another network. You can pay only on BNB Smart Chain here.`
    case 'currency':
      return `First answer which token ${fault.sign} means.`
    case 'two-tokens':
      return `The amount is in ${fault.one}, but the token is ${fault.other}. Correct one of them.`
    case 'unknown-token':
      return `We don’t know the token at ${fault.address}.`
    default:
      return isColumnFault(fault) ? columnFaultText(fault) : tokenTexts[fault.kind]
  }
}
