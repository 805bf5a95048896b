import { isHash, isHexAddress } from '#chain/hex.ts'
import * as Token from '#chain/money/Token.ts'
import { tokenByName } from '#chain/money/tokenNames.ts'
import { parseWrittenAddress } from '#chain/money/writtenAddress.ts'
import { trimEdges } from '#chain/text/label.ts'
import type { PayeeOptions } from '#domain/payee/checkPayee.ts'
import { amountParts } from './amountUnit.ts'
import { readTitle } from './columnTitles.ts'
import { looksLikeToken } from './rowToken.ts'

/** Longer cells are free text. */
const LONGEST = 100

/** True for a cell meant as an address, valid or not, of any network, or as a name for one. */
export function looksLikeAddress(cell: string): boolean {
  if (cell.length > LONGEST) return isWrittenAddress(cell)
  const text = trimEdges(cell)
  // The hash of a transaction is as long as no address.
  if (isHash(text)) return false
  return (
    /^'?(?:[\w-]+:){0,3}\s?0[xX][0-9a-zA-Z]{10,}(?:@[0-9]+)?[.,;:!]?$/.test(text) ||
    isHexAddress(`0x${text}`) ||
    /^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text) ||
    /^(?:bnb|bc)1[a-z0-9]{20,}$/i.test(text) ||
    /^\S+\.(?:eth|bnb)$/i.test(text) ||
    isWrittenAddress(text)
  )
}

/** True for a text of people that means an address: a payment link, a page of an explorer, words in front of it. */
function isWrittenAddress(text: string): boolean {
  // A line of a chat has an amount beside its address.
  if (!/0x/i.test(text) || /(?:^|\s)[0-9][0-9.,]*(?:\s|$)/.test(text)) return false
  const read = parseWrittenAddress(text)
  return (
    read.ok ||
    !['too-long', 'not-an-address', 'wrong-length', 'words-around', 'unknown-link'].includes(read.fault.kind)
  )
}

