import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import { isOfSheet, type Leftover } from '#domain/draft/import/leftovers.ts'
import { type LeftoverValue, shownValue } from '#domain/draft/import/leftoverValues.ts'
import type { Mapping } from '#domain/draft/import/mapColumns.ts'
import type { NumberStyle } from '#domain/draft/import/numberStyle.ts'
import type { PayoutRow, RowCells, RowRequest } from '#domain/draft/import/PayoutRow.ts'
import type { Separator } from '#domain/draft/import/records.ts'
import type { LookedUpName } from '#domain/payee/checkPayee.ts'
import { noLabels, type PayoutLabels } from '#domain/payout/Payout.ts'
import { unverifiedToken } from '#domain/request/PaymentRequest.ts'

/** How a list of payments starts. */
export type DraftSource =
  | {
      readonly kind: 'text'
      readonly text: string
      /** Name of the file; null for pasted text. */
      readonly source: string | null
    }
  | { readonly kind: 'typed' }
  /** The draft stored for the account. */
  | { readonly kind: 'kept' }
  /** The rows of an earlier payout. */
  | { readonly kind: 'payout'; readonly id: string }
  /** The rows of a reminder, for its next date. */
  | { readonly kind: 'reminder'; readonly id: string }

/** Why a row is skipped: its faults at the time a person skipped it. */
export function skipReason({ read, lines, line }: PayoutRow): string {
  if (read.ok) return 'You skipped it.'
  const { faults } = read
  const words = [faults.line, faults.payee, faults.amount, faults.token].filter(Boolean).join(' ')
  return lines > 1 ? `(Lines ${line} to ${line + lines - 1}) ${words}` : words
}

/** A person's answers about the whole text; null if detected or still unanswered. */
type DraftOptions = {
  readonly separator: Separator | null
  readonly style: NumberStyle | null
  readonly header: boolean | null
  readonly mapping: Mapping | null
  /** Key of the token for rows that name none, see `Token.key`. */
  readonly token: string | null
  /**
   * The answers about amounts in a currency, by its sign: the key of a token, or `ROW_TOKEN`. Missing if nothing was answered.
   */
  readonly currencies?: Readonly<Record<string, string>> | undefined
}

/** Cells that a person typed in place of the text's. Their amounts are plain, such as `1234.56`. */
export type RowEdit = Partial<Pick<RowCells, 'payee' | 'amount' | 'token'>>

/** A payout being edited: the original text, and everything that a person did to its rows, by line. */
export type PayoutDraft = PayoutLabels & {
  readonly text: string
  /** Name of the source file; null for pasted or typed text. */
  readonly source: string | null
  readonly options: DraftOptions
  /** Unpinned tokens with decimals read from the chain. */
  readonly tokens: readonly Token.Token[]
  /** The addresses of the `.bnb` names in the rows, as they were looked up. */
  readonly names: readonly LookedUpName[]
  /** Requests in US dollars that rows of an earlier payout answered, by payee and token. */
  readonly requests: readonly RowRequest[]
  /** Lines of rows added by hand, after those of the text. */
  readonly added: readonly number[]
  /** Amounts set for many rows at once. */
  readonly fill: ReadonlyMap<number, Fill>
  readonly edits: ReadonlyMap<number, RowEdit>
  /** Why a row is skipped, by line. */
  readonly skips: ReadonlyMap<number, string>
  /** A person’s decisions about values that the list has beside its payments, see `Leftover`. */
  readonly answers: LeftoverAnswers
  /** Ids of doubts that a person confirmed. */
  readonly ticks: ReadonlySet<string>
  /** The values that the last fill replaced; null once anything else changed. */
  readonly before: Pick<PayoutDraft, 'fill' | 'edits'> | null
}

type Fill = { readonly amount: string; readonly token: string }

const noOptions: DraftOptions = { separator: null, style: null, header: null, mapping: null, token: null }

/** A draft of a text. @param source the name of its file; null for pasted text */
export function newDraft(text: string, source: string | null = null): PayoutDraft {
  return {
    text,
    source,
    options: noOptions,
    tokens: [],
    names: [],
    requests: [],
    added: [],
    ...noLabels,
    fill: new Map(),
    edits: new Map(),
    skips: new Map(),
    answers: {},
    ticks: new Set(),
    before: null,
  }
}

/** A draft with one empty row. */
export function typedDraft(): PayoutDraft {
  return { ...newDraft(''), added: [1] }
}

/**
 * Answers a question about the whole text. A new separator or header means that columns are detected again,
 * and a new amount column needs its number style chosen again: an answer holds only for the amounts it was
 * given for.
 */
export function withOptions(draft: PayoutDraft, change: Partial<DraftOptions>): PayoutDraft {
  const columnsChanged = change.separator !== undefined || change.header !== undefined
  const before = draft.options.mapping
  const isOtherColumn = change.mapping !== undefined && change.mapping?.amount !== before?.amount
  const options = {
    ...draft.options,
    ...(columnsChanged && { mapping: null }),
    ...((columnsChanged || isOtherColumn) && { style: null }),
    ...change,
  }
  return { ...draft, options }
}

