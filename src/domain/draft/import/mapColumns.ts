import { unitOf } from './amountUnit.ts'
import type { ColumnFacts } from './columnFacts.ts'
import {
  type ColumnUse,
  isNetworkTitle,
  type Label,
  labelColumn,
  plainTitle,
  type ReadTitle,
  readTitle,
} from './columnTitles.ts'

/** Which column contains what, counted from 0; null if there is none, or if a person must choose. */
export type Mapping = { readonly [use in ColumnUse]: number | null }

/** The one place in which the cells of a column end: a use, or another explanation. */
export type Place =
  | ColumnUse
  /** The campaign that all rows belong to. */
  | 'campaign'
  /** 1, 2, 3: the rows' own numbers. */
  | 'number'
  | 'blank'
  /** Nothing explains them, see `Leftover`. */
  | 'left over'

/** A column as shown: its title, or its number if it has no title. */
export type Column = { readonly title: string; readonly place: Place }

/** The uses that a person is asked about. */
export type AskedUse = 'payee' | 'amount' | 'token'

/** Why the column of the amounts is taken: its title says so, its cells do, or no other can be it. */
export type ColumnProof = 'title' | 'cells' | 'only'

export type MappedColumns = ReturnType<typeof mapColumns>

/**
 * The weights of the evidence. A column is taken if its evidence is worth `enough`, and `clearly` more than that
 * of every other column; otherwise a person is asked. So two columns of bare numbers are always a question, whatever
 * else speaks for one of them, and a title or units in the cells decide against any column of bare numbers. Two proofs
 * against each other are a question, too.
 */
const worth = {
  enough: 4,
  clearly: 6,
  amount: {
    /** The title or the units of most cells. Counted once: two columns with one proof each are a question. */
    proof: 10,
    numbers: 4,
    /** A title that may be above another column, or that of a charge: enough only if no other column has bare numbers. */
    weakTitle: 2,
    decimals: 1,
    besidePayee: 1,
    /** A title that is not known, or one of something else. */
    unknownTitle: -3,
    otherTitle: -10,
    /** Row numbers, days, dates. */
    counting: -10,
  },
  payee: { title: 5, addresses: 14, someAddresses: 4, people: 5, otherTitle: -12 },
  token: { title: 5, tokens: 10, otherTitle: -12 },
} as const

/**
 * Decides which column contains what, by the titles and by the cells of all rows.
 * @param header titles; null if the text has none
 * @param isShort whether most rows have fewer cells than the header, so that its titles may stand above other columns
 */
export function mapColumns(header: readonly string[] | null, facts: readonly ColumnFacts[], isShort = false) {
  const titles = facts.map((_, index) => readTitle(header?.[index] ?? ''))
  const isBare = (index: number) => (header?.[index] ?? '').trim() === ''
  const type = onlyPlace(titles, ({ use }) => use === 'tokenType')
  const token = decided(
    facts.map((column, index) =>
      isNetworkTitle(header?.[index] ?? '') && titles[index]?.use !== 'token'
        ? null
        : tokenWorth(column, titles[index], isBare(index)),
    ),
  )
  // Of several columns about the token, the one of its contract: names can be anybody's.
  const isContract = ({ use }: ReadTitle, index: number) =>
    use === 'token' && /contract|address/i.test(header?.[index] ?? '')
  const tokenColumn = token.column ?? onlyPlace(titles, isContract)
  const payee = decided(
    facts.map((column, index) =>
      index === tokenColumn
        ? null
        : payeeWorth(column, titles[index], !/[\p{L}\p{N}]/u.test(header?.[index] ?? '')),
    ),
  )
  const isTaken = (index: number) => [payee.column, tokenColumn, type].includes(index)
  const bestAmount = decided(
    facts.map((column, index) =>
      isTaken(index)
        ? null
        : amountWorth(column, titles[index], {
            isBare: isBare(index),
            behindPayee: index - (payee.column ?? 0),
            isWeak: isShort || plainTitle(header?.[index] ?? '') === 'fee',
            isShort,
          }),
    ),
  )
  const best = facts[bestAmount.column ?? -1]
  const isInUnits = best !== undefined && isMost(best.units, best.numbers)
  const isUntitled = (index: number | null) => titles[index ?? -1]?.use === null
  const isUnknown = (column: ColumnFacts, index: number) =>
    !isTaken(index) &&
    index !== bestAmount.column &&
    !isBare(index) &&
    isUntitled(index) &&
    isMost(column.numbers - column.units, column.filled) &&
    !column.isSequence
  // Units decide between columns without titles. Beside numbers under an unknown title they may belong to a budget.
  const isBudget = isInUnits && isUntitled(bestAmount.column) && facts.some(isUnknown)
  const amount = isBudget ? { ...bestAmount, column: null } : bestAmount
  const taken = [payee.column, amount.column, tokenColumn, type]
  const free = (label: Label) => {
    const column = labelColumn(label, header ?? [])
    if (taken.includes(column)) return null
    taken.push(column)
    return column
  }
  const mapping: Mapping = {
    payee: payee.column,
    amount: amount.column,
    token: tokenColumn,
    tokenType: type,
    name: free('name'),
    handle: free('handle'),
    reference: free('reference'),
    note: free('note'),
  }
  const proof = titles[amount.column ?? -1]?.use === 'amount' ? 'title' : isInUnits ? 'cells' : 'only'
  const amountProof: ColumnProof | null = amount.column === null ? null : proof
  const unclear: AskedUse[] = []
  if (payee.column === null) unclear.push('payee')
  // Without any column of numbers, the amounts are still to be entered.
  if (amount.column === null && amount.possible.length > 0) unclear.push('amount')
  if (tokenColumn === null && token.possible.length > 0) unclear.push('token')
  return {
    mapping,
    /** Columns that could not be identified. A person must choose them before anything is read. */
    unclear,
    /** Why the column of the amounts was taken; null for none. */
    amountProof,
    /** The columns that can have each use, the likeliest first. */
    choices: { payee: payee.possible, amount: amount.possible, token: token.possible },
  }
}