/** True for a cell meant as a number in any style, valid or not. */
export function looksLikeNumber(cell: string): boolean {
  if (cell.length > LONGEST) return false
  const first = cell.charCodeAt(0)
  // Most cells of a long list are addresses and words.
  if (first > 0x39 && first < 0x80) return false
  return /^=?[+-]?\(?[0-9][0-9.,'’_ \u00a0\u202f\u2009]*(?:e[+-]?[0-9]+|%|x[0-9a-f]{1,8}|\))?$/i.test(
    trimEdges(cell),
  )
}

/** Words for an amount that is still open. */
const OPEN =
  /^(?:tb[adc]|n\/?a|n\/d|pending|open|offen|\?+|-+|–|—|…|\.{3}|todo|soon|loading|err:5\d\d|#[\p{L}¡/0!?]+)[.!?]{0,3}$/iu

/** A number in digits of another script. */
const FOREIGN = /^[^\p{L}]*(?![0-9])\p{N}[^\p{L}]*$/u
/** An amount that is refused as it is, but meant as one: `~250`, `250*`, `2 x 125`, `250 (net)`, `1.5k`, `'250`. */
const REFUSED =
  /^(?:[~≈±<>≤≥'+(-]|about|approx\.?|ca\.?|circa|etwa|around|max\.?|min\.?|up to)? ?\p{Sc}? ?[0-9][0-9.,]{0,30} ?(?:[*+?!)~'"-]{0,3}|\([^()]{0,40}\)|[km]|each|(?:x|×|\+|\/|-|–|or|to|bis|oder) ?[0-9].{0,20})$/iu

/** A number in which letters stand for digits, as in a scanned list: `25O`. */
const MISREAD = /^(?=.{0,30}[0-9])[0-9OoIl][0-9OoIl.,]{1,30}$/

const DATE = /^[0-9]{1,4}[-/.][0-9]{1,2}[-/.][0-9]{1,4}(?:[ T,]+[0-9:.]+(?: ?[ap]m|z)?)?$/i

/** `June 3, 2026`, `3. Mai 2026`, `3 Nov`. A number of words that only begin like a month, `3 marks`, is no date. */
const DATE_IN_WORDS =
  /^(?=.{0,20}[0-9])(?:[0-9]{1,2}\.? )?(?:jan(?:uary?)?|feb(?:ruary?)?|mar(?:ch)?|märz|apr(?:il)?|ma[yi]|jun[ei]?|jul[yi]?|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)\.?(?: [0-9]{1,2})?(?:,? [0-9]{4})?$/i

/** True for a date, a time, or both. */
export function isDate(text: string): boolean {
  return DATE.test(text) || DATE_IN_WORDS.test(text)
}

/** Characters of the longest e-mail address (RFC 5321, 4.5.3.1). */
const LONGEST_EMAIL = 254

/** True for a link, a hash, an address, a date, a phone number or a long id. */
export function isId(text: string): boolean {
  return (
    /^(?:https?:\/\/|www\.)\S+$/i.test(text) ||
    (text.length <= LONGEST_EMAIL && /^\S+@\S+\.\S+$/.test(text)) ||
    /^\+?[0-9][0-9 ()/-]{6,20}$/.test(text) ||
    isHash(text) ||
    isDate(text) ||
    looksLikeAddress(text) ||
    (/^[\w-]{10,}$/.test(text) && /[0-9]/.test(text))
  )
}

/** True for a cell with digits that is refused as an amount, but stands where one belongs. */
export function isRefusedNumber(text: string): boolean {
  const bare = text.replace(/^'{2,}/, "'")
  return text.length <= LONGEST && (FOREIGN.test(bare) || REFUSED.test(bare) || MISREAD.test(bare))
}

/** True for a cell that is no number, but stands where an amount belongs. */
function isMeantAsAmount(text: string): boolean {
  return OPEN.test(text) || isRefusedNumber(text)
}

/** True for a number behind the title of amounts, as in `amount:250}` or `USDT = 5`. */
function isLabelled(text: string): boolean {
  if (text.length > LONGEST) return false
  const label = text.slice(0, Math.max(0, text.search(/[0-9]/)))
  const end = Math.max(label.lastIndexOf(':'), label.lastIndexOf('='))
  const words = label.slice(0, Math.max(0, end)).replace(/[^\p{L}]/gu, ' ')
  return readTitle(words).use === 'amount'
}

/** Days since 1900 as spreadsheets store dates: 2000 to 2099. */
const SERIALS = { first: 36_526, last: 73_050, most: 400 } as const

/** The cells of a column by their kind, counted in all rows. */
export type ColumnFacts = ReturnType<ReturnType<typeof columnCounter>['facts']>

type Options = Pick<PayeeOptions, 'tokens' | 'named'>

function columnCounter({ tokens, named }: Options) {
  const counts = {
    filled: 0,
    addresses: 0,
    people: 0,
    tokens: 0,
    /** Tokens that are `BNB`, which is also the name of the chain. */
    bnb: 0,
    /** Numbers, with or without a unit. */
    numbers: 0,
    /** Numbers with a unit beside them: a token or a currency. */
    units: 0,
    /** Cells that stand for an amount: one still to come, one that is refused, or an error of the spreadsheet. */
    open: 0,
    decimals: 0,
    dates: 0,
  }
  let [next, isSequence, low, high, isWhole] = [-1, true, Number.POSITIVE_INFINITY, 0, true]
  const addNumber = (number: string) => {
    counts.numbers++
    if (/[.,][0-9]{1,2}$/.test(number)) counts.decimals++
    const whole = /^[0-9]{1,7}$/.test(number) ? Number(number) : null
    if (whole === null) {
      isWhole = false
      isSequence = false
      return
    }
    low = Math.min(low, whole)
    high = Math.max(high, whole)
    isSequence &&= next === -1 ? whole <= 1 : whole === next
    next = whole + 1
  }
  return {
    add(cell: string) {
      const text = trimEdges(cell)
      if (text === '') return
      counts.filled++
      if (looksLikeToken(text, tokens)) {
        counts.tokens++
        if (tokenByName(text) === Token.BNB) counts.bnb++
      } else if (looksLikeAddress(text)) counts.addresses++
      else if (looksLikeNumber(text)) {
        if (DATE.test(text)) counts.dates++
        else addNumber(text)
      } else if (isDate(text)) counts.dates++
      else if (isMeantAsAmount(text) || isLabelled(text)) counts.open++
      else if ((named?.(text) ?? []).length > 0) counts.people++
      else if (/[0-9]/.test(text)) {
        const { number, unit } = amountParts(text)
        if (unit === null) return
        if (unit.kind === 'unknown') {
          // `3 reels` is a note and `TRC20` a code, `250 XYZ` the amount of a token that is not known.
          if (/^[A-Z][A-Z0-9]{2,9}$/.test(unit.text) && !/^\p{L}+[0-9]/u.test(text)) counts.open++
          return
        }
        addNumber(number)
        counts.units++
      }
    },
    facts: () => ({
      ...counts,
      /** Whole numbers that count the rows: 1, 2, 3. */
      isSequence: isSequence && counts.numbers > 1,
      /** Whole numbers that can be the days of one year, as a spreadsheet stores them. */
      isDateSerials:
        isWhole &&
        counts.numbers > 1 &&
        low >= SERIALS.first &&
        high <= SERIALS.last &&
        high > low &&
        high - low <= SERIALS.most,
    }),
  }
}

/** Columns beyond this are notes. */
const MOST_COLUMNS = 100

/** Counts the cells of all columns of a table. */
export function tableFacts(options: Options) {
  const columns: ReturnType<typeof columnCounter>[] = []
  return {
    add(cells: readonly string[]) {
      const length = Math.min(cells.length, MOST_COLUMNS)
      while (columns.length < length) columns.push(columnCounter(options))
      for (let index = 0; index < length; index++) columns[index]?.add(cells[index] ?? '')
    },
    /** Of at least so many columns, and of those beyond that many lines have: numbers there are numbers, too. */
    facts(width: number) {
      const all = columns.map((column) => column.facts())
      const most = Math.max(0, ...all.map(({ filled }) => filled))
      const beyond = all.slice(width).findLastIndex(({ filled }) => filled * 2 >= most)
      const empty = columnCounter(options).facts()
      return Array.from(
        { length: Math.min(width + beyond + 1, MOST_COLUMNS) },
        (_, index) => all[index] ?? empty,
      )
    },
  }
}
