import { addressesIn } from '#chain/hex.ts'
import * as Token from '#chain/money/Token.ts'
import { isBlank, LONGEST_CELL, smallLetters, trimEdges } from '#chain/text/label.ts'
import { amountParts, type Unit, unitOf } from './amountUnit.ts'
import { isRefusedNumber, looksLikeAddress, looksLikeNumber } from './columnFacts.ts'
import { isKnownTitle, labelColumn, readTitle } from './columnTitles.ts'
import { listWords } from './listWords.ts'
import type { Mapping } from './mapColumns.ts'
import { holdsAddress } from './records.ts'

/** Lines above the header, and the header, are searched in this many records. */
const FIRST = 15

const totals = new Set(listWords.total)
const averages = new Set(listWords.average)
/** Words that may follow in a line of sums. */
const sumsOf = new Set([
  ...['amount', 'payout', 'payment', 'payments', 'due'],
  ...Token.pinned.map(({ symbol }) => symbol.toLowerCase()),
])

/** True for a cell that says that its line is the sum of others. */
export function isTotalWord(cell: string): boolean {
  const text = plainWord(cell)
  const last = text.lastIndexOf(' ')
  const isOfSum = last > 0 && sumsOf.has(text.slice(last + 1)) && totals.has(text.slice(0, last))
  return totals.has(text) || averages.has(text) || isOfSum
}

/** True for a line that says something else about all rows than their sum. */
export function isAverageLine(cells: readonly string[]): boolean {
  return averages.has(plainWord(cells.find((cell) => !isBlank(cell)) ?? ''))
}

function plainWord(cell: string): string {
  if (cell.length > 60) return ''
  return smallLetters(trimEdges(cell).replace(/[\s:=.]+$/u, ''))
}

/**
 * True for a line of sums: one of its cells says so, and nothing in it may be a payee. The word stands before the sum or
 * all other words. Behind both it is a note, as in `Ann,,250,total`.
 */
export function isTotalLine(cells: readonly string[], isPerson: (cell: string) => boolean): boolean {
  // Most lines are payments, and this is asked for every one.
  if (cells.some((cell) => cell.startsWith('0x'))) return false
  const at = cells.findIndex(isTotalWord)
  if (at === -1 || cells.some((cell) => holdsAddress(cell) || looksLikeAddress(cell))) return false
  if (cells.some((cell, index) => index !== at && isPerson(cell))) return false
  const isWord = (cell: string) => /\p{L}/u.test(cell) && !isValue(cell)
  return cells.slice(at).some(isValue) || !cells.slice(0, at).some(isWord)
}

/**
 * `|---|:--:|--:|`, the line below the titles of a Markdown table, or one of a table that is drawn with other signs:
 * `+-----+-----+`, `├────┼────┤`. A cell of one hyphen alone is a value.
 */
export function isRule(cells: readonly string[]): boolean {
  return (
    cells.some((cell) => /^\s*(?::?[-=─━═]{2,}|:-:?|-:|[+├└┌╞╠|])/u.test(cell)) &&
    cells.every((cell) => /^[\s:+|=─━═┼╪╬├┤└┘┌┐┬┴╞╡╠╣╤╧-]*$/u.test(cell)) &&
    /[-=─━═]{2}|:-|-:/u.test(cells.join(' '))
  )
}

/** True for the error that a spreadsheet writes in place of a value, in any language. */
export function isSpreadsheetError(cell: string): boolean {
  return /^#(?:[\p{Lu}¡/0]{2,12}[!?]?|[\p{Lu}/]+ ?[\p{Lu}]*[!?])$|^Err:5\d\d$/u.test(
    trimEdges(cell.slice(0, 40)),
  )
}

/** True for a cell that no header has: a number, readable or not, with or without a unit, or a spreadsheet's error. */
function isValue(cell: string): boolean {
  if (looksLikeNumber(cell) || isSpreadsheetError(cell) || isRefusedNumber(trimEdges(cell))) return true
  const { unit } = amountParts(cell)
  return unit !== null && unit.kind !== 'unknown'
}

/**
 * Finds the header: the first record with the most known titles, before any address or name. What stands above it is
 * the title of the table. Without known titles, a first line with neither an address nor a number is the header.
 * @returns the titles of the columns, null if there are none; and how many records are above the first row
 * @param records cells of the first records; null for one that could not be split
 * @param asked whether a person said that the first line is a header
 */
