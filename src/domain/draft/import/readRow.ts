import { addressesIn } from '#chain/hex.ts'
import type { Amount } from '#chain/money/Amount.ts'
import { parseWrittenAddress } from '#chain/money/writtenAddress.ts'
import { cleanLabel, clipped, isBlank, LONGEST_CELL, trimEdges } from '#chain/text/label.ts'
import type { PayeeOptions } from '#domain/payee/checkPayee.ts'
import { type PayeeTextFault, payeeTextFaultText, readPayee } from '#domain/payee/readPayee.ts'
import { formatNumber, plural } from '#domain/shared/format.ts'
import { amountParts, unitOf } from './amountUnit.ts'
import { looksLikeAddress } from './columnFacts.ts'
import { isSpreadsheetError } from './lineKinds.ts'
import type { AskedUse, Mapping } from './mapColumns.ts'
import { type NumberStyle, readAmountCell } from './numberStyle.ts'
import type { PayoutRow, RowCells, RowRead, RowRequest } from './PayoutRow.ts'
import type { Table } from './readTable.ts'
import {
  type FreeLineFault,
  LONGEST_RECORD,
  type RecordFault,
  type RowRecord,
  type TableFault,
} from './records.ts'
import { looksLikeToken, readToken, type TokenOptions } from './rowToken.ts'

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

export const NO_CELLS: RowCells = { payee: '', amount: '', token: '', tokenType: '' }

/** Parses a whole row, or returns the fault of each cell. The cost does not depend on the rest of the file. */
export function readRow(
  cells: RowCells,
  options: RowOptions,
): Pick<PayoutRow, 'read' | 'trimmed' | 'hasChecksum'> {
  const { style } = options
  const { number, unit, isTyped } = amountParts(cells.amount)
  const payee = blocked('payee', cells, options) ?? readPayee(cells.payee, options)
  const token = blocked('token', cells, options) ?? readToken(cells, unit, options)
  const amount =
    blocked('amount', cells, options) ??
    (style === null
      ? ({ ok: false, fault: 'First answer how the amounts are written.' } as const)
      : readAmountCell(number, token.ok ? token.token : null, isTyped ? 'plain' : style))
  const facts = {
    trimmed: [cells.payee, cells.amount, cells.token].some(isTrimmed),
    hasChecksum: payee.ok && payee.hasChecksum,
  }
  const contradiction = amount.ok && amount.amount ? payeeCellFault(cells.payee, amount.amount) : null
  if (payee.ok && token.ok && amount.ok && amount.amount && contradiction === null) {
    const { payee: to, entered } = payee
    const answered = options.requests?.find((one) => one.payee === to && one.token === token.token.address)
    const payment = {
      payee: to,
      amount: amount.amount,
      ...(entered && { entered }),
      ...(answered && { answers: { id: answered.id, since: answered.since, until: answered.until } }),
    }
    return { ...facts, read: { ok: true, payment } }
  }
  const payeeFault = payee.ok ? contradiction && lineTexts[contradiction] : payee.fault
  const faults = {
    ...(payeeFault !== null && {
      payee: typeof payeeFault === 'string' ? payeeFault : payeeTextFaultText(payeeFault),
    }),
    ...(!amount.ok && { amount: amount.fault }),
    ...(!token.ok && { token: token.fault }),
  }
  const unknownToken = (payee.ok && amount.ok && !token.ok && token.unknown) || null
  return { ...facts, read: { ok: false, faults, unknownToken, ...namesOf(payeeFault) } }
}

const columnTexts = {
  payee: 'Choose the address column first.',
  amount: 'Choose the amount column first.',
  token: 'Choose the token column first.',
} as const satisfies Readonly<Record<AskedUse, string>>

/** A cell that cannot be read: its column is not known yet, or the spreadsheet had an error in it. */
function blocked(what: AskedUse, cells: RowCells, { unclear }: RowOptions) {
  const cell = cells[what]
  const fault = unclear?.includes(what)
    ? columnTexts[what]
    : isSpreadsheetError(cell)
      ? `Your spreadsheet has an error here (${clipped(trimEdges(cell))}). Enter the right value, or skip the row.`
      : null
  return fault === null ? null : ({ ok: false, fault, unknown: undefined } as const)
}

const noNames = { namesakes: [], bnbName: null } as const

function namesOf(
  fault: PayeeTextFault | string | null,
): Pick<Extract<RowRead, { ok: false }>, 'namesakes' | 'bnbName'> {
  if (fault === null || typeof fault === 'string') return noNames
  return {
    namesakes: 'addresses' in fault ? fault.addresses : [],
    bnbName: fault.kind === 'bnb-name' || fault.kind === 'person-or-name' ? fault.name : null,
  }
}

