import { isHash } from '#chain/hex.ts'
import {
  BSC_NAME,
  includesThisChain,
  isThisNetwork,
  namesElsewhere,
  networkOfChainId,
  networksIn,
} from '#chain/networks.ts'
import { cleanLabel, trimEdges } from '#chain/text/label.ts'
import { isDate, isId, looksLikeNumber } from './columnFacts.ts'
import { says } from './lineKinds.ts'
import { listWords } from './listWords.ts'

/** One value of a leftover, with the first lines of the rows that have it. */
export type LeftoverValue = {
  /** Equal for values that differ in spaces and capitals only; '' for an empty cell. */
  readonly key: string
  readonly text: string
  readonly lines: readonly number[]
  /** It looks like a payment already made or not wanted, or names another network. It decides nothing. */
  readonly isDoubtful: boolean
}

/** A value as it is shown. A pasted row that is struck through begins with `~~`, which its author never saw. */
export function shownValue({ text }: Pick<LeftoverValue, 'text'>): string {
  if (text === '') return 'empty'
  if (text.length > LONGEST) return `${text.slice(0, LONGEST - 1)}…`
  return /[\p{L}\p{N}]/u.test(text) ? text : text.replace(/~~|[\u0334-\u0338]/gu, 'struck through')
}

/** Distinct values that are kept apart. Those of the rows beyond are one value. */
const MOST_VALUES = 1_000
/** Characters of a value that are shown. */
const LONGEST = 200

/** Gathers the values of one leftover, row by row. */
export function countValues() {
  const found = new Map<string, LeftoverValue & { readonly lines: number[] }>()
  // The same texts come again and again in most columns, and cleaning takes longer than finding.
  const keys = new Map<string, string>()
  return {
    add(cell: string, line: number) {
      let key = keys.get(cell)
      if (key === undefined) {
        const text = /^[!-~]*(?: [!-~]+)*$/.test(cell) ? cell : cleanLabel(cell)
        key = text.toLowerCase()
        if (!found.has(key) && found.size >= MOST_VALUES) key = REST
        if (keys.size < MOST_VALUES) keys.set(cell, key)
        const known = found.get(key)
        if (!known || (key === REST && !known.isDoubtful && isDoubtful(text)))
          found.set(key, {
            key,
            text: key === REST ? 'other values' : text,
            lines: known?.lines ?? [],
            isDoubtful: isDoubtful(text),
          })
      }
      found.get(key)?.lines.push(line)
    },
    /** Distinct values in the order of their first rows. */
    values: (): readonly LeftoverValue[] => [...found.values()],
  }
}

const REST = '\u0000'

function isDoubtful(text: string): boolean {
  return isHash(text) || says(settledOrTicked, text) || namesElsewhere(text)
}

const { settled } = listWords
const settledOrTicked = [...settled, ...listWords.ticked]

/** True if all that a column says is that its rows were paid or set aside, whatever the day or the number behind it. */
export function areSettled(values: readonly LeftoverValue[]): boolean {
  const filled = values.filter(({ key }) => key !== '')
  return filled.length > 0 && filled.every(({ text }) => says(settled, text))
}

/** True for a cell of a network column that isn't BNB Smart Chain. No list has every network, so any other word counts. */
export function isOtherNetwork({ key, text }: LeftoverValue): boolean {
  return key !== '' && !isThisNetwork(text) && !includesThisChain(networksIn(text))
}