export function findHeader(
  records: readonly (readonly string[] | null)[],
  asked: boolean | null,
  isPerson: (cell: string) => boolean,
) {
  const none = { header: null, above: 0 }
  const first = records[0]
  if (asked !== null) return asked && first ? { header: trimmed(first), above: 1 } : none
  const isRow = (cells: readonly string[]) =>
    cells.some((cell) => looksLikeAddress(cell) || addressesIn(cell).length > 0 || isPerson(cell))
  const rowAt = records.slice(0, FIRST).findIndex((cells) => cells === null || isRow(cells))
  const before = records.slice(0, rowAt === -1 ? FIRST : rowAt) as readonly (readonly string[])[]
  const known = before.map((cells) =>
    cells.some(isValue) ? 0 : cells.filter((cell) => isKnownTitle(cell)).length,
  )
  const most = Math.max(0, ...known)
  if (most > 0) {
    const at = known.indexOf(most)
    const cells = before[at]
    // A line above with a number can be a payment whose address is missing.
    const isTitle = before.slice(0, at).every((above) => !above.some(looksLikeNumber))
    if (cells && isTitle) return { header: trimmed(cells), above: at + 1 }
  }
  const words = before.findIndex((cells) => cells.some(isValue))
  const titles = words === -1 ? before : before.slice(0, words)
  const last = titles.at(-1)
  if (!last || rowAt === -1 || titles.some((cells) => holdsAddress(cells.join(' ')))) return none
  const columns = records[rowAt]?.length ?? 0
  // Titles of fewer columns than the first row has are words above it.
  const isWide = (last.filter((cell) => !isBlank(cell)).length > 1 && last.length >= columns) || columns === 1
  return isWide ? { header: trimmed(last), above: titles.length } : { header: null, above: titles.length }
}

/** How many of the first lines of a free text are only words, such as `Please pay these:`. */
export function wordsAbove(
  records: readonly (readonly string[] | null)[],
  isPerson: (cell: string) => boolean,
): number {
  const isRow = (cells: readonly string[] | null) =>
    cells === null ||
    /[0-9]/.test(cells.join()) ||
    cells.some((cell) => looksLikeAddress(cell) || isPerson(cell))
  return Math.max(records.findIndex(isRow), 0)
}

function trimmed(cells: readonly string[]): readonly string[] {
  return cells.map((cell) => cell.trim())
}

/** True for a line that repeats the header, as on each page of a printed table. */
export function isHeaderAgain(cells: readonly string[], header: readonly string[] | null): boolean {
  if (!header || header.every((title) => title === '')) return false
  const isSame = (title: string, index: number) =>
    trimEdges(cells[index] ?? '').toLowerCase() === title.toLowerCase()
  // A further title may say that the rows below are in another token.
  return header.every(isSame) && cells.slice(header.length).every(isBlank)
}

/**
 * True for the titles of another table below the first: two that are known, one in another column than above, or units
 * beside one of payees or names.
 * @param header of the first table; null for none
 */
export function isOtherHeader(
  cells: readonly string[],
  header: readonly string[] | null,
  isPerson: (cell: string) => boolean,
): boolean {
  if (cells.length < 2 || cells.some((cell) => cell.includes('0x'))) return false
  const titles = cells.map((cell) => readTitle(trimEdges(cell)))
  const uses = titles.map(({ use }) => use)
  if (uses.includes('amount') && (uses.includes('payee') || labelColumn('name', cells) !== null)) return true
  // `Sum (BNB)` below `Sum (USDT)`, in any language.
  const isInOther = titles.some(
    ({ unit }, index) =>
      unit !== null &&
      withoutMarks(unit) !== withoutMarks(cells[index] ?? '') &&
      !/[0-9]/.test(cells[index] ?? '') &&
      header !== null &&
      readTitle(header[index] ?? '').unit !== unit,
  )
  if (isInOther) return true
  const known = titles.filter(({ use, unit }) => use !== null && unit === null)
  if (known.length > 1) return true
  if (cells.some(isValue)) return false
  const isWide = cells.filter((cell) => !isBlank(cell)).length > 1
  const hasMoved = titles.some(
    ({ use }, index) => use === 'amount' && readTitle(header?.[index] ?? '').use !== use,
  )
  return header !== null && isWide && hasMoved && known.length > 0 && !isTotalLine(cells, isPerson)
}