/** True if more than spaces was trimmed: people type those, the rest they never see. */
function isTrimmed(cell: string): boolean {
  return cell.length <= LONGEST_CELL && trimEdges(cell) !== cell.replace(/^ +| +$/g, '')
}

/** How the records of a file become rows. */
type RowPlan = Pick<Table, 'mapping' | 'header' | 'width' | 'isPayeeChosen'> & {
  /** A comma separates the cells, so it may have cut an amount in two. */
  readonly isComma: boolean
  /** The cell separator is unknown. */
  readonly isUncut: boolean
}

/** The row of a record: fully parsed, or with every fault listed. */
export function rowOfRecord(record: RowRecord, plan: RowPlan, options: RowOptions): PayoutRow {
  const { line, lines } = record
  const { mapping } = plan
  const [cells, isQuoted] = record.kind === 'cells' ? [record.cells, record.isQuoted] : [[], false]
  const wrong = lineFaultOf(record, plan, options)
  const named = wrong && cells.length !== plan.width ? NO_CELLS : namedCells(cells, mapping)
  const { read, trimmed, hasChecksum } = readRow(named, options)
  return {
    line,
    lines,
    cells: named,
    note: labelIn(cells, mapping.note),
    name: labelIn(cells, mapping.name),
    handle: labelIn(cells, mapping.handle),
    reference: labelIn(cells, mapping.reference),
    hasChecksum,
    trimmed: !wrong && trimmed,
    read: wrong
      ? { ok: false, faults: { line: lineFaultText(wrong) }, unknownToken: null, ...noNames }
      : read,
    maybeCut: !wrong && !isQuoted && isMaybeCut(cells, plan),
    raw: wrong ? (record.kind === 'error' ? record.raw : record.cells.join(' | ')) : null,
  }
}

function lineFaultOf(record: RowRecord, plan: RowPlan, { tokens }: RowOptions): LineFault | null {
  const { mapping, width, isUncut } = plan
  if (record.kind === 'error') return { kind: record.fault }
  if (isUncut) return { kind: 'separator' }
  const found = record.cells.length
  if (found > width && isSplitName(record.cells, plan)) return { kind: 'split-name' }
  if (found > width) return { kind: 'too-many-cells', found, expected: width }
  const { payee, amount, token, tokenType } = mapping
  const needed = Math.max(...[payee, amount, token, tokenType].map((column) => column ?? -1))
  if (found < width && found <= needed) return { kind: 'too-few-cells', found, expected: width }
  if (isJoined(record.cells) || holdsOther(record.cells, plan, tokens)) return { kind: 'several-addresses' }
  return !record.isQuoted && CUT.test(besideAmount(record.cells, plan, 1)) ? { kind: 'cut-amount' } : null
}

/** True if the address is one cell behind its column, as after `Miller, Ben`. */
function isSplitName(cells: readonly string[], { mapping: { payee, name } }: RowPlan): boolean {
  if (payee === null || name === null || name > payee) return false
  return !looksLikeAddress(cells[payee] ?? '') && looksLikeAddress(cells[payee + 1] ?? '')
}

/** True if a cell holds an address and a number, as where the ends of lines were lost: `250⇥0x…`. */
function isJoined(cells: readonly string[]): boolean {
  return cells.some((cell) => {
    // Most cells are an address alone, or shorter.
    if (cell.length <= ADDRESS_LENGTH) return false
    const rest = cell.replace(/0x\w{38,}/gi, '')
    return rest !== cell && /(?:^|[\s;,|])[0-9]/.test(rest)
  })
}

const ADDRESS_LENGTH = 42

/**
 * True if a cell without a title holds the digits of an address that is not the payee's, and not a token's: two lines that
 * became one. Hashes are no addresses.
 */
