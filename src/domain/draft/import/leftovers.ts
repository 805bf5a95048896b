import { isHash } from '#chain/hex.ts'
import { trimEdges } from '#chain/names/trimEdges.ts'
import { BSC_NAME, networkOf, networkOfChainId } from '#chain/networks.ts'
import { cleanLabel } from '#chain/text/label.ts'
import { isDate, looksLikeAddress, looksLikeNumber } from './columnFacts.ts'
import { listWords } from './listWords.ts'

/** The part of a list that is not used to pay: a column, or words and signs around the rows. */
export type LeftoverKind =
  /** A column that is not used to pay. */
  | 'column'
  /** Words in front of the address and the amount of free lines: often names. */
  | 'before'
  /** Other words of free lines. */
  | 'words'
  /** Signs around a row, see `markOf`. */
  | 'mark'
  /** Words above the table, and comments. */
  | 'above'
  /** The title of a column that is used. */
  | 'heading'

/** One value of a leftover, with the first lines of the rows that have it. */
export type LeftoverValue = {
  /** Equal for values that differ in spaces and capitals only; '' for an empty cell. */
  readonly key: string
  readonly text: string
  readonly lines: readonly number[]
  /** A word that people write beside payments that are made or not wanted, or another network. It decides nothing. */
  readonly isDoubtful: boolean
}

/** Something that a list says and that is not used to pay. If rows differ in it, a person decides about its values. */
export type Leftover = {
  /** The same in every list with such a column, so that an answer can be kept. */
  readonly id: string
  readonly kind: LeftoverKind
  readonly title: string
  /** In the order of their first rows. */
  readonly values: readonly LeftoverValue[]
  /** False if it is only named: it is the same in all rows, or an id, a link or a date that differs in each. */
  readonly isAsked: boolean
}

/** Distinct values that are kept apart. Those of the rows beyond are one value. */
const MOST_VALUES = 1_000
/** Characters of a value that are shown. */
const LONGEST = 200

/** Gathers the values of one leftover, row by row. */
export function countValues() {
  const found = new Map<string, { readonly text: string; readonly lines: number[] }>()
  // The same texts come again and again in most columns, and cleaning takes longer than finding.
  const keys = new Map<string, string>()
  return {
    add(text: string, line: number) {
      let key = keys.get(text)
      if (key === undefined) {
        const seen = clean(text)
        key = seen.toLowerCase()
        if (!found.has(key) && found.size >= MOST_VALUES) key = REST
        if (keys.size < MOST_VALUES) keys.set(text, key)
        if (!found.has(key)) found.set(key, { text: key === REST ? 'other values' : seen, lines: [] })
      }
      found.get(key)?.lines.push(line)
    },
    /** Distinct values in the order of their first rows. */
    values: (): readonly LeftoverValue[] =>
      [...found].map(([key, { text, lines }]) => ({ key, text, lines, isDoubtful: isDoubtful(text) })),
  }
}

const REST = '\u0000'

function clean(text: string): string {
  const seen = /^[!-~]*(?: [!-~]+)*$/.test(text) ? text : cleanLabel(text)
  return seen.length > LONGEST ? `${seen.slice(0, LONGEST - 1)}…` : seen
}

const settled = new Set(listWords.settled)

function isDoubtful(text: string): boolean {
  const words = text.toLowerCase()
  return (
    settled.has(words) ||
    words.split(/[^\p{L}\p{N}✅✔☑❌🚫]+/u).some((word) => settled.has(word)) ||
    namesElsewhere(text)
  )
}

/** True for a text that names BNB Smart Chain and says nothing else. */
export function namesThisChain(text: string): boolean {
  return networkOf(text) === BSC_NAME
}

/** True for a text that names another network than BNB Smart Chain, and not this one too. */
export function namesElsewhere(text: string): boolean {
  const words = text.slice(0, LONGEST).split(/[^\p{L}\p{N}]+/u)
  const networks = [text, ...words].flatMap((word) => networkOf(word) ?? [])
  return networks.length > 0 && !networks.includes(BSC_NAME)
}