/** `$ -`, which Excel shows for nothing, and `: $` are a unit alone, and no title. `(USDT)` is one. */
function withoutMarks(cell: string): string {
  return cell.replace(/[^\p{L}\p{N}\p{Sc}()[\]]/gu, '')
}

/**
 * The unit that a line without a payment says for those below it: `USDT:`, `All amounts in EUR`. A currency counts
 * wherever the line ends with it, because it is asked about; a token only if nothing else can be meant.
 */
export function unitOfHeading(cells: readonly string[]): Unit | null {
  const [only, ...others] = cells.filter((cell) => !isBlank(cell))
  if (only === undefined || others.length > 0 || only.length > LONGEST_HEADING) return null
  const text = trimEdges(only).replace(/^[\s\-–—*#(]+|[\s:.\-–—*#)]+$/gu, '')
  const [, said = ''] =
    /(?:^|\s)(?:in|en|em|в)\s+(\S+)$/iu.exec(text) ?? /[([]([^()[\]]+)[)\]]$/u.exec(text) ?? []
  const named = unitOf(text) ?? unitOf(said)
  if (named) return named
  const last = unitOf(/\S+$/u.exec(text)?.[0] ?? '')
  return last?.kind === 'currency' ? last : null
}

/** Longer lines are prose. */
const LONGEST_HEADING = 80

/**
 * True for a line with words only, which may be a heading for the rows below: `TikTok`, `Already paid:`. A saved person's
 * name is a row without an address, and a unit starts a section that is refused.
 * @param mapping null for a line in which no column is looked for
 */
export function isHeading(
  cells: readonly string[],
  mapping: Mapping | null,
  isPerson: (cell: string) => boolean,
): boolean {
  const at = cells.findIndex((cell) => !isBlank(cell))
  const text = trimEdges(cells[at] ?? '')
  // Most lines begin with an address or have several cells.
  if (text.startsWith('0x') || cells.some((cell, index) => index > at && !isBlank(cell))) return false
  return (
    text.length <= LONGEST_HEADING &&
    /\p{L}/u.test(text) &&
    (at === mapping?.payee || !Object.values(mapping ?? {}).includes(at)) &&
    !isValue(text) &&
    !holdsAddress(text) &&
    !isPerson(text) &&
    unitOfHeading(cells) === null
  )
}

/** `1.`, `(2)`, `#3`, `-`, `•`, `[ ]` in front of a line. A number alone is never taken away: it may be the amount. */
const BULLET =
  /^(?:(?:[-*•]\s{1,3})?\[ ?\]\s*|[-–—*•·▪◦‣>](?:\s+|(?![0-9\s-]))|\(?[0-9]{1,4}[.)](?=\s)\s*|#[0-9]{1,4}(?:[.):]?\s+|$))/u
/** A ticked box in front of a line, or of its words in a list of tasks: `[x]`, `- [x]`. */
const BOX = /^\s*(?:[-*•]\s{1,3})?(\[[^\s\]]\])/u

/** A line without the bullet, the number, the mark or the quote in front of it. */
export function withoutBullet(text: string): string {
  return text
    .replace(/^["“‘]/u, '')
    .replace(BOX, '')
    .trimStart()
    .replace(BULLET, '')
}

/** A marked cell without its mark, which the payee or the name in it would not be read with. */
export function stripMark(text: string): string {
  const bare = text.replace(BOX, '').replace(/^[^\p{L}\p{N}]+/u, '')
  return /^\s*~~/.test(text) ? bare.replace(/~~\s*$/, '') : bare
}

/**
 * The signs by which the author of a list may have set a row aside: `#` or `//` in front of it, `~~` around it, a ticked
 * box. What they mean, a person decides; '' for none.
 * @param first the first cell of the row, or the whole line of a free text
 * @param payee the cell of the payee; null for a free text, whose other signs are among its words
 */
export function markOf(first: string, payee: string | null): string {
  // A cell of signs alone is a value of its column.
  if (!/[\p{L}\p{N}]/u.test(first)) return ''
  // Most rows begin with a letter, and most payees are an address alone.
  if (isPlain(first) && (payee === null || payee === first || isPlain(payee))) return ''
  const [, box] = BOX.exec(first) ?? []
  const marks = [box ?? signsBefore(first)]
  if (payee !== null) marks.push(signsBehind(first), signsBehind(payee), signsBefore(payee))
  return [...new Set(marks.filter((mark) => mark !== ''))].join(' ')
}

/** Bullets, quoted mails, footnotes, a number that is struck through: nothing where all rows have the same. */
const SIGNS = /[*!%~<>=/\\•·▪◦‣–—−→⇒…^(_-]|[\u0334-\u0338]/gu

/** The signs at the ends of a row that set it apart where others have none or others, see `markOf`. */
export function signsOf(first: string, payee: string | null): string {
  if (isPlain(first) && (payee === null || payee === first || isPlain(payee))) return ''
  const last = trimEdges((payee ?? first).slice(-LONGEST_CELL))
  if (isSpreadsheetError(last)) return ''
  // A number has its own minus and percent sign, which are no marks.
  const ahead = [first, payee ?? first].map(
    (text) => /^(?:(?!-[0-9](?!x))[^\p{L}\p{N}])+/iu.exec(text.slice(0, LONGEST_CELL))?.[0] ?? '',
  )
  const [behind = ''] = /(?:(?<![0-9]\s?)%|[^\p{L}\p{N}%])+$/u.exec(last) ?? []
  const ends = [ahead.join(''), behind]
  const signs = ends.map((end) => [...new Set(end.replace('...', '…').match(SIGNS))].join(''))
  return signs.filter((sign) => sign !== '').join(' … ')
}

function isPlain(text: string): boolean {
  return /^[\p{L}\p{N}].*[\p{L}\p{N}]$/u.test(text)
}

function signsBefore(text: string): string {
  const seen = trimEdges(text.slice(0, LONGEST_CELL))
  if (isSpreadsheetError(/^\S*/.exec(seen)?.[0] ?? '')) return ''
  const [signs = ''] = /^[^\p{L}\p{N}]+/u.exec(withoutBullet(seen)) ?? []
  // Two hyphens begin a comment of SQL. A handle and the sign of a currency or of a number are no marks.
  if (signs.startsWith('--')) return '--'
  if (/^[@+\p{Sc}-]/u.test(signs)) return ''
  return signs.replace(/[\s\p{Cf}([{<"“”„‘’‚«*`|:.,>=→–—•·-]/gu, '')
}

function signsBehind(text: string): string {
  if (isSpreadsheetError(text)) return ''
  const [signs = ''] = /[^\p{L}\p{N}]+$/u.exec(trimEdges(text.slice(-LONGEST_CELL))) ?? []
  return signs.replace(/[\s\p{Cf})\]}>"“”‘’»*`|:.,;!%=–—-]/gu, '').replace(/^[\p{Sc}'#$]+$/u, '')
}

/** Scripts without spaces between words, in which a word may stand inside a longer run of letters. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u

/** Words by how they are looked for. Long lists ask about the same ones in every row. */
const sorted = new WeakMap<readonly string[], ReturnType<typeof sortWords>>()

function sortWords(words: readonly string[]) {
  const spaced = words.filter((word) => !UNSPACED.test(word)).map(wordsIn)
  return {
    single: new Set(spaced.filter((word) => !word.includes(' '))),
    phrases: spaced.filter((word) => word.includes(' ')),
    unspaced: words.filter((word) => UNSPACED.test(word)),
  }
}

/** True if a text contains one of these words, whatever signs stand around them. */
export function says(words: readonly string[], text: string): boolean {
  const { single, phrases, unspaced } = sorted.get(words) ?? sortWords(words)
  if (!sorted.has(words)) sorted.set(words, { single, phrases, unspaced })
  const said = wordsIn(text)
  return (
    said.split(' ').some((word) => single.has(word)) ||
    phrases.some((phrase) => ` ${said} `.includes(` ${phrase} `)) ||
    (UNSPACED.test(said) && unspaced.some((word) => said.includes(word)))
  )
}

/** The words and ticks of a text in lower case, with one space between them. */
export function wordsIn(text: string): string {
  return (smallLetters(text).match(/[✅✔☑❌🚫]|[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ')
}
