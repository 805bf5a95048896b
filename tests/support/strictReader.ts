// A second reader of lists, which only says whether a payment is beyond doubt. It shares nothing with the portal's
// reader, so that both can be compared.

/** A payment as read elsewhere: the amount as plain digits, the token as its symbol. */
export type ReadPayment = {
  readonly payee: string
  readonly amount: string
  readonly symbol: string
  /** The first physical line, counted from 1, and the number of lines. */
  readonly line: number
  readonly lines: number
}

const ADDRESS = /0x[0-9a-f]{40}(?![0-9a-z])/gi
const SEPARATORS = ['\t', ';', ',', '|'] as const
/** Names in upper case. */
const NAMES: Readonly<Record<string, RegExp>> = {
  USDT: /(?<![A-Z])(?:USDT|BSC-USD|BSCUSD|USD₮|TETHER)(?![A-Z])|0X55D398326F99059FF775485246999027B3197955/,
  USDC: /(?<![A-Z])(?:USDC|USD COIN)(?![A-Z])/,
  BNB: /(?<![A-Z])(?:BNB|BINANCE COIN|NATIVE)(?![A-Z]|:(?:0X|BNB:))/,
  FDUSD: /(?<![A-Z])FDUSD(?![A-Z])/,
  DAI: /(?<![A-Z])DAI(?![A-Z])/,
}
const AMOUNT_TITLE =
  /amount|value|sum|total|payout|payment|fee|pay|due|reward|betrag|montant|importe|importo|kwota|сумма|сума|valor|tutar|金额|金額|usdt|usdc|bnb|dai|how much|qty|quantity|budget|net|gross|brutto|fdusd/i
const OTHER_TITLE =
  /^[.,-]?(?:#|no\.?|id|row|index|nr|date|day|month|year|time\w*|due|followers|posts|reels|phone|invoice.*|paid|block\w*|unixtimestamp|score|price|.*fee|rate|kolumne|from|qty|quantity|.*decimals)[-.]?$/i

/** Why a payment is in doubt; null if it is beyond doubt. @param chosen the token for lines that name none */
export function doubtOf(text: string, payment: ReadPayment, chosen: string | null): string | null {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)
  const own = lines.slice(payment.line - 1, payment.line - 1 + payment.lines).join(' ')
  const addresses = new Set((own.match(ADDRESS) ?? []).map((address) => address.toLowerCase()))
  if (!addresses.has(payment.payee.toLowerCase())) return 'the line does not hold this address'
  const above = lines.slice(0, payment.line - 1).filter((line) => line.match(ADDRESS) === null)
  const separator = SEPARATORS.find((mark) => split(own, mark).some((cell) => isAlone(cell, payment.payee)))
  const cellsOf = (line: string) => (separator ? split(line, separator) : [line])
  const cells = cellsOf(own)
  const headers = joinedQuotes(above.join('\n')).split('\n').map(cellsOf).filter(isHeader)
  const header =
    // A word alone, such as `,,Payouts`, is rather the title of the list.
    headers.findLast(
      (line) => line.length === cells.length && line.filter((cell) => trimmed(cell) !== '').length > 1,
    ) ??
    headers.findLast(({ length }) => length === cells.length) ??
    headers.findLast(({ length }) => length * 2 > cells.length) ??
    []
  const places = cells.flatMap((cell, index) => (numbersOf(cell).includes(payment.amount) ? [index] : []))
  if (places.length === 0) return 'no number of the line is this amount'
  // Of two cells with the same number, the one with a title or with the token: `250 XYZ⇥250 USDT` pays the second.
  const at =
    places.find((index) => AMOUNT_TITLE.test(header[index] ?? '')) ??
    places.find((index) => namesIn(cells[index] ?? '').includes(payment.symbol)) ??
    places.find((index) => !OTHER_TITLE.test(trimmed(header[index] ?? ''))) ??
    places[0] ??
    0
  const isTitled = AMOUNT_TITLE.test(header[at] ?? '')
  // A header below begins another table.
  const next = lines.findIndex((line, index) => index >= payment.line && isHeader(cellsOf(line)))
  const table = lines.slice(0, next < 0 ? lines.length : next)
  const alike = readable(table, payment.line - 1)
    .map(cellsOf)
    .filter((line) => line.some((cell) => (cell.match(ADDRESS) ?? []).some((payee) => isAlone(cell, payee))))
  const column = table.map(cellsOf).flatMap((line) => (/[0-9]/.test(line[at] ?? '') ? [line[at] ?? ''] : []))
  const isInUnits = column.filter((cell) => namesIn(cell).length > 0).length * 2 > column.length
  const hasUnit = namesIn(cells[at] ?? '').length > 0
  // `6⇥USDT`: a token in the next cell is the unit of the only number of its line.
  const isBesideToken = namesIn(cells[at + 1] ?? '').includes(payment.symbol) && numbersOf(own).length === 1
  const rivals = separator ? rivalsOf(alike, cells, at, header) : numbersOf(own).length - 1
  const isDecided = isTitled || isInUnits || hasUnit || isBesideToken
  if (!isDecided && rivals > 0) return 'other bare numbers could be meant'
  const named = namesIn(own)
  if (named.includes(payment.symbol)) return null
  if (named.length > 0 && !isTitled) return `the line names ${named.join()}`
  const isAbove = namesIn(above.join('\n')).includes(payment.symbol)
  return isAbove || chosen === payment.symbol ? null : 'nothing names this token'
}

