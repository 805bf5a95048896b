import fc from 'fast-check'
import * as Token from '#chain/money/Token.ts'
import {
  type AccountingFile,
  type AccountingRow,
  rowCells,
  rowTitles,
} from '#domain/accounting/AccountingFile.ts'
import { csvLine, marked } from '#domain/shared/csvCells.ts'
import { usdt } from './activityItems.ts'
import { anyAddress, anyUint256, anyUnicode } from './arbitraries.ts'
import { word } from './fakeRpc.ts'
import { SAFE } from './safeExamples.ts'

const PAYER = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

/** A payment of 10 base units of USDT to the Safe. */
export function row(some: Partial<AccountingRow>): AccountingRow {
  return {
    at: 1_795_000_000_000,
    hash: word(7),
    logIndex: 3n,
    block: 100n,
    direction: 'in',
    from: PAYER,
    to: SAFE,
    token: { address: usdt.address, symbol: usdt.symbol, decimals: usdt.decimals },
    value: 10n,
    counterparty: PAYER,
    memo: '',
    reference: '',
    status: 'Received',
    price: null,
    campaign: '',
    fee: null,
    safeTxHash: null,
    ...some,
  }
}

/** Often parts of formulas, quotes, line ends and marks, and sometimes any character. */
const anyPiece = fc.oneof(
  fc.constantFrom(
    ...'=+-@|%\t\r\n\0＝＋－＠｜％\'",;# \u00a0\ufeff\u200b',
    '\r\n',
    '""',
    "''",
    '\u202e',
    '“',
  ),
  anyUnicode({ maxLength: 3 }),
  fc.string({ maxLength: 8 }),
)
export const anyCellText = fc
  .array(anyPiece, { maxLength: 5 })
  .map((pieces) => pieces.join(''))
  .map((text) => text.replace(/\p{Surrogate}/gu, '\ufffd'))

/** The zero address is another way to write BNB, and no row uses it as a token. */
const anyContract = anyAddress.filter((address) => Token.find(address) === undefined)

const anyToken = fc.oneof(
  fc.constantFrom(...Token.pinned).map(({ address, symbol, decimals }) => ({ address, symbol, decimals })),
  fc.record({ address: anyContract, symbol: anyCellText, decimals: fc.nat({ max: 255 }) }),
)

/** A price that a feed can have. */
const anyPrice = fc.record({
  value: fc.bigInt({ min: 1n, max: 10n ** 15n }),
  at: fc.integer({ min: 0, max: 4e12 }),
  round: fc.bigInt({ min: 1n, max: 2n ** 80n - 1n }),
})

const anyRow: fc.Arbitrary<AccountingRow> = fc
  .record({
    at: fc.option(fc.oneof(fc.integer({ min: 0, max: 4e12 }), fc.integer({ min: -8.64e15, max: 8.64e15 }))),
    hash: fc.option(anyUint256.map((value) => word(value))),
    logIndex: fc.option(fc.nat().map(BigInt)),
    block: fc.option(anyUint256),
    direction: fc.constantFrom<'in' | 'out'>('in', 'out'),
    from: fc.option(anyAddress),
    to: fc.option(anyAddress),
    token: anyToken,
    value: fc.oneof(anyUint256, fc.constant(0n)),
    counterparty: anyCellText,
    memo: anyCellText,
    reference: anyCellText,
    status: anyCellText,
    price: fc.option(anyPrice),
    campaign: anyCellText,
    fee: fc.option(fc.record({ value: anyUint256, price: fc.option(anyPrice) })),
    safeTxHash: fc.option(anyUint256.map((value) => word(value))),
  })
  .map((row) => (Token.find(row.token.address) ? row : { ...row, price: null }))

/** A file describes itself in sentences, each on one line. */
const anySentence = anyCellText.map((text) => `${text.replace(/[\r\n]/g, ' ')}.`)

export const anyAccountingFile: fc.Arbitrary<AccountingFile> = fc.record({
  account: anyAddress,
  writtenAt: fc.integer({ min: 0, max: 4e12 }),
  partial: fc.array(anySentence, { maxLength: 2 }),
  notes: fc.array(anySentence, { maxLength: 2 }),
  rows: fc.array(anyRow, { maxLength: 6 }),
})

/**
 * A file as version 2 wrote it: a description first, then the titles, the payments, and their number. Version 1 had no
 * prices.
 */
export function olderText(
  { account, writtenAt, partial, notes, rows }: AccountingFile,
  version: 1 | 2,
): string {
  const width = rowTitles.indexOf(version === 1 ? 'USD value' : 'Campaign')
  const marking =
    "A cell that a spreadsheet could run as a formula starts with one ' that is not part of its text."
  const lines = [
    ['# Influencer Portal accounting file', `version ${version}`],
    ...partial.map((why) => ['# PARTIAL: payments may be missing', why]),
    ['# Account on BNB Smart Chain', account],
    ['# Written (UTC)', new Date(writtenAt).toISOString()],
    ...notes.map((note) => ['# Note', note]),
    ['# Marking', marking],
    rowTitles.slice(0, width),
    ...rows.map((row) => rowCells(row).slice(0, width)),
    ['# End of the file', `${rows.length} ${rows.length === 1 ? 'payment' : 'payments'}`],
  ]
  const padded = lines.map((cells) => Array.from({ length: width }, (_, index) => cells[index] ?? ''))
  return `\ufeff${padded.map((cells) => `${csvLine(cells.map(marked))}\r\n`).join('')}`
}