function holdsOther(
  cells: readonly string[],
  { mapping, header, isPayeeChosen }: RowPlan,
  tokens: TokenOptions['tokens'],
): boolean {
  if (isPayeeChosen) return false
  const payee = (cells[mapping.payee ?? -1] ?? '').toLowerCase()
  return cells.some(
    (cell, column) =>
      !/[\p{L}\p{N}#№]/u.test(header?.[column] ?? '') &&
      addressesIn(cell).some(
        (digits) => !payee.includes(digits.toLowerCase()) && !looksLikeToken(digits, tokens),
      ),
  )
}

/** Words or a link around an address that contradict its row: `USDC 0x…`, a payment link for another amount. */
function payeeCellFault(
  payee: string,
  { token, value }: Amount,
): 'several-tokens' | 'several-amounts' | null {
  // Most are an address alone.
  if (payee.length <= ADDRESS_LENGTH) return null
  const link = parseWrittenAddress(trimEdges(payee))
  const asked = link.ok ? link.asked : null
  if (asked && asked.token?.toLowerCase() !== token.address?.toLowerCase()) return 'several-tokens'
  if (asked && asked.value !== null && asked.value !== value) return 'several-amounts'
  const words = payee
    .replace(/\p{Cf}/gu, '')
    .replace(/\b(?:bnb|binance) (?:smart )?chain\b|\bbnb:(?=0x|bnb:)/gi, ' ')
    .split(/[^\p{L}\p{N}$₮-]/u)
  const isOther = words.some((word) => {
    const unit = unitOf(word)
    return unit?.kind === 'token' && unit.token.address !== token.address
  })
  return isOther ? 'several-tokens' : null
}

/**
 * Three digits that no number starts with, or three digits with decimals: the rest of `1,000` or of
 * `1,500.5`.
 */
const CUT = /^[1-9][0-9]{0,2}\n(?:0[0-9]{2}(?![0-9])|[0-9]{3}\.[0-9])/
/** A whole number, grouped or not, followed by what may be its rest or a number of its own: `5`, `500`, `500.5`. */
const MAYBE_CUT = /^(?:[0-9]+|[0-9]{1,3}(?:[.'’ \u00a0\u2009\u202f][0-9]{3})+)\n(?:[0-9]+$|[0-9]{3}(?![0-9]))/

/** True if a comma may have cut the amount of a row in two. */
function isMaybeCut(cells: readonly string[], plan: RowPlan): boolean {
  // A title identifies the cell before the amount.
  const before = plan.header ? '' : besideAmount(cells, plan, -1)
  return MAYBE_CUT.test(besideAmount(cells, plan, 1)) || MAYBE_CUT.test(before)
}

/** The amount and the note before or after it as two lines, if commas separate the cells; otherwise ''. */
function besideAmount(cells: readonly string[], { mapping, isComma }: RowPlan, side: 1 | -1): string {
  const { payee, amount, token, tokenType } = mapping
  if (!isComma || amount === null || [payee, token, tokenType].includes(amount + side)) return ''
  const first = Math.min(amount, amount + side)
  const [one, other] = [cells[first] ?? '', cells[first + 1] ?? '']
  return `${trimEdges(one)}\n${trimEdges(other)}`
}

/**
 * The cells of a record by their use. A token beside an amount moves into the token cell, so that it stays when a person
 * corrects the amount.
 */
function namedCells(cells: readonly string[], mapping: Mapping): RowCells {
  const cell = (column: number | null) => cells[column ?? -1] ?? ''
  const [amount, token] = [cell(mapping.amount), cell(mapping.token)]
  const { number, unit, isTyped } = amountParts(amount)
  const isMoved = unit?.kind === 'token' && isBlank(token)
  return {
    payee: cell(mapping.payee),
    amount: isMoved ? `${isTyped ? '=' : ''}${number}` : amount,
    token: isMoved ? unit.token.symbol : token,
    tokenType: cell(mapping.tokenType),
  }
}

function labelIn(cells: readonly string[], column: number | null): string | null {
  const text = cells[column ?? -1] ?? ''
  // Most texts are clean, and checking is cheaper than cleaning.
  const label = /^[!-~]+(?: [!-~]+)*$/.test(text) ? text : cleanLabel(text)
  // Quotes that no reader of CSV takes for quotes.
  return label.replace(/^[„“«‚‘](.*)[“”»‘’]$/u, '$1') || null
}

/** Why a line is not a row. */
type LineFault =
  | { readonly kind: RecordFault | FreeLineFault | TableFault | 'separator' | 'cut-amount' | 'split-name' }
  | { readonly kind: 'too-many-cells' | 'too-few-cells'; readonly found: number; readonly expected: number }

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
  'only-words': 'Only words here. Skip the line, or enter its address and amount.',
  separator: 'Choose what separates the columns first.',
  'split-name': 'A comma split the name here. Put the name in quotes, or remove the comma.',
  'cut-amount': 'A comma split this amount in two. Quote it, or use a decimal point.',
}

/** Why a line cannot be split into cells. */
function lineFaultText(fault: LineFault): string {
  if (!('found' in fault)) return lineTexts[fault.kind]
  const { kind, found, expected } = fault
  return kind === 'too-few-cells'
    ? `This line has ${found} ${plural(found, 'cell')} instead of ${expected}.`
    : `This line has ${found} cells instead of ${expected}. Did a comma split an amount? Quote it, or use a decimal point.`
}