/**
 * The points of a column, and those that another column has to beat. They differ for numbers that only count: they are not
 * taken for amounts, but beside other bare numbers they are still a question.
 */
type Worth = { readonly points: number; readonly rival?: number }

/** @param isWeak if the title is one of amounts, it proves little */
function amountWorth(
  facts: ColumnFacts,
  title: ReadTitle | undefined,
  {
    isBare,
    behindPayee,
    isWeak,
    isShort,
  }: {
    readonly isBare: boolean
    readonly behindPayee: number
    readonly isWeak: boolean
    readonly isShort: boolean
  },
): Worth | null {
  const { amount } = worth
  const { numbers, units, open, filled, decimals, dates } = facts
  const use = title?.use ?? null
  // `Due` is also the title of days. They are no amounts, but bare numbers beside them are none for sure, either.
  if (dates > 0 && dates === filled)
    return use === 'amount' ? { points: amount.otherTitle, rival: amount.numbers } : null
  const proven = amount.proof + amount.numbers
  if (use === 'amount') return { points: isWeak ? amount.numbers + amount.weakTitle : proven, rival: proven }
  // A number with a unit is also mentioned in free texts, so it takes most cells to be a proof.
  if (units * 2 > filled - open)
    return { points: amount.proof + amount.numbers + (use === null ? 0 : amount.otherTitle) }
  // An open amount is an amount: were it ignored, the only other numbers would be taken for the amounts.
  if (numbers === 0 && open === 0) return null
  const rival =
    amount.numbers +
    (isMost(decimals, numbers) ? amount.decimals : 0) +
    (behindPayee === 1 ? amount.besidePayee : 0) +
    (isBare || isShort || (use === null && title?.unit && !title.isQualified)
      ? 0
      : use === 'other'
        ? amount.otherTitle
        : amount.unknownTitle)
  // Whether the known title beside it or this one is meant, `Amount` or `Amount paid`, only its author knows.
  // The same holds for a token in an unknown title: `Amount`, `Top-up (USDT)`. In a currency it may be what that is worth.
  const isMoney = title?.mentionsAmount || (use === null && unitOf(title?.unit ?? '')?.kind === 'token')
  if (isMoney) return { points: rival, rival: amount.proof + amount.numbers }
  // Row numbers stand in front. Behind the address, 1, 2 and 3 are amounts.
  const isCounting = (facts.isSequence && behindPayee < 0) || facts.isDateSerials
  return { points: isCounting ? rival + amount.counting : rival, rival }
}

function payeeWorth(facts: ColumnFacts, title: ReadTitle | undefined, isBare: boolean): Worth | null {
  const { payee } = worth
  const use = title?.use ?? null
  const found =
    (use === 'payee' ? payee.title : 0) +
    (isMost(facts.addresses, facts.filled)
      ? payee.addresses
      : facts.addresses > 0
        ? payee.someAddresses
        : 0) +
    (isMost(facts.people, facts.filled) ? payee.people : 0)
  if (found === 0) return null
  const points = found + (use !== null && use !== 'payee' ? payee.otherTitle : 0)
  // Addresses under an unknown title, such as `New wallet`, may be meant. Without a title they are another line's.
  return isBare ? { points, rival: points - 1 } : { points }
}

function tokenWorth(facts: ColumnFacts, title: ReadTitle | undefined, isBare: boolean): Worth | null {
  const { token } = worth
  const use = title?.use ?? null
  // `BNB` is also the name of the chain. Under an unknown title it can be either.
  if (use === null && !isBare && facts.bnb > 0 && facts.bnb === facts.filled) return { points: 0 }
  const found = (use === 'token' ? token.title : 0) + (isMost(facts.tokens, facts.filled) ? token.tokens : 0)
  return found === 0 ? null : { points: found + (use !== null && use !== 'token' ? token.otherTitle : 0) }
}

/** The column whose evidence is enough and clearly more than that of the others, and all that are possible. */
function decided(worths: readonly (Worth | null)[]) {
  const sorted = worths
    .flatMap((found, column) => (found === null ? [] : [{ ...found, column }]))
    .toSorted((a, b) => b.points - a.points)
  const possible = sorted.map(({ column }) => column)
  const [best, ...others] = sorted
  const rivals = others.map(({ points, rival = points }) => rival)
  const isClear =
    best !== undefined &&
    best.points >= worth.enough &&
    rivals.every((rival) => best.points - rival >= worth.clearly)
  return { column: isClear ? best.column : null, possible }
}

/** A column as it is named in a sentence: `Column 3`, or its title. */
export function columnName(columns: readonly Column[], column: number): string {
  return columns[column]?.title ?? `Column ${column + 1}`
}

function isMost(part: number, all: number): boolean {
  return part > 0 && part * 2 >= all
}

/** The place of the only title of this kind; null if there is none, or several are. */
function onlyPlace(
  titles: readonly ReadTitle[],
  isMeant: (title: ReadTitle, index: number) => boolean,
): number | null {
  const [only, another] = titles.flatMap((title, index) => (isMeant(title, index) ? [index] : []))
  return only === undefined || another !== undefined ? null : only
}
