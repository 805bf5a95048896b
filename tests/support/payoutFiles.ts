import fc from 'fast-check'
import type { Address } from 'viem'
import { isKnownTitle } from '#domain/draft/import/columnTitles.ts'
import { anyAddress } from './arbitraries.ts'
import { SAFE, USDT } from './safeExamples.ts'

// Payout files with known content: cells are joined by hand here, and mistakes are added one by one. The
// portal's reader is not used.

/** The true meaning of a line, as its author knows it. */
export type TrueLine =
  | {
      readonly kind: 'pay'
      readonly payee: Address
      readonly symbol: 'BNB' | 'USDT'
      readonly value: bigint
      /** The line is damaged: it may be refused, but never misread. */
      readonly isDamaged: boolean
    }
  | { readonly kind: 'wrong' | 'blank' | 'header' }

export type PayoutFile = {
  readonly text: string
  readonly lines: readonly TrueLine[]
  /** The file's number style. */
  readonly style: 'plain' | 'comma-point' | 'point-comma'
  /** Rows without a token are in USDT. */
  readonly isFileWide: boolean
  /** There is a wrong quote, so the lines after it may be unreadable. */
  readonly hasBadQuote: boolean
}

type Row = { payee: string; amount: string; token: string; note: string }
type Column = keyof Row

/** A mistake that a person or program makes in a row; returns the row as written to the file. */
const mistakes: readonly ((row: Row) => Row)[] = [
  (row) => ({ ...row, payee: turnedCase(row.payee) }),
  (row) => ({ ...row, payee: row.payee.slice(0, -1) }),
  (row) => ({ ...row, payee: `${row.payee}0` }),
  (row) => ({ ...row, payee: row.payee.slice(2) }),
  (row) => ({ ...row, payee: `eth:${row.payee}` }),
  (row) => ({ ...row, payee: 'ann.eth' }),
  (row) => ({ ...row, payee: '' }),
  (row) => ({ ...row, payee: SAFE }),
  (row) => ({ ...row, payee: USDT }),
  (row) => ({ ...row, payee: `0x${'0'.repeat(40)}` }),
  (row) => ({ ...row, payee: row.payee.replace('0x', '0x\u200b') }),
  (row) => ({ ...row, amount: '' }),
  (row) => ({ ...row, amount: '0' }),
  (row) => ({ ...row, amount: `-${row.amount}` }),
  (row) => ({ ...row, amount: `+${row.amount}` }),
  (row) => ({ ...row, amount: '1e3' }),
  (row) => ({ ...row, amount: '0x10' }),
  (row) => ({ ...row, amount: '5%' }),
  (row) => ({ ...row, amount: '$5' }),
  (row) => ({ ...row, amount: '5 TRX' }),
  (row) => ({ ...row, amount: '5k USDT' }),
  (row) => ({ ...row, amount: '#REF!' }),
  (row) => ({ ...row, amount: '.' }),
  (row) => ({ ...row, amount: '٣' }),
  (row) => ({ ...row, amount: '1,00,000' }),
  (row) => ({ ...row, amount: '1.2.3' }),
  (row) => ({ ...row, amount: '007' }),
  (row) => ({ ...row, amount: '0.0000000000000000001' }),
  (row) => ({ ...row, amount: `1${'0'.repeat(60)}` }),
  (row) => ({ ...row, token: 'USDTT' }),
  (row) => ({ ...row, token: '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc' }),
]

/** Changes the case of one letter; makes the address invalid if no checksum would remain. */
function turnedCase(address: string): string {
  const at = address.slice(2).search(/[a-f]/) + 2
  const digits = address.slice(2, at) + address.charAt(at).toUpperCase() + address.slice(at + 1)
  const isMixed = /[a-f]/.test(digits) && /[A-F]/.test(digits)
  return at > 1 && isMixed ? `0x${digits}` : '0x'
}

/** Base units as text in the given style, made by cutting and joining. */
function written(value: bigint, style: PayoutFile['style'], isGrouped: boolean): string {
  const digits = value.toString().padStart(19, '0')
  const [whole, decimals] = [digits.slice(0, -18), digits.slice(-18).replace(/0+$/, '')]
  const [mark, point] = style === 'point-comma' ? ['.', ','] : [',', '.']
  const groups = whole.replace(/(?<=\d)(?=(?:\d{3})+$)/g, style !== 'plain' && isGrouped ? mark : '')
  return decimals === '' ? groups : `${groups}${point}${decimals}`
}

