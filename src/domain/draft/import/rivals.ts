import { addressesIn } from '#chain/hex.ts'
import * as Token from '#chain/money/Token.ts'
import { isBlank, LONGEST_CELL, trimEdges } from '#chain/names/trimEdges.ts'
import { amountParts, type Unit, unitOf } from './amountUnit.ts'
import { looksLikeNumber } from './columnFacts.ts'
import { isNetworkTitle, readTitle } from './columnTitles.ts'
import { isTotalWord } from './lineKinds.ts'
import type { AskedUse, ColumnProof, Mapping } from './mapColumns.ts'
import type { FreeLineFault } from './records.ts'
import { looksLikeToken } from './rowToken.ts'

/** How a table says what the cells of a row are. */
export type RivalPlan = {
  readonly mapping: Mapping
  /** Titles of the columns; null if there are none. */
  readonly header: readonly string[] | null
  /** The unit in the title of the amounts, or above the table; null for none. */
  readonly unit: Unit | null
  /** Uses for which a person chose another column than the one that was found. */
  readonly chosen: readonly AskedUse[]
  /** Why the column of amounts was taken; undefined if a person chose it. */
  readonly amountProof: ColumnProof | undefined
}

type Tokens = ReadonlyMap<string, Token.Token>

/**
 * Whether the cells of a row that are not used say something else than its payment: another address, another amount with
 * a unit, another token. The columns are decided by all rows, so a single row can still contradict them: two lines that
 * became one, `BNB` among the notes. Only its author knows what is meant. A title that says what its column holds
 * settles that; null if nothing is in doubt.
 * @param token that the row is read in
 * @param tokens known besides the pinned ones
 */
export function rivalFault(
  cells: readonly string[],
  plan: RivalPlan,
  token: Token.Token,
  tokens: Tokens,
): FreeLineFault | null {
  const { mapping, chosen } = plan
  const { payee, amount, tokenType, name } = mapping
  const own = amountParts(cellAt(cells, amount)).unit
  // Nothing in the row names the token; it was chosen for the whole list, or a title says it.
  const isUnnamed = own === null && isBlank(cellAt(cells, mapping.token)) && isBlank(cellAt(cells, tokenType))
  const isTokenOpen = isUnnamed && plan.unit === null
  const isOtherNamed = (words: readonly string[]) => words.some((word) => isOther(unitOf(word), token))
  if (isUnnamed && isOtherNamed(wordsBeside(cellAt(cells, payee)))) return 'several-tokens'
  const isAmountTitled = titleOf(plan, amount) !== ''
  const isUnitMissing = isTokenOpen && plan.amountProof === 'cells' && !chosen.includes('amount')
  for (let column = 0; column < cells.length; column++) {
    if ([payee, amount, mapping.token, tokenType].includes(column)) continue
    const cell = cells[column] ?? ''
    if (isBlank(cell)) continue
    const title = titleOf(plan, column)
    if (title === '' && !chosen.includes('payee') && holdsOther(cell, cellAt(cells, payee), tokens))
      return 'several-addresses'
    if (column === name || cell.length > LONGEST_CELL) continue
    const text = trimEdges(cell).replace(/[\s:=]+$/, '')
    const isFree = title === '' || !isAmountTitled
    // The line of a sum that became part of this one.
    if (/^[0-9]/.test(text) && isTotalWord(text.replace(/^[0-9.,\s]{1,40}/, ''))) return 'several-amounts'
    const unit = isFree ? unitBeside(text) : null
    if (unit && isTokenOpen && isOther(unit, token)) return 'several-tokens'
    if (unit && !isAmountTitled && !chosen.includes('amount')) return 'several-amounts'
    // A column taken for its units does not say that a number without one is meant.
    if (isUnitMissing && looksLikeNumber(text) && !isNeverPaid(title)) return 'several-amounts'
    const words = isTokenOpen ? wordsOf(text, title, isAmountTitled) : []
    if (isOtherNamed(words)) return 'several-tokens'
  }
  return null
}

function cellAt(cells: readonly string[], column: number | null): string {
  return column === null ? '' : (cells[column] ?? '')
}

/** The title of a column; '' for none. Lines and commas are none. */
function titleOf({ header }: RivalPlan, column: number | null): string {
  const title = column === null ? '' : (header?.[column] ?? '')
  return /[\p{L}\p{N}#№]/u.test(title) ? title : ''
}

/** True for a cell with the digits of an address that is not the payee's, and not a token's. Hashes are no addresses. */
function holdsOther(cell: string, payee: string, tokens: Tokens): boolean {
  if (!cell.includes('0x') && !cell.includes('0X')) return false
  return addressesIn(cell).some(
    (digits) => !payee.toLowerCase().includes(digits.toLowerCase()) && !looksLikeToken(digits, tokens),
  )
}

/** The unit of a cell that is a number with a unit and nothing else. `3 reels` is a note, and `INV12` an id. */
function unitBeside(text: string): Unit | null {
  const { unit } = amountParts(text)
  return unit?.kind === 'unknown' && !/^[0-9.,]{1,40} [A-Z][A-Z0-9]{2,9}$/.test(text) ? null : unit
}

/** The texts of a cell that can name the token of its row. The name of the chain, or of a network, names none. */
function wordsOf(text: string, title: string, isAmountTitled: boolean): readonly string[] {
  if (title === '') return [text, ...wordsBeside(text)]
  if ((isAmountTitled && isNeverPaid(title)) || isNetworkTitle(title)) return []
  return [text, ...Array.from(withoutChain(text).matchAll(IN_TOKEN), ([, named = '']) => named)]
}

/** A wish in a note, such as `in BNB please`. Tokens that a note only mentions, such as `BNB giveaway`, are none. */
const IN_TOKEN = /(?<![\p{L}\p{N}])(?:in|pay|send|als|en|em|con|com)\s+([\p{L}\p{N}$₮-]{2,20})/giu

function isNeverPaid(title: string): boolean {
  return readTitle(title, (name) => unitOf(name) !== null).use === 'other'
}

/** The words of a text without the names of the chain, also as the prefix of an address. */
function wordsBeside(text: string): readonly string[] {
  // A hyphen inside a word is a part of it: `BSC-USD`.
  return withoutChain(text).split(/[\s,;:()[\]@#%*_"'`!?]+|(?<![\p{L}\p{N}])-|-(?![\p{L}\p{N}])/u)
}

function withoutChain(text: string): string {
  const seen = text.slice(0, LONGEST_CELL).replace(/\p{Cf}/gu, '')
  return seen.replace(/\b(?:bnb|binance) (?:smart )?chain\b|\bbnb:(?=0x|bnb:)/gi, ' ')
}

/** True for a unit that is a token, but not this one. */
function isOther(unit: Unit | null, token: Token.Token): boolean {
  if (unit?.kind === 'token') return Token.key(unit.token) !== Token.key(token)
  return unit?.kind === 'elsewhere'
}