/** True for the numbers of the rows: 1, 2, 3. @param isFirst they stand in front of everything else */
export function countsRows(values: readonly LeftoverValue[], isFirst: boolean): boolean {
  const isNext = ({ text, lines }: LeftoverValue, index: number) =>
    lines.length === 1 && Number(/^#?([0-9]{1,7})[.)]?$/.exec(text)?.[1]) === index + 1
  return (values.length > 2 || (isFirst && values.length > 1)) && values.every(isNext)
}

/**
 * True if the rows differ in a column, so that a person decides about its values. Ids, links, dates and counts that
 * differ from row to row, and what is equal in all of them, say nothing that sets a row apart.
 * @param isTitled its title says that it holds references
 */
export function differs(values: readonly LeftoverValue[], isTitled = false): boolean {
  if (values.some(({ text }) => namesElsewhere(text))) return true
  const rows = values.reduce((sum, { lines }) => sum + lines.length, 0)
  const [only] = values
  if (!only) return false
  // The chain id of another network, in every row.
  const chain = values.length === 1 ? networkOfChainId(only.text) : null
  if (chain !== null && chain !== BSC_NAME) return true
  if (values.length === 1) return rows === 1 && only.key !== '' && !isId(only.text) && !isCount(only.text)
  if (values.length * 2 < rows) return true
  if (values.length < 3 && values.length < rows) return true
  if (values.every(({ text }) => isId(text))) return false
  if (values.every(({ text }) => isCount(text))) return false
  // `INV-7`, `INV-8`. Two of a kind may be networks: `ERC20`, `ERC223`.
  const shapes = new Set(values.map(({ key }) => key.replace(/[0-9]+/g, '#')))
  return shapes.size > 1 || !/[0-9]/.test(only.key) || (values.length < 3 && !isTitled)
}

/** Characters of the longest e-mail address (RFC 5321, 4.5.3.1). */
const LONGEST_EMAIL = 254

/** True for a link, a hash, an address, a date, a phone number or a long id. */
function isId(text: string): boolean {
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

/** True for a number of more than one digit, which is no yes or no. */
function isCount(text: string): boolean {
  return looksLikeNumber(text) && trimEdges(text).length > 1
}

/** True for the words that the reader of workbooks writes beside a row. */
export function isOfSheet(text: string): boolean {
  return /^(?:hidden in the sheet|struck through)/.test(text)
}

/** A person's answer about a leftover: it says nothing about paying, or what to do with the rows of each value. */
type LeftoverAnswer = 'nothing' | Readonly<Record<string, 'pay' | 'leave'>>

export type LeftoverAnswers = Readonly<Record<string, LeftoverAnswer>>

/** The values of a leftover that are not decided yet. */
export function openValues(
  { id, values, isAsked }: Leftover,
  answers: LeftoverAnswers,
): readonly LeftoverValue[] {
  const answer = Object.hasOwn(answers, id) ? answers[id] : undefined
  if (!isAsked || answer === 'nothing') return []
  return values.filter(({ key }) => answer === undefined || !Object.hasOwn(answer, key))
}

/** Leftovers about which a person has still to decide. */
export function openLeftovers(leftovers: readonly Leftover[], answers: LeftoverAnswers): readonly Leftover[] {
  return leftovers.filter((leftover) => openValues(leftover, answers).length > 0)
}

/** The first lines of the rows that a person left out by a value, with the reason. */
export function leftOut(
  leftovers: readonly Leftover[],
  answers: LeftoverAnswers,
): ReadonlyMap<number, string> {
  const lines = new Map<number, string>()
  for (const { id, title, values } of leftovers) {
    const answer = Object.hasOwn(answers, id) ? answers[id] : undefined
    if (answer === undefined || answer === 'nothing') continue
    for (const value of values) {
      if (!Object.hasOwn(answer, value.key) || answer[value.key] !== 'leave') continue
      const text = value.text || 'empty'
      for (const line of value.lines) lines.set(line, isOfSheet(text) ? text : `${title}: ${text}`)
    }
  }
  return lines
}

/** An answer for every value of a leftover that has none yet. */
export function answerOpen(
  leftover: Leftover,
  answers: LeftoverAnswers,
  decide: (value: LeftoverValue) => 'pay' | 'leave',
): LeftoverAnswers {
  const before = Object.hasOwn(answers, leftover.id) ? answers[leftover.id] : undefined
  const decided = openValues(leftover, answers).map((value) => [value.key, decide(value)] as const)
  return {
    ...answers,
    [leftover.id]: { ...(before === 'nothing' ? {} : before), ...Object.fromEntries(decided) },
  }
}
