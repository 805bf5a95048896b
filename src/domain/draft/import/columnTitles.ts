import { BSC_NAME, networkOf } from '#chain/networks.ts'
import { smallLetters } from '#chain/text/label.ts'
import { isScale, unitOf } from './amountUnit.ts'
import { listWords } from './listWords.ts'

/** The content of a column that the reader uses. */
export type ColumnUse = 'payee' | 'amount' | 'token' | 'tokenType' | Label

/** A column about the payee or the payment that moves no money. */
export type Label = 'name' | 'handle' | 'reference' | 'note'

const labels = ['name', 'handle', 'reference', 'note'] as const satisfies readonly Label[]

/** The use of a column by its title. `other` is something that is never paid: a count, a number, a date. */
type TitleUse = Exclude<ColumnUse, Label> | 'other'

const uses = ['payee', 'amount', 'token', 'tokenType', 'other'] as const

const byTitle = new Map(
  uses.flatMap((use) => listWords[use].map((title): readonly [string, TitleUse] => [title, use])),
)

/** The only column with one of these titles; null if no column, or several, have one. */
export function onlyColumn(titles: readonly string[], header: readonly string[]): number | null {
  const found = header.flatMap((title, at) => (titles.includes(plainTitle(title)) ? [at] : []))
  return found.length === 1 ? (found[0] ?? null) : null
}

/** The column of a label: that of the first of its titles that exactly one column has; null for none. */
export function labelColumn(label: Label, header: readonly string[]): number | null {
  const found = listWords[label].map((title) => onlyColumn([title], header))
  return found.find((column) => column !== null) ?? null
}

/** A title in lower case, with single spaces between its words. */
export function plainTitle(title: string): string {
  const text = smallLetters(title.slice(0, 100))
  const words = text.replace(/[\s_\-./:*\p{C}]+/gu, ' ').trim()
  return words === '' ? text.trim() : words
}

/** A title without the unit in it: `Amount (USDT)` and `USDT amount` are titles of amounts in USDT. */
export type ReadTitle = {
  readonly use: TitleUse | null
  readonly unit: string | null
  /** An unknown title with a word for amounts in it, as `Withdraw amount`, or with one for prices. */
  readonly mentionsAmount: boolean
  /** The title has a unit and something unknown that may change the numbers: `USDT (thousands)`, `% of USDT`. */
  readonly isQualified: boolean
}

/** Reads a title: the content of its column, and the unit of its numbers. */
export function readTitle(title: string): ReadTitle {
  const { use, unit } = titleUse(title)
  const isUnknown = use === null
  return {
    use,
    unit,
    mentionsAmount: isUnknown && mentionsAmount(title),
    isQualified: isUnknown && unit !== null && isQualified(title.slice(0, 100).trim(), unit),
  }
}

/** True for a title with a number, a share or a multiple in it, with words behind its unit, or with one for what is paid. */
function isQualified(title: string, unit: string): boolean {
  const words = plainTitle(title).split(/[^\p{L}]+/u)
  return (
    /[0-9%‰]/.test(title) ||
    title.startsWith(unit) ||
    words.some((word) => settled.has(word) || isScale(word))
  )
}

function titleUse(title: string): Pick<ReadTitle, 'use' | 'unit'> {
  const known = byTitle.get(plainTitle(title))
  if (known !== undefined) return { use: known, unit: null }
  // Chinese and Japanese use full-width brackets.
  const text = title.slice(0, 100).replaceAll('（', '(').replaceAll('）', ')').trim()
  if (isUnit(text)) return { use: 'amount', unit: text }
  const [, name = '', unit = ''] =
    /^(.*?)\s*[([]\s*([^()[\]]+?)\s*[)\]]\s*$/u.exec(text) ??
    /^(.*\S)\s+(?:in|en|em|в)\s+(\S+)$/iu.exec(text) ??
    /^(.*\S)[\s,:_-]+(\S+)$/u.exec(text) ??
    []
  if (unit !== '' && isUnit(unit)) return { use: byTitle.get(plainTitle(name)) ?? null, unit }
  // `Amount USDT (BEP20)`.
  if (name !== '' && networkOf(unit) === BSC_NAME) return titleUse(name)
  const [, first = '', rest = ''] = /^(\S+)[\s_-]+(.+)$/u.exec(text) ?? []
  if (first !== '' && isUnit(first)) return { use: byTitle.get(plainTitle(rest)) ?? null, unit: first }
  // `Amount (per reel)` is a price, so what is in brackets is never ignored.
  return { use: null, unit: null }
}

const settled = new Set(listWords.settled)
const money = new Set([...listWords.amount, ...listWords.money])
/** Words beside which a number counts something. `Paid amount` is still an amount. */
const counted = new Set(
  listWords.other.filter((title) => !/^(?:paid|discount|balance|share|percent|weight|from|to)$/.test(title)),
)

/** True for a title that says what its numbers count, and none of what is paid. */
export function isCountTitle(title: string): boolean {
  const plain = plainTitle(title)
  return counted.has(plain) || wordsOf(plain).some((word) => counted.has(word))
}

function wordsOf(plain: string): readonly string[] {
  return plain.split(/[^\p{L}\p{N}#№]+/u)
}

function isUnit(text: string): boolean {
  return unitOf(text) !== null
}

function mentionsAmount(title: string): boolean {
  const found = wordsOf(plainTitle(title))
  return found.some((word) => money.has(word)) && !found.some((word) => counted.has(word))
}

/** True for a title of any column. */
export function isKnownTitle(title: string): boolean {
  const plain = plainTitle(title)
  return labels.some((label) => listWords[label].includes(plain)) || readTitle(title).use !== null
}

/** True for the title of networks. Their names can be those of tokens: `BNB`. */
export function isNetworkTitle(title: string): boolean {
  const plain = plainTitle(title)
  return [plain, ...plain.split(' ')].some((word) => listWords.network.includes(word))
}
