import { checksumAddress, type Hash } from 'viem'
import { isHexAddress, isLowerHash } from '#chain/hex.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import {
  centsOf,
  decimalCents,
  decimalPrice,
  feedOf,
  PRICE_DECIMALS,
  type Price,
  pairOf,
} from '#chain/prices/feeds.ts'

/** One payment in an accounting file. Null means unknown; texts are well-formed Unicode. */
export type AccountingRow = {
  /** ms since the epoch. */
  readonly at: number | null
  readonly hash: Hash | null
  readonly logIndex: bigint | null
  readonly block: bigint | null
  readonly direction: 'in' | 'out'
  readonly from: Address | null
  readonly to: Address | null
  /** Symbol and decimals of an unpinned token are only claims; its contract identifies it. */
  readonly token: Pick<Token.Token, 'address' | 'symbol' | 'decimals'>
  /** Base units, never negative. */
  readonly value: bigint
  readonly counterparty: string
  readonly memo: string
  readonly reference: string
  /** The status words shown on screen. Only "Paid" and "Received" are proven for this amount. */
  readonly status: string
  /** The price of the token at the time of the payment; null if unknown. */
  readonly price: Price | null
  /** The campaign that the payment belongs to; '' for none. */
  readonly campaign: string
  /**
   * The network fee that the account paid: BNB in wei, and its price at that time. In the first row of a
   * transaction only; null in the others, if somebody else paid it, and if it could not be read.
   */
  readonly fee: { readonly value: bigint; readonly price: Price | null } | null
  /** The proposal of a Safe that the payment belongs to, in lower case; null for none. */
  readonly safeTxHash: Hash | null
}

/** The content of an accounting file. */
export type AccountingFile = {
  readonly account: Address
  /** ms since the epoch. */
  readonly writtenAt: number
  /** Why payments may be missing, in sentences; empty if the source has no more. */
  readonly partial: readonly string[]
  /** Other notes for the reader, in sentences. */
  readonly notes: readonly string[]
  readonly rows: readonly AccountingRow[]
}

/**
 * The titles of what a file says about a payment. A new column comes last, so that a file without it stays readable
 * (`countColumns`).
 */
export const rowTitles = [
  'Date (UTC)',
  'Transaction hash',
  'Log index',
  'Block',
  'Direction',
  'From',
  'To',
  'Token',
  'Token contract (none for BNB)',
  'Token decimals',
  'Amount',
  'Counterparty',
  'Memo',
  'Reference',
  'Status',
  'USD value',
  'USD price',
  'USD price time (UTC)',
  'USD price source',
  'Campaign',
  'Network fee (BNB)',
  'Network fee (USD)',
  'BNB price',
  'BNB price time (UTC)',
  'BNB price source',
  'Safe transaction hash',
] as const

/** The titles of what each row says about its file. `Missing` stands in the first row only. */
export const fileTitles = ['Row', 'Account', 'Written (UTC)', 'Missing'] as const

/** The last title of files that had their notes in the first row. */
const NOTES = 'Notes'

/** The place of the first cell about a price. */
const PRICE_CELLS = rowTitles.indexOf('USD value')
const CAMPAIGN = rowTitles.indexOf('Campaign')
const FEE_PRICE_CELLS = rowTitles.indexOf('Network fee (USD)')
const SAFE_TX_HASH = rowTitles.indexOf('Safe transaction hash')

/** The titles by the version that the first line of an older file names. Since version 3 the titles are that line. */
export const olderTitles = new Map<string, readonly string[]>([
  ['version 1', rowTitles.slice(0, PRICE_CELLS)],
  ['version 2', rowTitles.slice(0, CAMPAIGN)],
])

/**
 * The number of columns about a payment in a file that begins with these titles. Older files have fewer than today's,
 * and notes at the end. Null for another file.
 */
export function countColumns(titles: readonly string[]): number | null {
  const about = titles.at(-1) === NOTES ? [...fileTitles, NOTES] : fileTitles
  const count = titles.length - about.length
  const known: readonly string[] = [...rowTitles.slice(0, count), ...about]
  return count >= CAMPAIGN && isSame(titles, known) ? count : null
}

/** Whether a line is exactly these titles. */
export function isSame(cells: readonly string[], titles: readonly string[]): boolean {
  return cells.length === titles.length && cells.every((cell, index) => cell === titles[index])
}

/** The cells of a row, before `marked`. @throws RangeError for an impossible time or amount */
export function rowCells(row: AccountingRow): readonly string[] {
  const { at, hash, logIndex, block, direction, from, to, token, value } = row
  if (value < 0n) throw new RangeError(`A negative amount: ${value}`)
  return [
    at === null ? '' : new Date(at).toISOString(),
    hash ?? '',
    logIndex?.toString() ?? '',
    block?.toString() ?? '',
    direction,
    from ?? '',
    to ?? '',
    token.symbol,
    token.address ?? '',
    token.decimals.toString(),
    Amount.toDecimal({ token: { ...token, name: '' }, value }),
    row.counterparty,
    row.memo,
    row.reference,
    row.status,
    ...priceCells(row),
    row.campaign,
    ...feeCells(row.fee),
    row.safeTxHash ?? '',
  ]
}

function feeCells(fee: AccountingRow['fee']): readonly string[] {
  if (!fee) return ['', '', '', '', '']
  const amount = { token: Token.BNB, value: fee.value }
  return [Amount.toDecimal(amount), ...priceCells({ ...amount, price: fee.price })]
}