/** True for the numbers of the rows: 1, 2, 3. @param isFirst they stand in front of everything else */
export function countsRows(values: readonly LeftoverValue[], isFirst: boolean): boolean {
  const isNext = ({ text, lines }: LeftoverValue, index: number) =>
    lines.length === 1 && Number(/^#?([0-9]{1,7})[.)]?$/.exec(text)?.[1]) === index + 1
  return (values.length > 2 || (isFirst && values.length > 1)) && values.every(isNext)
}

/**
 * True if the rows differ in a column, so that a person decides about its values. Ids, links, dates and counts that
 * differ from row to row, and what is equal in all of them, say nothing that sets a row apart. The exceptions are hashes
 * of transactions and dates of payments, which may mean that every row was paid, and numbers that may change the amount:
 * under a title that is not known, or with words around them. `titled` tells other dates and numbers from those.
 */
export function differs(values: readonly LeftoverValue[], titled: Titled): boolean {
  if (values.some(({ text }) => namesElsewhere(text))) return true
  if (values.every(({ text }) => isThisNetwork(text))) return false
  if (values.some(({ text }) => isHash(text) || ((titled === null || titled === 'counts') && isDate(text))))
    return true
  const rows = values.reduce((sum, { lines }) => sum + lines.length, 0)
  const [only] = values
  if (!only) return false
  // Chain ids: `137` in every row, or beside `56`.
  const chains = values.map(({ text }) => networkOfChainId(text))
  const isOther = !chains.includes(null) && chains.some((chain) => chain !== BSC_NAME)
  if (isOther && (values.length === 1 || chains.includes(BSC_NAME))) return true
  const areNumbers = values.every(
    ({ text }) => looksLikeNumber(text) && trimEdges(text).length > 1 && !isId(text),
  )
  const areCounts = areNumbers && values.every(({ text }) => isCount(text, titled))
  if (areNumbers && !areCounts) return true
  if (values.length === 1) return rows === 1 && only.key !== '' && !isId(only.text) && !areCounts
  if (values.length * 2 < rows || (values.length < 3 && values.length < rows)) return true
  if (values.every(({ text }) => isId(text))) return false
  if (areCounts) return false
  // `INV-7`, `INV-8`. Two of a kind may be networks: `ERC20`, `ERC223`.
  const shapes = new Set(values.map(({ key }) => key.replace(/[0-9]+/g, '#')))
  const isFew = values.length < 3 && titled !== 'references' && titled !== 'notes'
  return shapes.size > 1 || isFew || !(titled === 'references' ? /[0-9]/ : SERIAL).test(only.key)
}

/** The kind of values that the title of a column announces; null for a title that is not known. */
type Titled = 'references' | 'notes' | 'dates' | 'counts' | null

/** One word of letters with its number, as `INV-7`. Numbers behind other words, `x2` or `minus 20`, may change the amount. */
const SERIAL = /^#?(?!x[0-9])\p{L}[\p{L}_-]{0,20}[#_./-]?[0-9][0-9_./-]{0,20}$/iu

/**
 * True for a number that counts something, as its title says. One without such a title, with a sign or a percentage may
 * change the amount. Beside rows without titles it is none only with a sign.
 */
function isCount(text: string, titled: Titled): boolean {
  if (titled === 'counts' || titled === 'references') return true
  return titled === 'dates' && !/^=?[(+-]|%/.test(trimEdges(text))
}

/** True if a column has handles only, such as `@anna`. */
export function areHandles(values: readonly LeftoverValue[]): boolean {
  const filled = values.filter(({ key }) => key !== '')
  return filled.length > 0 && filled.every(({ text }) => /^@[\w.]{2,40}$/.test(text))
}

/** A sign or a number that isn't part of a name, so a note follows: `Ben (paid)`, `Ben - on hold`, `Ben Ode x2`, `Ben ✅`. */
export const NOTED =
  /[^\p{L}\p{M}\p{Nd}\p{Cf}\s'’.,@_&-]|[\u0334-\u0338]| -|- |\s\S{0,40}[0-9]|[0-9]\S{0,40}\s/u

/** True if a column tells people apart. One with few values sorts its rows, and a note is no name. */
export function areNames(values: readonly LeftoverValue[]): boolean {
  const rows = values.reduce((sum, { lines }) => sum + lines.length, 0)
  const noted = values.filter(({ text }) => NOTED.test(text))
  if (noted.length > 0 && noted.length < values.length) return false
  if (values.some(({ text }) => says(settled, text))) return false
  return values.length === 1 || values.length === rows || (values.length > 2 && values.length * 2 > rows)
}

/** True if every row has words of its own, with no sign or number in them. */
export function areOnlyNames(values: readonly LeftoverValue[]): boolean {
  const isName = ({ key, text, lines }: LeftoverValue) =>
    key !== '' && lines.length === 1 && !NOTED.test(text)
  return values.every((value) => isName(value) && !/\p{N}/u.test(value.text)) && areNames(values)
}