/** Cells of bare numbers in other columns, in lines of the same width, without a title that says what they count. */
function rivalsOf(
  alike: readonly (readonly string[])[],
  own: readonly string[],
  at: number,
  header: readonly string[],
): number {
  return alike
    .filter((line) => line.length === own.length)
    .flatMap((line) =>
      line.filter(
        (cell, index) =>
          index !== at &&
          /^[0-9]+(?:\.[0-9]+)?$/.test(trimmed(cell)) &&
          namesIn(own[index] ?? '').length === 0 &&
          (own[index] ?? '').match(ADDRESS) === null &&
          !OTHER_TITLE.test(trimmed(header[index] ?? '')),
      ),
    ).length
}

/** The lines that quotes do not spoil, and the own one. */
function readable(lines: readonly string[], own: number): readonly string[] {
  let isOpen = false
  return lines.filter((line, index) => {
    const isOdd = line.split('"').length % 2 === 0
    const isSpoilt = isOpen || isOdd
    isOpen = isOpen !== isOdd
    return !isSpoilt || index === own
  })
}

/** Cells of a line. A separator in quotes separates nothing. */
function split(line: string, separator: string): readonly string[] {
  const [, inner] = /^\s*"(.*)"\s*$/.exec(line) ?? []
  if (inner !== undefined && !/(?<!")"(?!")/.test(inner)) return split(inner.replaceAll('""', '"'), separator)
  const hidden = line.replace(/"((?:[^"]|"")*)"/g, (_, cell: string) =>
    cell.replaceAll('""', ' ').replaceAll(separator, '\u0001'),
  )
  return hidden.split(separator).map((cell) => cell.replaceAll('\u0001', separator))
}

/** A text without line ends in its quoted cells. */
function joinedQuotes(text: string): string {
  return text.replace(/"[^"]*"/g, (cell) => cell.replaceAll('\n', ' '))
}