/** Assigns a column to a use and clears its other uses. */
export function withColumn(mapping: Mapping, use: keyof Mapping, column: number | null): Mapping {
  const freed = Object.fromEntries(
    Object.entries(mapping).map(([other, at]) => [other, at !== null && at === column ? null : at]),
  ) as Mapping
  return { ...freed, [use]: column }
}

/** Adds a row after the `lines` of the text and all rows added before. */
export function withRow(draft: PayoutDraft, lines: number): PayoutDraft {
  const last = draft.added.at(-1) ?? lines
  return { ...draft, added: [...draft.added, Math.max(last, lines) + 1] }
}

/** A copy of changes by line, with another value for one of them; null for none. */
export function withLine<T>(
  changes: ReadonlyMap<number, T>,
  line: number,
  value: T | null,
): ReadonlyMap<number, T> {
  const next = new Map(changes)
  if (value === null) next.delete(line)
  else next.set(line, value)
  return next
}

/** Removes a row added by hand. Rows of the text can only be skipped. */
export function withoutRow(draft: PayoutDraft, line: number): PayoutDraft {
  if (!draft.added.includes(line)) return draft
  return {
    ...draft,
    added: draft.added.filter((one) => one !== line),
    edits: withLine(draft.edits, line, null),
    skips: withLine(draft.skips, line, null),
    fill: withLine(draft.fill, line, null),
    before: null,
  }
}

/** Edits some cells of a row. @param change null to revert all edits of a row of the text */
export function withEdit(draft: PayoutDraft, line: number, change: RowEdit | null): PayoutDraft {
  const edits = withLine(draft.edits, line, change && { ...draft.edits.get(line), ...change })
  return { ...draft, edits, before: null }
}

/** @param reason null to pay the row again */
export function withSkip(draft: PayoutDraft, line: number, reason: string | null): PayoutDraft {
  return { ...draft, skips: withLine(draft.skips, line, reason), before: null }
}

/** Sets the amounts of rows, replacing their cells for amount and token. */
export function withFill(
  draft: PayoutDraft,
  lines: readonly number[],
  amounts: readonly Amount.Amount[],
): PayoutDraft {
  const [fill, edits] = [new Map(draft.fill), new Map(draft.edits)]
  lines.forEach((line, index) => {
    const amount = amounts[index]
    if (!amount) return
    fill.set(line, { amount: Amount.toDecimal(amount), token: tokenCell(amount.token) })
    const { payee } = edits.get(line) ?? {}
    if (payee === undefined) edits.delete(line)
    else edits.set(line, { payee })
  })
  return { ...draft, fill, edits, before: { fill: draft.fill, edits: draft.edits } }
}

/** Undoes the last fill. */
export function withUndo(draft: PayoutDraft): PayoutDraft {
  return draft.before ? { ...draft, ...draft.before, before: null } : draft
}

/** Sets some labels of the list. */
export function withLabels(
  draft: PayoutDraft,
  { run = draft.run, tag = draft.tag, title = draft.title }: Partial<PayoutLabels>,
): PayoutDraft {
  return { ...draft, run, tag, title }
}

/** Adds a token by its contract. The name that the contract claims is never read. */
export function withToken(draft: PayoutDraft, contract: Address, decimals: number): PayoutDraft {
  const token = unverifiedToken(contract, decimals)
  const others = draft.tokens.filter((known) => Token.key(known) !== Token.key(token))
  return { ...draft, tokens: [...others, token] }
}

/** The cell text for a token: the symbol for BNB, the contract for every other one. */
export function tokenCell(token: Token.Token): string {
  return token.address ?? Token.BNB.symbol
}

/** The unpinned tokens of a draft, by lower-case contract. */
export function tokensOf({ tokens }: Pick<PayoutDraft, 'tokens'>): ReadonlyMap<string, Token.Token> {
  return new Map(tokens.map((token) => [Token.key(token), token]))
}

/** The token of a draft with this key, see `Token.key`; null for none. */
export function tokenOf({ tokens }: Pick<PayoutDraft, 'tokens'>, key: string | null): Token.Token | null {
  return [...Token.pinned, ...tokens].find((token) => Token.key(token) === key) ?? null
}

