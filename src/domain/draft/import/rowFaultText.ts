import { pinned, type Token } from '#chain/money/Token.ts'
import { clipped, LONGEST_CELL } from '#chain/names/trimEdges.ts'
import { payeeFaultText } from '#domain/payee/payeeWords.ts'
import type { PayeeTextFault } from '#domain/payee/readPayee.ts'
import { formatNumber, plural } from '#domain/shared/format.ts'
import { amountFaultText } from '#domain/shared/labelText.ts'
import type { FileFault } from './decodeBytes.ts'
import type { WorkbookFault } from './readWorkbook.ts'
import { type FreeLineFault, LONGEST_RECORD, type RecordFault, type TableFault } from './records.ts'
import type { AmountCellFault } from './rowAmount.ts'
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
export function fileFaultText(fault: Exclude<FileFault, 'workbook'> | WorkbookFault): string {
  switch (fault) {
    case 'empty':
      return 'The file is empty.'
    case 'too-large':
      return 'The file is larger than 20 MB. Split it into several files.'
    case 'unpacks-too-large':
      return 'This workbook is too large to open. Copy the list and paste it here.'
    case 'encrypted':
      return 'This workbook has a password. Remove it, or copy the list and paste it here.'
    case 'damaged':
      return 'We couldn’t open this file as a workbook. Copy the list and paste it here, or save it as CSV.'
    case 'no-rows':
      return 'There’s nothing in this workbook.'
    case 'too-many-rows':
      return 'This sheet has more than 100,000 rows. Split it into several files.'
    case 'old-spreadsheet':
      return 'That’s an old Excel file, not text. Save it as CSV UTF-8, or paste its cells here.'
    case 'not-utf-8':
      return 'The file isn’t UTF-8 (maybe Windows-1252 or Latin-1). Save it as “CSV UTF-8”.'
    case 'not-utf-16':
      return 'The file claims to be UTF-16, but isn’t. Save it as “CSV UTF-8”.'
    case 'nul-bytes':
      return 'The file contains NUL bytes, so it isn’t plain text. Save it as “CSV UTF-8”.'
  }
}

const TOO_LONG = `This is longer than ${LONGEST_CELL} characters. Enter only what belongs here.`

/** Why a line cannot be split into cells. */
export function lineFaultText(fault: LineFault): string {
  switch (fault.kind) {
    case 'misplaced-quote':
      return 'Misplaced quote mark. Wrap the whole cell in quotes, or remove it.'
    case 'unclosed-quote':
      return 'A quote mark opens here and never closes. Close or remove it.'
    case 'quote-over-rows':
      return 'A quoted cell spans several lines and may hide a payment. Put it on one line.'
    case 'too-long':
      return `This is longer than ${formatNumber(LONGEST_RECORD)} characters. Shorten it, or close the quote mark that opens here.`
    case 'several-addresses':
      return 'This line has several addresses. Put each payment on its own line.'
    case 'several-amounts':
      return 'This line has several numbers, so we can’t tell which is the amount. Leave only that one.'
    case 'several-tokens':
      return 'This line names several tokens. Leave only the one to pay.'
    case 'other-table':
      return 'A second table starts here or above, with other titles. Paste it as a list of its own.'
    case 'separator':
      return 'Choose what separates the columns first.'
    case 'too-many-cells':
      return `This line has ${fault.found} cells instead of ${fault.expected}. Did a comma split an amount? Quote it, or use a decimal point.`
    case 'split-name':
      return 'A comma split the name here. Put the name in quotes, or remove the comma.'
    case 'cut-amount':
      return 'A comma split this amount in two. Quote it, or use a decimal point.'
    case 'too-few-cells':
      return `This line has ${cellCount(fault.found)} instead of ${fault.expected}.`
  }
}

/** Explains what is wrong with a payee. */
export function rowPayeeFaultText(fault: PayeeTextFault | ColumnFault): string {
  return isColumnFault(fault) ? columnFaultText(fault) : payeeFaultText(fault)
}

function isColumnFault(fault: { readonly kind: string }): fault is ColumnFault {
  return ['payee-column', 'amount-column', 'token-column', 'style', 'spreadsheet-error'].includes(fault.kind)
}

/** Explains what is wrong with an amount. @param token null if the row names none */
export function amountCellFaultText(fault: AmountCellFault | ColumnFault, token: Token | null): string {
  switch (fault.kind) {
    case 'other-style': {
      const [only, ...others] = fault.likely
      return others.length === 0
        ? `This isn’t written like the other amounts. If you mean ${clipped(only ?? '')}, write that.`
        : `This can mean ${fault.likely.map(clipped).join(' or ')}. Write the one you mean, without separators.`
    }
    case 'percentage':
      return 'This is a percentage. Enter the amount itself.'
    case 'exponent':
      return 'Spreadsheets shorten long numbers like this. Enter all digits.'
    case 'hex':
      return 'This is a hexadecimal number. Use decimal digits.'
    case 'sign':
      return 'Enter the amount without a sign.'
    case 'infinite':
      return 'Enter a finite amount.'
    case 'foreign-digits':
      return 'Use the digits 0 to 9.'
    case 'shorthand':
      return 'Write the whole number, without k or m.'
    case 'open':
      return 'This amount is still open. Enter it, or skip the row.'
    case 'currency':
      return 'Numbers only here. The token goes in its own column.'
    case 'grouping':
      return 'These digits aren’t in groups of three. Write the amount without separators.'
    case 'leading-zero':
      return 'This starts with a zero, like an invoice number. Write the amount without it.'
    case 'payee-column':
    case 'amount-column':
    case 'token-column':
    case 'style':
    case 'spreadsheet-error':
      return columnFaultText(fault)
    default:
      return amountFaultText(fault.kind, token)
  }
}

/** Explains what is wrong with a token. */
export function rowTokenFaultText(fault: RowTokenFault | ColumnFault): string {
  switch (fault.kind) {
    case 'blank':
      return 'No token. Enter one here, or set a default for rows without one.'
    case 'too-long':
      return TOO_LONG
    case 'erc20-without-contract':
      return 'Type erc20 needs the token’s contract. For BNB, use native.'
    case 'native-with-contract':
      return 'Type native means BNB, but this names another token. Remove one of them.'
    case 'bnb-is-no-contract':
      return 'BNB isn’t a token contract. Its type is native, not erc20.'
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
    case 'wrong-checksum':
      return 'This contract address has a typo (its checksum doesn’t match). Copy it again.'
    case 'zero-address':
      return 'The zero address isn’t a token. For BNB, write BNB.'
    case 'other-chain':
      return 'This contract address is for another network. Use one on BNB Smart Chain.'
    default:
      return columnFaultText(fault)
  }
}

function columnFaultText(fault: ColumnFault): string {
  switch (fault.kind) {
    case 'payee-column':
      return 'Choose the address column first.'
    case 'amount-column':
      return 'Choose the amount column first.'
    case 'token-column':
      return 'Choose the token column first.'
    case 'style':
      return 'First answer how the amounts are written.'
    case 'spreadsheet-error':
      return `Your spreadsheet has an error here (${clipped(fault.cell)}). Enter the right value, or skip the row.`
  }
}

function cellCount(count: number): string {
  return `${count} ${plural(count, 'cell')}`
}