/** True for a cell with only this address, perhaps behind the name of a network. Marks of a sentence around it say nothing. */
function isAlone(cell: string, payee: string): boolean {
  const text = trimmed(cell).toLowerCase()
  const [before = '', after, ...more] = text.split(payee.toLowerCase())
  return (
    after !== undefined &&
    more.length === 0 &&
    /^[="'` .,:;#~*•<([>–—-]*(?:[a-z0-9]+:){0,3} ?$/.test(before) &&
    /^[ .,:;!?#~*•>)`\]–—-]*$/.test(after)
  )
}

function isHeader(cells: readonly string[]): boolean {
  const isTitle = (cell: string) =>
    (AMOUNT_TITLE.test(cell) && !/[0-9]/.test(cell)) || OTHER_TITLE.test(trimmed(cell))
  // `BNB` and `Total` are titles of amounts, but not beside an amount, or beside several that are still open.
  const isData =
    cells.some((cell) =>
      /^[.,]*\p{N}[\p{N}.,]*(?: ?(?:USDT|USDC|BNB|DAI|FDUSD))?$|0x[0-9a-f]{8}/iu.test(trimmed(cell)),
    ) ||
    cells.filter((cell) => trimmed(cell) === 'TBD').length > 1 ||
    // The line below the titles of a Markdown table.
    (cells.some((cell) => /^:?-{3,}:?$/.test(trimmed(cell))) &&
      !cells.some((cell) => AMOUNT_TITLE.test(cell)))
  // Titles of a payee and of amounts are beyond doubt, whatever stands beside them.
  const isBoth =
    cells.some((cell) => /^(?:wallet|address)$/i.test(trimmed(cell))) &&
    cells.some((cell) => /^amount$/i.test(trimmed(cell)))
  return (isBoth || !isData) && cells.length > 1 && cells.some(isTitle)
}

function namesIn(text: string): readonly string[] {
  const plain = text.replace(/\p{Cf}/gu, '').toUpperCase()
  return Object.keys(NAMES).filter((name) => NAMES[name]?.test(plain))
}

/** Numbers of a text as plain digits. Dates, times, and digits inside of words are none; a number in front may count. */
function numbersOf(text: string): readonly string[] {
  const bare = asPlain(trimmed(text))
    .replace(/^\W*(?:[0-9]{1,4}[.):]+|#[0-9]+)(?=\s|0x)/, ' ')
    .replace(/0x[0-9a-f]{40}-?/gi, ' ')
    .replace(
      /[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}|[0-9]{1,2}[./][0-9]{1,2}[./][0-9]{2,4}|[0-9]{1,2}:[0-9]{2}/g,
      ' ',
    )
    .replace(
      /([0-9])(?=\$?USDT|\$?USDC|BNB|DAI|BSC-?USD|FDUSD|Binance-Peg)|(USDT|USDC|BNB|DAI|BSC-?USD|FDUSD)(?=[0-9])/gi,
      '$1$2 ',
    )
  return bare
    .split(/[\s=:()[\]*<>`"→•–—'’|;]+|,(?=[^0-9])|(?<=\p{L}),/u)
    .map((word) => word.replace(/^[,\p{Cf}]+|[.,–—\p{Cf}-]+$/gu, ''))
    .map(asPlain)
    .filter((word) => /^[0-9]+(?:\.[0-9]+)?$/.test(word))
    .map((word) => (word.includes('.') ? word.replace(/\.?0+$/, '') : word))
}

/** A number that can be read in one way only, with a point and without groups; any other text as it is. */
function asPlain(text: string): string {
  const [, whole = '', decimals = ''] =
    /^([0-9]{1,3}(?:,[0-9]{3})+)\.([0-9]+)$/.exec(text) ??
    /^([0-9]{1,3}(?:\.[0-9]{3})+),([0-9]+)$/.exec(text) ??
    /^([0-9]{1,3}(?:[ '’\u00a0\u2009\u202f][0-9]{3})+)(?:[.,]([0-9]+))?$/.exec(text) ??
    /^([0-9]{1,3}(?:,[0-9]{3}){2,}|[0-9]{1,3}(?:\.[0-9]{3}){2,})$/.exec(text) ??
    /^([0-9]+),([0-9]{1,2}|[0-9]{4,}|[0-9]{3}(?<=^0,...))$/.exec(text) ??
    /^([0-9]{4,}),([0-9]+)$/.exec(text) ??
    []
  if (whole === '') return text
  return `${whole.replace(/[^0-9]/g, '')}${decimals === '' ? '' : `.${decimals}`}`
}

function trimmed(text: string): string {
  return text.replace(/^[\s\p{C}'"]+|[\s\p{C}'"]+$/gu, '')
}
