import type { Address } from '#chain/money/Address.ts'
import type { Amount } from '#chain/money/Amount.ts'
import type { Token } from '#chain/money/Token.ts'
import { isBlank, LONGEST_CELL, trimEdges } from '#chain/names/trimEdges.ts'
import { cleanLabel } from '#chain/text/label.ts'
import type { AnsweredRequest } from '#domain/ledger/matchPayments.ts'
import type { PayeeOptions } from '#domain/payee/checkPayee.ts'
import { type PayeeTextFault, readPayee } from '#domain/payee/readPayee.ts'
import { amountParts } from './amountUnit.ts'
import { isCut, isMaybeCut } from './cutAmount.ts'
import { isSpreadsheetError } from './lineKinds.ts'
import type { AskedUse, Mapping } from './mapColumns.ts'
import type { NumberStyle } from './numberStyle.ts'
import type { PayoutRow, RowCells, RowRead, RowRequest } from './PayoutRow.ts'
import type { RowRecord } from './records.ts'
import { type RivalPlan, rivalFault } from './rivals.ts'
import { type AmountCellFault, readAmountCell } from './rowAmount.ts'
import {
  amountCellFaultText,
  type ColumnFault,
  type LineFault,
  lineFaultText,
  rowPayeeFaultText,
  rowTokenFaultText,
} from './rowFaultText.ts'
import { readToken, type TokenOptions } from './rowToken.ts'
import { saysPaid } from './saysSettled.ts'

/** Options for parsing the cells of a row. */
export type RowOptions = PayeeOptions &
  TokenOptions & {
    /** How the file writes its numbers; null until a person chooses. */
    readonly style: NumberStyle | null
    /** Columns not identified yet. They are not read, and nothing is read without them. */
    readonly unclear?: readonly AskedUse[]
    /** Requests in US dollars that rows answer, by payee and token. */
    readonly requests?: readonly RowRequest[]
  }