/** The worth of the amount, and the source to read its price again; empty without a price. */
function priceCells({
  token,
  value,
  price,
}: Pick<AccountingRow, 'token' | 'value' | 'price'>): readonly string[] {
  const feed = feedOf(token)
  if (!price || !feed) return ['', '', '', '']
  return [
    decimalCents(centsOf({ token: feed.token, value }, price)),
    decimalPrice(price),
    new Date(price.at).toISOString(),
    `Chainlink ${pairOf(feed.token)} ${feed.address}, round ${price.round}`,
  ]
}

/** A faulty cell: the title of its column, and the reason. */
export class CellFault extends Error {}

/** Parses addresses with a cache, because a file repeats few addresses and each checksum costs a hash. */
export function addressReader(): (column: string, cell: string) => Address | null {
  const known = new Map<string, Address>()
  return (column, cell) => {
    if (cell === '') return null
    const found = known.get(cell)
    if (found) return found
    const address = isHexAddress(cell) ? checksumAddress(cell.toLowerCase() as Address) : null
    // The zero address is a valid payer, because tokens are minted from it.
    if (address !== cell) throw new CellFault(`${column} is not a checksummed address.`)
    known.set(cell, address)
    return address
  }
}

/** Parses a row from its unmarked cells. @throws CellFault */
export function readAccountingRow(
  cells: readonly string[],
  address: ReturnType<typeof addressReader>,
): AccountingRow {
  const cell = (index: number) => cells[index] ?? ''
  const token = readToken(cell(7), address('Token contract', cell(8)), cell(9))
  const row = {
    at: readTime('Date', cell(0)),
    hash: readHash('Transaction hash', cell(1)),
    logIndex: readCount('Log index', cell(2)),
    block: readCount('Block', cell(3)),
    direction: readDirection(cell(4)),
    from: address('From', cell(5)),
    to: address('To', cell(6)),
    token,
    value: readValue('Amount', cell(10), token.decimals),
    counterparty: cell(11),
    memo: cell(12),
    reference: cell(13),
    status: cell(14),
    price: readPrice(cells.slice(PRICE_CELLS)),
    campaign: cell(CAMPAIGN),
    fee: readFee(cells),
    safeTxHash: readHash('Safe transaction hash', cell(SAFE_TX_HASH)),
  }
  // The worth follows from the amount and the price, so a file with another value is refused.
  if (priceCells(row).some((text, index) => text !== cell(PRICE_CELLS + index)))
    throw new CellFault('USD value is not what the amount and its price give.')
  return row
}

function readFee(cells: readonly string[]): AccountingRow['fee'] {
  const [text = '', ...price] = cells.slice(FEE_PRICE_CELLS - 1, FEE_PRICE_CELLS + 4)
  if (text === '' && price.every((cell) => cell === '')) return null
  const fee = { value: readValue('Network fee', text, Token.BNB.decimals), price: readPrice(price) }
  if (feeCells(fee).some((cell, index) => cell !== [text, ...price][index]))
    throw new CellFault('Network fee in USD is not what the fee and its price give.')
  return fee
}

function readPrice([worth = '', price = '', time = '', source = '']: readonly string[]): Price | null {
  if (worth + price + time + source === '') return null
  const at = readTime('USD price time', time)
  const [, round] = /, round ([1-9][0-9]{0,24})$/.exec(source) ?? []
  const value = readValue('USD price', price, PRICE_DECIMALS)
  if (at === null || round === undefined || value === 0n)
    throw new CellFault('USD price is zero, or has no time or no round.')
  return { value, at, round: BigInt(round) }
}

/** ms since the epoch for an ISO 8601 time; null for an empty cell. @throws CellFault */
export function readTime(column: string, cell: string): number | null {
  if (cell === '') return null
  const at = Date.parse(cell)
  if (Number.isNaN(at) || new Date(at).toISOString() !== cell) {
    throw new CellFault(`${column} is not a time like 2026-11-21T12:00:00.000Z.`)
  }
  return at
}

function readHash(column: string, cell: string): Hash | null {
  if (cell === '') return null
  if (!isLowerHash(cell)) throw new CellFault(`${column} is not a hash.`)
  return cell
}

function readCount(column: string, cell: string): bigint | null {
  if (cell === '') return null
  if (!/^(0|[1-9][0-9]{0,77})$/.test(cell)) throw new CellFault(`${column} is not a whole number.`)
  return BigInt(cell)
}

function readDirection(cell: string): 'in' | 'out' {
  if (cell !== 'in' && cell !== 'out') throw new CellFault('Direction is neither "in" nor "out".')
  return cell
}

/** A pinned token must have its own symbol and decimals. */
function readToken(symbol: string, address: Address | null, decimals: string): AccountingRow['token'] {
  if (!/^(0|[1-9][0-9]{0,2})$/.test(decimals) || Number(decimals) > 255) {
    throw new CellFault('Token decimals is not a number from 0 to 255.')
  }
  const token = { address, symbol, decimals: Number(decimals) }
  const pinned = Token.find(address)
  if (pinned && pinned.address !== address)
    throw new CellFault('Token contract is not written as the token has it.')
  if (pinned && (pinned.symbol !== symbol || pinned.decimals !== token.decimals)) {
    throw new CellFault(
      `Token is not ${pinned.symbol} with ${pinned.decimals} decimals, as its contract says.`,
    )
  }
  return token
}

function readValue(column: string, cell: string, decimals: number): bigint {
  const [, whole, fraction = ''] = /^(0|[1-9][0-9]{0,77})(?:\.([0-9]{0,254}[1-9]))?$/.exec(cell) ?? []
  if (whole === undefined) throw new CellFault(`${column} is not a plain decimal number.`)
  if (fraction.length > decimals) throw new CellFault(`${column} has more decimals than its token.`)
  const value = BigInt(whole + fraction.padEnd(decimals, '0'))
  if (value > Amount.MAX_UINT256) throw new CellFault(`${column} is larger than any token can move.`)
  return value
}
