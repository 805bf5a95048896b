import { BNB, pinned, type Token } from '#chain/money/Token.ts'
import { clipped, LONGEST_CELL } from '#chain/names/edges.ts'
import { payeeFaultText } from '#domain/payee/payeeWords.ts'
import type { PayeeTextFault } from '#domain/payee/readPayee.ts'
import { amountFaultText } from '#domain/shared/labelText.ts'
import type { FileFault } from './decodeBytes.ts'
import { LONGEST_RECORD, type RecordFault } from './records.ts'
import type { AmountCellFault } from './rowAmount.ts'
import type { RowTokenFault } from './rowToken.ts'

/** What a person must choose first for the whole file. */
export type ColumnFault = { readonly kind: 'payee-column' | 'amount-column' | 'token-column' | 'style' }

/** Why a line is not a row. */
export type LineFault =
  | { readonly kind: RecordFault | 'separator' | 'cut-amount' }
  | { readonly kind: 'too-many-cells' | 'too-few-cells'; readonly found: number; readonly expected: number }

/** Why a file is not read, and what to do. */
export function fileFaultText(fault: FileFault): string {
  switch (fault) {
    case 'empty':
      return 'The file is empty.'
    case 'too-large':
      return 'The file is larger than 20 MB. Cut it into several files.'
    case 'spreadsheet':
      return 'This is a spreadsheet (or a ZIP archive), not text. Save it as CSV, or copy its cells and paste them here.'
    case 'old-spreadsheet':
      return 'This is a spreadsheet of an old Excel, not text. Save it as CSV UTF-8, or copy its cells and paste them here.'
    case 'not-utf-8':
      return 'The file is not in UTF-8; it may be in Windows-1252 or Latin-1. Save it as “CSV UTF-8”.'
    case 'not-utf-16':
      return 'The file says that it is in UTF-16, and is not. Save it as “CSV UTF-8”.'
    case 'nul-bytes':
      return 'The file holds NUL bytes: it is not text, or it is UTF-16 without its mark. Save it as “CSV UTF-8”.'
  }
}

const TOO_LONG = `This cell has more than ${LONGEST_CELL} characters. Write what belongs here and nothing else.`

/** Why a line cannot be split into cells. */
export function lineFaultText(fault: LineFault): string {
  switch (fault.kind) {
    case 'misplaced-quote':
      return 'A quotation mark stands where none may. Put the whole cell between quotation marks and double those inside, or remove it.'
    case 'unclosed-quote':
      return 'A quotation mark opens here and is never closed, so nothing behind it can be read. Close or remove it.'
    case 'quote-over-rows':
      return 'A cell between quotation marks goes over several lines and may hold a row: a closing mark may be missing. Put the cell on one line.'
    case 'too-long':
      return `This is longer than ${LONGEST_RECORD.toLocaleString('en-US')} characters. Shorten it, or close the quotation mark that opens here.`
    case 'separator':
      return 'Say what separates the cells of this file.'
    case 'too-many-cells':
      return `This line has ${fault.found} cells and should have ${fault.expected}. An amount with a comma may have been cut: put it between quotation marks or write it with a point.`
    case 'cut-amount':
      return 'A comma has cut the amount of this line in two. Put it between quotation marks or write it with a point only.'
    case 'too-few-cells':
      return `This line has ${cellCount(fault.found)} and should have ${fault.expected}.`
  }
}

/** What is wrong with a payee. */
export function rowPayeeFaultText(fault: PayeeTextFault | ColumnFault): string {
  return isColumnFault(fault) ? columnFaultText(fault) : payeeFaultText(fault)
}

function isColumnFault(fault: { readonly kind: string }): fault is ColumnFault {
  return ['payee-column', 'amount-column', 'token-column', 'style'].includes(fault.kind)
}

/** What is wrong with an amount. @param token null if the row names none */
export function amountCellFaultText(fault: AmountCellFault | ColumnFault, token: Token | null): string {
  switch (fault.kind) {
    case 'other-style': {
      const [only, ...others] = fault.likely
      return others.length === 0
        ? `This is not written as the numbers of this file are. If ${clipped(only ?? '')} is meant, write that.`
        : `This can mean ${fault.likely.map(clipped).join(' or ')}. Write the one that is meant, without separators.`
    }
    case 'percentage':
      return 'This is a percentage. Write the amount itself.'
    case 'exponent':
      return 'Write all digits of the amount: this is a power of ten, as spreadsheets show long numbers, and digits may be missing.'
    case 'hex':
      return 'This is a hexadecimal number. Write the amount in decimal digits.'
    case 'sign':
      return 'Write the amount without a sign.'
    case 'infinite':
      return 'An amount has an end.'
    case 'foreign-digits':
      return 'Write the amount with the digits 0 to 9.'
    case 'currency':
      return 'Write the number alone; what it is an amount of stands in the column of the token.'
    case 'grouping':
      return 'The digits of this amount are not grouped by three. Write it without separators.'
    case 'leading-zero':
      return 'This begins with a zero, as numbers of invoices do. Write the amount without it.'
    case 'payee-column':
    case 'amount-column':
    case 'token-column':
    case 'style':
      return columnFaultText(fault)
    default:
      return amountFaultText(fault.kind, token ?? BNB)
  }
}

/** What is wrong with a token. */
export function rowTokenFaultText(fault: RowTokenFault | ColumnFault): string {
  switch (fault.kind) {
    case 'blank':
      return 'This row names no token. Name it, or choose one token for all rows that name none.'
    case 'too-long':
      return TOO_LONG
    case 'erc20-without-contract':
      return 'A row of the type erc20 needs the contract of its token. For BNB the type is native.'
    case 'native-with-contract':
      return 'A row of the type native pays BNB, and this one names another token. Remove one of the two.'
    case 'bnb-is-no-contract':
      return 'BNB is the chain’s own coin: its type is native, not erc20.'
    case 'not-a-payment':
      return `Rows of the type ${clipped(fault.cell)} move collectibles. The portal pays BNB and tokens only.`
    case 'unknown-type':
      return `${clipped(fault.cell)} is no type of token: write native or erc20.`
    case 'unknown-symbol':
      return `${clipped(fault.cell)} is not known. Known are ${pinned.map(({ symbol }) => symbol).join(', ')}; write the contract address of any other token.`
    case 'unknown-token':
      return `The token at ${fault.address} is not one of the pinned ones.`
    case 'wrong-checksum':
      return 'One character of this contract address is wrong: its upper and lower case do not fit. Copy it again.'
    case 'zero-address':
      return 'The zero address is no token. If BNB is meant, write BNB.'
    case 'other-chain':
      return 'This contract address is marked for another network. The portal pays on BNB Smart Chain.'
    default:
      return columnFaultText(fault)
  }
}

function columnFaultText({ kind }: ColumnFault): string {
  switch (kind) {
    case 'payee-column':
      return 'Say which column holds the addresses of the payees.'
    case 'amount-column':
      return 'Say which column holds the amounts.'
    case 'token-column':
      return 'Say which column holds the tokens.'
    case 'style':
      return 'Say how the numbers of this file are written.'
  }
}

function cellCount(count: number): string {
  return count === 1 ? '1 cell' : `${count} cells`
}