const anyValue = fc.oneof(
  fc.bigInt({ min: 1n, max: 10n ** 24n }),
  fc.bigInt({ min: 1n, max: 100_000n }).map((whole) => whole * 10n ** 18n),
  fc.bigInt({ min: 1n, max: 10_000_000n }).map((cents) => cents * 10n ** 16n),
)

const anyNote = fc.oneof(
  fc.constantFrom('', 'Ann', 'Ann, no. 1', 'a;b', 'say "hi"', 'two\nlines', '=1+1', 'x\ty', '7', ' ', "it's"),
  fc
    .string({ maxLength: 6 })
    .map((text) => text.replace(/[\0\r]/g, ''))
    // A note that is a title, such as `tO`, makes a line whose address is missing the titles of another table.
    .filter((text) => !isKnownTitle(text)),
)

const titles: Readonly<Record<Column, readonly string[]>> = {
  payee: ['payee', 'Receiver', 'ADDRESS', 'Wallet', 'pay to', 'Pay_To'],
  amount: ['amount', 'Value', 'SUM', 'total'],
  token: ['token', 'Currency', 'SYMBOL', 'token_address'],
  note: ['note', 'Campaign', 'Kommentar', ''],
}

/** Excludes addresses without an owner. */
const anyPayee = anyAddress.filter((address) => BigInt(address) > 2n ** 128n)

const anyRow = fc.record({
  payee: anyPayee,
  form: fc.constantFrom('checksum', 'lower', 'upper', 'bnb', 'spaces'),
  value: anyValue,
  isGrouped: fc.boolean(),
  token: fc.constantFrom<'BNB' | 'USDT'>('BNB', 'USDT'),
  unit: fc.constantFrom<'none' | 'before' | 'after'>('none', 'none', 'none', 'before', 'after'),
  tokenForm: fc.constantFrom('symbol', 'lower', 'contract'),
  note: anyNote,
  mistake: fc.oneof(
    { weight: 3, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom(...mistakes) },
  ),
  /** The change made to the line after it is written. */
  damage: fc.oneof(
    { weight: 12, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom('extra', 'cut', 'quote', '1,5', '1,000.5') },
  ),
  before: fc.oneof({ weight: 8, arbitrary: fc.constant(null) }, fc.constantFrom('', '  ', '# 0x1, 5', '\t')),
})