/** Parses a whole row, or returns the fault of each cell. The cost does not depend on the rest of the file. */
export function readRow(
  cells: RowCells,
  options: RowOptions,
): Pick<PayoutRow, 'read' | 'trimmed' | 'hasChecksum'> {
  const parts = amountParts(cells.amount)
  const payee = blocked('payee', cells.payee, options) ?? readPayee(cells.payee, options)
  const token = blocked('token', cells.token, options) ?? readToken(cells, parts.unit, options)
  const amount =
    blocked('amount', cells.amount, options) ??
    amountOf(parts.number, token.ok ? token.token : null, options.style)
  const trimmed = [cells.payee, cells.amount, cells.token].some(isTrimmed)
  const hasChecksum = payee.ok && payee.hasChecksum
  if (payee.ok && token.ok && amount.ok && amount.amount) {
    const { payee: to, entered } = payee
    const answers = requestOf(options.requests, to, amount.amount)
    const payment = {
      ...{ payee: to, amount: amount.amount },
      ...(entered && { entered }),
      ...(answers && { answers }),
    }
    return {
      hasChecksum,
      read: { ok: true, payment },
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
    read: {
      ok: false,
      faults,
      unknownToken: payee.ok && amount.ok ? unknown : null,
      ...(payee.ok ? noNames : namesOf(payee.fault)),
    },
    trimmed,
    hasChecksum,
  }
}

/** A cell that cannot be read: its column is not known yet, or the spreadsheet had an error in it. */
function blocked(
  what: AskedUse,
  cell: string,
  { unclear }: RowOptions,
): { readonly ok: false; readonly fault: ColumnFault } | null {
  if (unclear?.includes(what)) return { ok: false, fault: { kind: `${what}-column` } }
  if (isSpreadsheetError(cell))
    return { ok: false, fault: { kind: 'spreadsheet-error', cell: trimEdges(cell) } }
  return null
}

const noNames = { namesakes: [], bnbName: null } as const

function namesOf(
  fault: PayeeTextFault | ColumnFault,
): Pick<Extract<RowRead, { ok: false }>, 'namesakes' | 'bnbName'> {
  switch (fault.kind) {
    case 'several-people':
      return { namesakes: fault.addresses, bnbName: null }
    case 'person-or-name':
      return { namesakes: fault.addresses, bnbName: fault.name }
    case 'bnb-name':
      return { namesakes: [], bnbName: fault.name }
    default:
      return noNames
  }
}

/** True if more than spaces was trimmed: people type those, the rest they never see. */
function isTrimmed(cell: string): boolean {
  return cell.length <= LONGEST_CELL && trimEdges(cell) !== cell.replace(/^ +| +$/g, '')
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

/** How the records of a file become rows. */
type RowPlan = RivalPlan & {
  /** The number of cells in a record. */
  readonly width: number
  /** A comma separates the cells, so it may have cut an amount in two. */
  readonly isComma: boolean
  /** The cell separator is unknown. */
  readonly isUncut: boolean
  /** Lines as people write them in a chat. */
  readonly isFree: boolean
  /** The column of the campaign that all rows belong to, which is a label of the whole list. */
  readonly campaignAt: number | null
}

const NO_CELLS: RowCells = { payee: '', amount: '', token: '', tokenType: '' }

/** The request that a row answers; undefined for none. */
function requestOf(
  requests: readonly RowRequest[] | undefined,
  payee: Address,
  { token }: Amount,
): AnsweredRequest | undefined {
  const found = requests?.find((one) => one.payee === payee && one.token === token.address)
  return found && { id: found.id, since: found.since, until: found.until }
}

/** The row of a record: fully parsed, or with every fault listed. */
export function rowOfRecord(record: RowRecord, plan: RowPlan, options: RowOptions): PayoutRow {
  const { line, lines } = record
  const { header } = plan
  const [cells, isQuoted] = record.kind === 'cells' ? [record.cells, record.isQuoted] : [[], false]
  const wrong = lineFaultOf(record, plan)
  const named = wrong && cells.length !== plan.width ? NO_CELLS : namedCells(cells, plan.mapping)
  const { read, trimmed, hasChecksum } = readRow(named, options)
  const isWhole = !wrong && read.ok && !plan.isFree
  const rival = isWhole ? rivalFault(cells, plan, read.payment.amount.token, options.tokens) : null
  const fault = wrong ?? (rival && { kind: rival })
  return {
    ...{ line, lines, cells: named, note: noteOf(cells, plan) },
    ...{ name: labelIn(cells, plan.mapping.name), reference: labelIn(cells, plan.mapping.reference) },
    hasChecksum,
    ...(fault
      ? {
          read: { ok: false, faults: { line: lineFaultText(fault) }, unknownToken: null, ...noNames },
          trimmed: false,
        }
      : { read, trimmed }),
    isSettled: !fault && header !== null && cells.some((cell, index) => saysPaid(header[index] ?? '', cell)),
    maybeCut: !fault && !isQuoted && isMaybeCut(cells, plan),
    raw: fault ? (record.kind === 'error' ? record.raw : record.cells.join(' | ')) : null,
  }
}

function lineFaultOf(record: RowRecord, plan: RowPlan): LineFault | null {
  const { mapping, width, isUncut } = plan
  if (record.kind === 'error') return { kind: record.fault }
  if (isUncut) return { kind: 'separator' }
  if (record.isSetAside) return { kind: 'set-aside' }
  const found = record.cells.length
  if (found > width) return { kind: 'too-many-cells', found, expected: width }
  const { payee, amount, token, tokenType } = mapping
  const needed = Math.max(...[payee, amount, token, tokenType].map((column) => column ?? -1))
  if (found < width && found <= needed) return { kind: 'too-few-cells', found, expected: width }
  if (isJoined(record.cells)) return { kind: 'several-addresses' }
  return !record.isQuoted && isCut(record.cells, plan) ? { kind: 'cut-amount' } : null
}

/** True if a cell holds an address and a number, as where the ends of lines were lost: `250⇥0x…`. */
function isJoined(cells: readonly string[]): boolean {
  return cells.some((cell) => {
    // Most cells are an address alone, or hold none.
    if (cell.length <= ADDRESS_LENGTH || !cell.includes('0x')) return false
    const rest = cell.replace(/0x\w{38,}/gi, '')
    return rest !== cell && /(?:^|[\s;,|])[0-9]/.test(rest)
  })
}

const ADDRESS_LENGTH = 42

/**
 * The cells of a record by their use. A token beside an amount moves into the token cell, so that it stays when a person
 * corrects the amount.
 */
function namedCells(cells: readonly string[], mapping: Mapping): RowCells {
  const cell = (column: number | null) => (column === null ? '' : (cells[column] ?? ''))
  const [amount, token] = [cell(mapping.amount), cell(mapping.token)]
  const { number, unit } = amountParts(amount)
  const isMoved = unit?.kind === 'token' && isBlank(token)
  return {
    payee: cell(mapping.payee),
    amount: isMoved ? number : amount,
    token: isMoved ? unit.token.symbol : token,
    tokenType: cell(mapping.tokenType),
  }
}

function noteOf(cells: readonly string[], { mapping, header, campaignAt }: RowPlan): string | null {
  const used = [...Object.values(mapping), campaignAt]
  const notes: string[] = []
  for (let column = 0; column < cells.length; column++) {
    const cell = cells[column] ?? ''
    if (used.includes(column) || isBlank(cell)) continue
    const title = header?.[column] ?? ''
    notes.push(labelOf(title === '' ? cell : `${title}: ${cell}`))
  }
  return notes.length === 0 ? null : notes.join(' · ')
}

/** Most texts are clean, and checking is cheaper than cleaning. */
function labelOf(text: string): string {
  return /^[!-~]+(?: [!-~]+)*$/.test(text) ? text : cleanLabel(text)
}

function labelIn(cells: readonly string[], column: number | null): string | null {
  return labelOf(column === null ? '' : (cells[column] ?? '')) || null
}
