import type { Token } from '#chain/money/Token.ts'
import { isTokenElsewhere, tokenByName } from '#chain/money/tokenNames.ts'
import { LONGEST_CELL, trimEdges } from '#chain/text/label.ts'

/** The unit of a number in a cell: a token, or a currency that is no token. */
export type Unit =
  | { readonly kind: 'token'; readonly token: Token }
  /** `sign` is one for each currency: `$` for `USD` and `dollars`, too. */
  | { readonly kind: 'currency'; readonly sign: string }
  | { readonly kind: 'elsewhere' | 'unknown'; readonly text: string }

/** Currencies by their sign, code (ISO 4217) and words, in upper case. The first of each stands for all of them. */
const currencies = new Map(
  [
    '$ USD US$ $US DOLLAR DOLLARS BUCKS, € EUR EURO EUROS, £ GBP POUNDS QUID, ¥ JPY YEN, CNY RMB YUAN',
    '₹ INR RS RUPEES, ₽ RUB РУБ РУБЛЕЙ РУБЛЯ, ₺ TRY TL LIRA, ₩ KRW, ₴ UAH ГРН, ₦ NGN NAIRA, ₫ VND, ₱ PHP',
    'CHF FR, SEK, NOK, DKK, PLN ZŁ ZŁOTY ZLOTY, CZK KČ, AUD, CAD, NZD, SGD, HKD, BRL R$ REAIS, MXN, AED',
    'IDR RP, THB ฿ BAHT, ZAR RAND',
    // Several countries have these.
    'kr KR KRONOR KRONER, pesos PESO PESOS, francs FRANCS',
  ]
    .flatMap((line) => line.split(', '))
    .flatMap((currency) => {
      const names = currency.split(' ')
      return names.map((name) => [name, names[0] ?? name] as const)
    }),
)

/** Currencies that people write in small letters. Other codes are also words, such as `try`. */
const WRITTEN_SMALL =
  /^(?:usd|eur|gbp|chf|dollars?|euros?|bucks|pounds|yen|zł|r\$|us\$|quid|yuan|rs|rupees|руб|рублей|рубля|tl|lira|грн|naira|baht|rand|reais|złoty|zloty|kč|kr|kronor|kroner|pesos?|francs)$/iu

/** The unit that a text names; null for one that names none. */
export function unitOf(text: string): Unit | null {
  if (text === '' || text.length > LONGEST_CELL) return null
  const token = tokenByName(text)
  if (token) return { kind: 'token', token }
  const name = text.replace(/\.$/, '')
  const sign = currencies.get(WRITTEN_SMALL.test(name) ? name.toUpperCase() : name)
  if (sign !== undefined) return { kind: 'currency', sign }
  if (isTokenElsewhere(text)) return { kind: 'elsewhere', text }
  return /^\p{Sc}$/u.test(text) ? { kind: 'currency', sign: text } : null
}

/** Words for a multiple or a part of a unit, in which numbers may be meant. */
const SCALE =
  /^(?:k|m|mn|mio|mln|bn|tsd|tausend|thousands?|millions?|hundreds?|lakhs?|crores?|cents?|wei|gwei|mille|milliers|mil|miles|tys|тыс|тысяч|bin)$/iu

/** True for a word such as `thousands` or `cents`. */
export function isScale(word: string): boolean {
  return SCALE.test(word)
}

/** True for words that say in which multiple of a unit numbers are: `in thousands`, `k USDT`. */
export function namesScale(text: string): boolean {
  const words = text.split(/[^\p{L}\p{N}$]+/u)
  return words.some((word, index) => {
    const [before = '', after = ''] = [words[index - 1], words[index + 1]]
    return isScale(word) && (/^(?:in|en|em|в)$/iu.test(before) || [before, after].some((one) => unitOf(one)))
  })
}

/** Two units that mean the same. */
export function isSameUnit(a: Unit, b: Unit): boolean {
  return a.kind === b.kind && unitText(a) === unitText(b)
}

/** A unit as it is shown: the symbol of a token, the sign of a currency. */
export function unitText(unit: Unit): string {
  if (unit.kind === 'token') return unit.token.symbol
  return unit.kind === 'currency' ? unit.sign : unit.text
}

/** The number of a cell as it is written, and its unit. */
type AmountParts = {
  readonly number: string
  readonly unit: Unit | null
  /** A number of a workbook, `=75.5`: its point is a decimal point, however the list writes its texts. */
  readonly isTyped?: true
}

/** A number with a fraction, as `readWorkbook` writes it. */
const TYPED = /^=-?[0-9]{1,40}\.[0-9]{1,40}(?: .{1,40})?$/

const NUMBER_CHARACTER = /[0-9.,'’_ \u00a0\u2009\u202f]/
/** Words around a number that say nothing about it. */
const FILLER = /^(?:approx\.?|ca\.?|total|amount|=|:|~)$/i

/**
 * Takes the unit off a number: `250 USDT`, `$50`, `1.250,50 €`, `USDT 250`. A text with anything else around its
 * number is returned whole, so that it is refused as it is.
 */
export function amountParts(cell: string): AmountParts {
  // Most amounts are bare, and this is asked for every one.
  if (/^[0-9.]{1,40}$/.test(cell)) return { number: cell, unit: null }
  if (TYPED.test(cell)) return { ...amountParts(cell.slice(1)), isTyped: true }
  const whole = { number: trimEdges(cell), unit: null }
  if (cell.length > LONGEST_CELL) return { number: cell, unit: null }
  const text = whole.number
  const from = text.search(/[0-9]/)
  if (from < 0) return whole
  let to = from
  while (to < text.length && NUMBER_CHARACTER.test(text.charAt(to))) to++
  const number = text.slice(from, to).replace(/[\s\u00a0]+$/, '')
  const [before, after] = [text.slice(0, from).trim(), trimEdges(text.slice(to))]
  if (before === '' && after === '') return whole
  const units = [before, after].filter((part) => part !== '').map(nameOf)
  const [first, second] = units
  if (!first || units.includes(null)) return whole
  if (second && !isSameUnit(first, second)) return whole
  return { number, unit: first }
}

function nameOf(text: string): Unit | null {
  return unitOf(text) ?? (isSymbol(text) ? { kind: 'unknown', text } : null)
}

/** A word like a token's symbol. Single letters shorten thousands (`5k`) or mean times (`2x`). */
function isSymbol(text: string): boolean {
  return (
    /^[A-Za-z][A-Za-z0-9.-]{1,10}$/.test(text) &&
    !FILLER.test(text) &&
    !/^(?:e[0-9]+|x[0-9a-f]*|k|m|mio|mn|bn|mil|tsd|pcs)$/i.test(text)
  )
}
