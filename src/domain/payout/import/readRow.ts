import type { Amount } from '#chain/money/Amount.ts'
import type { Token } from '#chain/money/Token.ts'
import { LONGEST_CELL, trimEdges } from '#chain/names/edges.ts'
import type { PayeeOptions } from '#domain/payee/checkPayee.ts'
import { readPayee } from '#domain/payee/readPayee.ts'
import type { NumberStyle } from './numberStyle.ts'
import type { PayoutRow, RowCells } from './PayoutRow.ts'
import { type AmountCellFault, readAmountCell } from './rowAmount.ts'
import {
  amountCellFaultText,
  type ColumnFault,
  rowPayeeFaultText,
  rowTokenFaultText,
} from './rowFaultText.ts'
import { readToken, type TokenOptions } from './rowToken.ts'

/** Options for parsing the cells of a row. */
export type RowOptions = PayeeOptions &
  TokenOptions & {
    /** How the file writes its numbers; null until a person chooses. */
    readonly style: NumberStyle | null
    /** Columns not identified yet. They are not read, and nothing is read without them. */
    readonly unclear?: readonly ('payee' | 'amount' | 'token')[]
  }

/**
 * Parses a whole row, or says what is wrong with each cell. The cost does not depend on the rest of the file.
 */
export function readRow(
  cells: RowCells,
  options: RowOptions,
): Pick<PayoutRow, 'read' | 'trimmed' | 'hasChecksum'> {
  const isUnclear = (what: 'payee' | 'amount' | 'token') => options.unclear?.includes(what) ?? false
  const payee = isUnclear('payee')
    ? ({ ok: false, fault: { kind: 'payee-column' } } as const)
    : readPayee(cells.payee, options)
  const token = isUnclear('token')
    ? ({ ok: false, fault: { kind: 'token-column' } } as const)
    : readToken(cells, options)
  const amount = isUnclear('amount')
    ? ({ ok: false, fault: { kind: 'amount-column' } } as const)
    : amountOf(cells.amount, token.ok ? token.token : null, options.style)
  const trimmed = [cells.payee, cells.amount, cells.token].some(isTrimmed)
  const hasChecksum = payee.ok && payee.hasChecksum
  if (payee.ok && token.ok && amount.ok && amount.amount) {
    return {
      hasChecksum,
      read: { ok: true, payment: { payee: payee.payee, amount: amount.amount } },
      trimmed,
    }
  }
  const unknown = !token.ok && token.fault.kind === 'unknown-token' ? token.fault.address : null
  const faults = {
    ...(!payee.ok && { payee: rowPayeeFaultText(payee.fault) }),
    ...(!amount.ok && { amount: amountCellFaultText(amount.fault, token.ok ? token.token : null) }),
    ...(!token.ok && { token: rowTokenFaultText(token.fault) }),
  }
  return {
    read: { ok: false, faults, unknownToken: payee.ok && amount.ok ? unknown : null },
    trimmed,
    hasChecksum,
  }
}

function isTrimmed(cell: string): boolean {
  return cell.length <= LONGEST_CELL && trimEdges(cell) !== cell
}

type RowAmount =
  | { readonly ok: true; readonly amount: Amount | null }
  | { readonly ok: false; readonly fault: AmountCellFault | ColumnFault }

/** Has more decimals than any real token; used only to check the format of the digits. */
const SOME_TOKEN: Token = { address: null, symbol: '', name: '', decimals: 255 }

/** Without a token the amount stays null, and only faults that apply to every token are reported. */
function amountOf(cell: string, token: Token | null, style: NumberStyle | null): RowAmount {
  if (style === null) return { ok: false, fault: { kind: 'style' } }
  const read = readAmountCell(cell, token ?? SOME_TOKEN, style)
  if (token) return read
  const isOfToken = !read.ok && ['too-many-decimals', 'too-large'].includes(read.fault.kind)
  return read.ok || isOfToken ? { ok: true, amount: null } : read
}