/** Any file with up to a dozen rows. */
export const anyPayoutFile: fc.Arbitrary<PayoutFile> = fc
  .record({
    rows: fc.array(anyRow, { minLength: 1, maxLength: 12 }),
    columns: fc.shuffledSubarray<Column>(['payee', 'amount', 'token', 'note'], { minLength: 2 }),
    hasHeader: fc.boolean(),
    title: fc.nat({ max: 5 }),
    separator: fc.constantFrom(',', ';', '\t'),
    end: fc.constantFrom('\n', '\r\n', '\r'),
    quotes: fc.constantFrom('needed', 'all'),
    style: fc.constantFrom<PayoutFile['style']>('plain', 'plain', 'comma-point', 'point-comma'),
    hasMark: fc.boolean(),
    endsWithLine: fc.boolean(),
  })
  .filter(({ columns }) => columns.includes('payee') && columns.includes('amount'))
  .map(({ rows, columns, hasHeader, title, separator, end, quotes, style, hasMark, endsWithLine }) => {
    const hasToken = columns.includes('token')
    const quoted = (cell: string) =>
      quotes === 'all' || /[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
    const physical: string[] = []
    const lines: TrueLine[] = []
    let hasBadQuote = false
    if (hasHeader) {
      physical.push(
        columns.map((column) => titles[column][title % titles[column].length] ?? '').join(separator),
      )
      lines.push({ kind: 'header' })
    }
    for (const row of rows) {
      if (row.before !== null) {
        physical.push(row.before)
        // Somebody set a payment aside, which is an error until a person says so.
        lines.push({ kind: row.before.startsWith('#') ? 'wrong' : 'blank' })
      }
      const right: Row = {
        payee: payeeText(row.payee, row.form),
        amount: withUnit(written(row.value, style, row.isGrouped), hasToken ? 'none' : row.unit),
        token: tokenText(row.token, row.tokenForm),
        // Without a header, columns are recognised by content, so a note must not be a number.
        note: `${!hasHeader && /^\W*\d/.test(row.note) ? 'no. ' : ''}${row.note}`.replaceAll('\n', end),
      }
      const spoilt = row.mistake ? row.mistake({ ...right, payee: row.payee }) : right
      // In the file's style, so that it does not suggest another one.
      const isTiny = style === 'point-comma' && spoilt.amount.startsWith('0.')
      const cells = isTiny ? { ...spoilt, amount: spoilt.amount.replace('.', ',') } : spoilt
      const isSeen = columns.some(
        (column) =>
          cells[column] !== right[column] && column !== 'note' && !isSame(row.payee, cells, right, column),
      )
      let line = columns.map((column) => quoted(cells[column])).join(separator)
      const isComma = row.damage === '1,5' || row.damage === '1,000.5'
      if (isComma) {
        line = columns
          .map((column) => (column === 'amount' ? row.damage : quoted(cells[column])))
          .join(separator)
      } else if (row.damage === 'extra') line += `${separator}x`
      else if (row.damage === 'cut') {
        // The sign of a currency alone would be a heading for the rows below it.
        line = quoted(cells[columns[0] ?? 'note'].replaceAll('$', ''))
      } else if (row.damage === 'quote') line = line.replace(/.$/s, '"$&')
      // A note in front may be a sign of comments by chance: `//,0x…`.
      const isSetAside = /^\s*(?:# |\/\/|--(?!-))/.test(line)
      if (row.damage === 'quote') hasBadQuote = true
      physical.push(line)
      const isNothing = columns.every((column) => cells[column].trim() === '')
      // A cell with a mistake may be overwritten, and then only the comma is wrong.
      const isWrong = (row.mistake !== null && isSeen) || row.damage === 'cut' || isNothing || isSetAside
      lines.push(
        isWrong && !isComma
          ? { kind: 'wrong' }
          : {
              kind: 'pay',
              payee: row.payee,
              symbol: hasToken ? row.token : 'USDT',
              value: row.damage === '1,5' ? 15n * 10n ** 17n : isComma ? 10_005n * 10n ** 17n : row.value,
              isDamaged: row.damage !== null || isWrong,
            },
      )
      const spans = line.split(/\r\n|\r|\n/).length
      for (let more = 1; more < spans; more++) lines.push({ kind: 'wrong' })
    }
    return {
      text: `${hasMark ? '\ufeff' : ''}${physical.join(end)}${endsWithLine ? end : ''}`,
      lines,
      style,
      isFileWide: !hasToken,
      hasBadQuote,
    }
  })

/** A mistake that changed only the spelling of the same address. */
function isSame(payee: Address, cells: Row, right: Row, column: Column): boolean {
  return column === 'payee' && cells.payee === payee && right.payee !== payee
}

function payeeText(payee: Address, form: string): string {
  if (form === 'lower') return payee.toLowerCase()
  if (form === 'upper') return `0x${payee.slice(2).toUpperCase()}`
  if (form === 'bnb') return `bnb:${payee}`
  return form === 'spaces' ? ` ${payee}\u00a0` : payee
}

/** Only where no cell names the token, so that a mistake in that cell is seen. */
function withUnit(amount: string, unit: 'none' | 'before' | 'after'): string {
  return unit === 'none' ? amount : unit === 'after' ? `${amount} USDT` : `USDT ${amount}`
}

function tokenText(symbol: 'BNB' | 'USDT', form: string): string {
  if (form === 'contract' && symbol === 'USDT') return USDT
  return form === 'lower' ? symbol.toLowerCase() : symbol
}

/** Parts that break files: any bytes, and fragments that look like rows. */
export const anyFileBytes: fc.Arbitrary<Uint8Array> = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 3 }).map((bytes) => Buffer.from(bytes)),
      fc
        .constantFrom(
          ...[
            '\n',
            '\r\n',
            '\r',
            ',',
            ';',
            '\t',
            '"',
            '""',
            '#',
            ' ',
            '0x',
            '1',
            '1.5',
            '1,000',
            '0.25',
            '-',
            'e',
            "'",
          ],
          ...[
            'USDT',
            'bnb',
            '\ufeff',
            '\u00a0',
            'address',
            'amount',
            'token',
            'note',
            'é',
            '😀',
            SAFE,
            USDT,
            '\n',
            ',',
          ],
        )
        .map((text) => Buffer.from(text)),
      fc
        .constantFrom(
          ...[
            '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
            '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc',
          ].flatMap((payee) => [
            payee,
            `${payee},5`,
            `\n${payee},12.5,USDT`,
            `\n${payee};7;bnb`,
            payee.toLowerCase(),
          ]),
        )
        .map((text) => Buffer.from(text)),
    ),
    { maxLength: 24 },
  )
  .map((pieces) => new Uint8Array(Buffer.concat(pieces)))