/** Physical lines of a text, as the reader counts them. */
function linesOf(text: string): readonly string[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

/**
 * For each line of the old text, the same line of the new one: the second `0x…,5` belongs to the second one. A line that
 * was changed or removed has none.
 */
function sameLines(before: readonly string[], after: readonly string[]): ReadonlyMap<number, number> {
  const places = new Map<string, number[]>()
  after.forEach((line, index) => {
    const found = places.get(line)
    if (found) found.push(index + 1)
    else places.set(line, [index + 1])
  })
  const taken = new Map<string, number>()
  return new Map(
    before.flatMap((line, index) => {
      const turn = taken.get(line) ?? 0
      taken.set(line, turn + 1)
      const place = places.get(line)?.[turn]
      return place === undefined ? [] : [[index + 1, place] as const]
    }),
  )
}

/** A skip of a row over several lines: what it skipped may be cut anew. */
const SEVERAL_LINES = /^\(Lines /

/**
 * The draft with another text: what a person did to a line stays with that line, answers about the whole text stay while
 * its first line does, and rows added by hand stay behind the last line. That a column says nothing about paying is asked
 * again, because it may say something in the new lines.
 */
export function withChangedText(
  draft: PayoutDraft,
  change: Extract<DraftSource, { kind: 'text' }>,
): PayoutDraft {
  const { text, source } = change
  const [before, after] = [linesOf(draft.text), linesOf(text)]
  const same = sameLines(before, after)
  const added = draft.added.map((_, index) => after.length + index + 1)
  const places = new Map([
    ...same,
    ...draft.added.map((line, index) => [line, added[index] ?? line] as const),
  ])
  const moved = <T>(kept: ReadonlyMap<number, T>) =>
    new Map(
      [...kept].flatMap(([line, value]) => {
        const place = places.get(line)
        return place === undefined ? [] : [[place, value] as const]
      }),
    )
  const isSameTable = before[0] !== undefined && before[0] === after[0]
  const { token, currencies } = draft.options
  return {
    ...draft,
    text,
    source,
    added,
    before: null,
    options: isSameTable ? draft.options : { ...noOptions, token, currencies },
    fill: moved(draft.fill),
    edits: moved(draft.edits),
    skips: moved(new Map([...draft.skips].filter(([, reason]) => !SEVERAL_LINES.test(reason)))),
    answers: Object.fromEntries(Object.entries(draft.answers).filter(([, answer]) => answer !== 'nothing')),
  }
}

/** A person's answer about a leftover: it says nothing about paying, or what to do with the rows of each value. */
type LeftoverAnswer = 'nothing' | Readonly<Record<string, 'pay' | 'leave'>>

export type LeftoverAnswers = Readonly<Record<string, LeftoverAnswer>>

/** The decision about a value of a leftover; undefined while that is open. */
export function answerTo(
  answers: LeftoverAnswers,
  { id }: Pick<Leftover, 'id'>,
  { key }: LeftoverValue,
): 'pay' | 'leave' | undefined {
  const answer = Object.hasOwn(answers, id) ? answers[id] : undefined
  if (answer === undefined || answer === 'nothing') return answer && 'pay'
  return Object.hasOwn(answer, key) ? answer[key] : undefined
}

/**
 * The values of a leftover that are not decided yet. Rows that another answer leaves out are not asked about again, and if
 * only empty cells remain, there is nothing to ask.
 * @param out the rows that are left out, see `leftOut`
 */
export function openValues(
  { isAsked, id, values }: Leftover,
  answers: LeftoverAnswers,
  out: ReadonlyMap<number, string>,
): readonly LeftoverValue[] {
  if (!isAsked) return []
  const paid = values.filter(({ lines }) => lines.length === 0 || lines.some((line) => !out.has(line)))
  return paid.every(({ key }) => key === '')
    ? []
    : paid.filter((value) => answerTo(answers, { id }, value) === undefined)
}

/** Leftovers about which a person has still to decide. */
export function openLeftovers(leftovers: readonly Leftover[], answers: LeftoverAnswers): readonly Leftover[] {
  const out = leftOut(leftovers, answers)
  return leftovers.filter((leftover) => openValues(leftover, answers, out).length > 0)
}

/** The first lines of the rows that a person left out by a value, with the reason. */
export function leftOut(
  leftovers: readonly Leftover[],
  answers: LeftoverAnswers,
): ReadonlyMap<number, string> {
  const lines = new Map<number, string>()
  for (const leftover of leftovers) {
    for (const value of leftover.values) {
      if (answerTo(answers, leftover, value) !== 'leave') continue
      const text = shownValue(value)
      for (const line of value.lines) lines.set(line, isOfSheet(text) ? text : `${leftover.title}: ${text}`)
    }
  }
  return lines
}

/** The answers with a decision about some values of a leftover. */
export function answerValues(
  { id }: Leftover,
  answers: LeftoverAnswers,
  decide: (value: LeftoverValue) => 'pay' | 'leave',
  values: readonly LeftoverValue[],
): LeftoverAnswers {
  const before = Object.hasOwn(answers, id) ? answers[id] : undefined
  const decided = values.map((value) => [value.key, decide(value)] as const)
  return { ...answers, [id]: { ...(before === 'nothing' ? {} : before), ...Object.fromEntries(decided) } }
}
