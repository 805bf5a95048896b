import * as v from 'valibot'
import type { Address } from '#chain/money/Address.ts'
import * as Token from '#chain/money/Token.ts'
import { address, tokenKey } from '#chain/schemas.ts'
import { allStyles } from '#domain/draft/import/numberStyle.ts'
import type { ReadRows } from '#domain/draft/import/readRows.ts'
import { ROW_TOKEN } from '#domain/draft/import/rowToken.ts'
import { storedLookUp } from '#domain/payee/checkPayee.ts'
import {
  formatLabels,
  labelFields,
  openRows,
  type Payment,
  type Payout,
  parseLabels,
} from '#domain/payout/Payout.ts'
import { MAX_DECIMALS, unverifiedToken } from '#domain/request/PaymentRequest.ts'
import { isCalendarDay } from '#domain/shared/calendar.ts'
import type { GuardedStorage, KeyValueStore } from '#storage/KeyValueStore.ts'
import { accountKey, browserKey } from '#storage/keys.ts'
import { persisted } from '#storage/persisted.ts'
import { plainTitle } from './import/columnTitles.ts'
import {
  type DraftSource,
  type LeftoverAnswers,
  newDraft,
  type PayoutDraft,
  typedDraft,
  withLabels,
} from './payoutDraft.ts'
import { draftOfPayout } from './payoutText.ts'

/** True if a draft is stored, readable or not. */
export function hasDraft(storage: KeyValueStore, account: Address): boolean {
  return storage.getItem(accountKey('draft', account)) !== null
}

/** A draft, and when it was stored (ms since the epoch, by this device's clock). */
type KeptDraft = { readonly draft: PayoutDraft; readonly at: number }

/**
 * Longer documents (characters) are not stored: browsers have room for only a few, and payouts take priority.
 */
export const MAX_DOCUMENT = 1_000_000

const line = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
const column = v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0)))
const cell = v.string()
const edit = v.pipe(
  v.object({ payee: v.nullable(cell), amount: v.nullable(cell), token: v.nullable(cell) }),
  v.transform(({ payee, amount, token }) => ({
    ...(payee !== null && { payee }),
    ...(amount !== null && { amount }),
    ...(token !== null && { token }),
  })),
)
const options = v.object({
  separator: v.nullable(v.picklist(['\t', ';', ',', '|', 'none', 'text'])),
  style: v.nullable(v.picklist(allStyles)),
  header: v.nullable(v.boolean()),
  mapping: v.nullable(
    v.object({
      payee: column,
      amount: column,
      token: column,
      tokenType: column,
      name: v.optional(column, null),
      handle: v.optional(column, null),
      reference: column,
      note: v.optional(column, null),
    }),
  ),
  token: v.nullable(tokenKey),
  /** Missing in older documents, and if nothing was answered. */
  currencies: v.optional(
    v.record(v.pipe(v.string(), v.maxLength(10)), v.union([tokenKey, v.literal(ROW_TOKEN)])),
  ),
})
const token = v.strictTuple([
  address,
  v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_DECIMALS)),
])
const time = v.pipe(v.number(), v.safeInteger(), v.minValue(-8.64e15), v.maxValue(8.64e15))
const request = v.object({
  id: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)),
  since: time,
  until: time,
  payee: address,
  token: v.nullable(address),
})
/** A person’s decisions about the leftovers of a list, as untrusted input. */
const leftoverAnswers = v.record(
  v.string(),
  v.union([v.literal('nothing'), v.record(v.string(), v.picklist(['pay', 'leave']))]),
)
const document = v.object({
  version: v.literal(1),
  at: v.pipe(v.number(), v.minValue(0), v.maxValue(8.64e15)),
  text: v.string(),
  source: v.nullable(v.string()),
  options,
  tokens: v.array(token),
  /** Missing in older documents. */
  names: v.optional(v.array(storedLookUp), []),
  /** Missing in older documents. */
  requests: v.optional(v.array(request), []),
  added: v.array(line),
  /** Missing in older documents, and if the list belongs to nothing. */
  run: v.optional(
    v.object({
      template: v.pipe(v.string(), v.regex(/^[0-9a-z-]{1,64}$/)),
      due: v.pipe(v.string(), v.check(isCalendarDay)),
    }),
  ),
  ...labelFields,
  fill: v.array(v.strictTuple([line, v.object({ amount: cell, token: cell })])),
  edits: v.array(v.strictTuple([line, edit])),
  skips: v.array(v.strictTuple([line, v.string()])),
  /** Missing if nothing was answered. */
  answers: v.optional(leftoverAnswers, {}),
  ticks: v.array(v.string()),
})

/**
 * The stored draft of an account, or null. Storage is untrusted: a draft is accepted only if all of it is
 * valid.
 */
export function readDraft(storage: KeyValueStore, account: Address): KeptDraft | 'unreadable' | null {
  const text = storage.getItem(accountKey('draft', account))
  return text === null ? null : (parseDraft(text) ?? 'unreadable')
}

/** Stores a draft. Returns false if it is too large; an older stored draft is removed then, too. */
export function keepDraft(
  storage: KeyValueStore,
  account: Address,
  draft: PayoutDraft,
  now: number,
): boolean {
  const document = draft.text.length > MAX_DOCUMENT ? null : draftText(draft, now)
  if (document === null || document.length > MAX_DOCUMENT) {
    storage.removeItem(accountKey('draft', account))
    return false
  }
  storage.setItem(accountKey('draft', account), document)
  return true
}

export function forgetDraft(storage: KeyValueStore, account: Address): void {
  storage.removeItem(accountKey('draft', account))
}

/** The stored text, without the data for undo. `parseDraft` reads it back. */
export function draftText(draft: PayoutDraft, at: number): string {
  const { text, source, options, added, names, requests, run, answers } = draft
  return JSON.stringify({
    version: 1,
    at,
    text,
    source,
    options,
    added: [...added],
    ...(run && { run }),
    ...formatLabels(draft),
    ...(names.length > 0 && {
      names: names.map(({ name, address, at }): [string, string, number] => [name, address, at]),
    }),
    ...(requests.length > 0 && { requests: [...requests] }),
    tokens: draft.tokens.flatMap(({ address, decimals }) => (address ? [[address, decimals]] : [])),
    fill: [...draft.fill],
    edits: [...draft.edits].map(([line, { payee = null, amount = null, token = null }]) => [
      line,
      { payee, amount, token },
    ]),
    skips: [...draft.skips],
    ...(Object.keys(answers).length > 0 && { answers }),
    // A failed read may succeed now, so confirm it again.
    ticks: [...draft.ticks].filter((id) => !id.startsWith('unread/')),
  } satisfies v.InferInput<typeof document>)
}

/** Parses the output of `draftText`, as untrusted input; null if it is something else. */
export function parseDraft(text: string): KeptDraft | null {
  try {
    return parseDraftDocument(JSON.parse(text))
  } catch {
    return null
  }
}

/** The same for its JSON. */
export function parseDraftDocument(raw: unknown): KeptDraft | null {
  const parsed = v.safeParse(document, raw)
  if (!parsed.success) return null
  const { at, version: _, run = null, tag, spelled, title, ...read } = parsed.output
  const isOrdered = read.added.every((line, index) => index === 0 || line > (read.added[index - 1] ?? 0))
  // For a pinned token, ignore the stored metadata.
  const isPinned = read.tokens.some(([contract]) => Token.find(contract) !== undefined)
  if (!isOrdered || isPinned) return null
  const draft: PayoutDraft = {
    ...read,
    run,
    tag: null,
    title: null,
    ...parseLabels({ tag, spelled, title }),
    tokens: read.tokens.map(([contract, decimals]) => unverifiedToken(contract, decimals)),
    fill: new Map(read.fill),
    edits: new Map(read.edits),
    skips: new Map(read.skips),
    ticks: new Set(read.ticks),
    before: null,
  }
  return { draft, at }
}

/** Shapes of lists whose answers are kept. */
const MOST_SHAPES = 30
/** Characters of the answers about one list. Longer ones are of a list that comes once. */
const LONGEST_ANSWERS = 5_000

const stored = (storage: KeyValueStore) =>
  persisted(storage, browserKey('answers'), v.array(v.strictTuple([v.string(), leftoverAnswers])))

/** Equal for lists with the same columns, as one has every month. */
function shapeOf({ header, columns, separator }: ReadRows): string {
  if (separator.state !== 'ambiguous' && separator.separator === 'text') return 'text'
  return header === null ? `${columns.length}` : header.map(plainTitle).join('\n')
}

/**
 * The answers about the last list of this shape, as far as this one has the same questions. That a column says nothing
 * about paying does not hold for one that names another network now, or looks like payments already made.
 */
export function readAnswers(storage: KeyValueStore, read: ReadRows): LeftoverAnswers {
  const shape = shapeOf(read)
  const [, answers = {}] =
    stored(storage)
      .read()
      ?.find(([kept]) => kept === shape) ?? []
  const asked = new Map(read.leftovers.flatMap((one) => (one.isAsked ? [[one.id, one] as const] : [])))
  const isOpen = (id: string) => asked.get(id)?.values.some(({ isDoubtful }) => isDoubtful)
  return Object.fromEntries(
    Object.entries(answers).filter(([id, answer]) => asked.has(id) && !(answer === 'nothing' && isOpen(id))),
  )
}

/** Keeps the answers about a list for the next one of its shape. */
export function keepAnswers(storage: KeyValueStore, read: ReadRows, answers: LeftoverAnswers): void {
  const shape = shapeOf(read)
  const others = (stored(storage).read() ?? []).filter(([kept]) => kept !== shape)
  // Marks and hidden rows belong to this list alone.
  const columns = new Set(read.header?.map((title) => `column/${plainTitle(title)}`))
  const lasting = Object.fromEntries(
    Object.entries(answers).filter(([id]) => columns.has(id) || id.startsWith('before/')),
  )
  const isKept = Object.keys(lasting).length > 0 && JSON.stringify(lasting).length <= LONGEST_ANSWERS
  if (isKept)
    stored(storage).write([[shape, lasting] as [string, LeftoverAnswers], ...others].slice(0, MOST_SHAPES))
}

/** A list as it opens on Pay. */
type OpenedDraft =
  /** `keptAt` is when it was stored (ms since the epoch); null for a new one. */
  | { readonly kind: 'draft'; readonly draft: PayoutDraft; readonly keptAt: number | null }
  | { readonly kind: 'unreadable' | 'gone' }
  /** Other rows would replace a draft. */
  | {
      readonly kind: 'choice'
      readonly rows: PayoutDraft
      readonly draft: PayoutDraft
      readonly keptAt: number
    }

/**
 * Opens the list of an account. A stored draft is never replaced without a question.
 * @param rows the rows of the payout or the reminder that `start` names; null if it is not stored here
 */
export function openDraft(
  storage: GuardedStorage,
  account: Address,
  start: DraftSource,
  rows: PayoutDraft | null,
): OpenedDraft {
  const read = readDraft(storage, account)
  const kept = read === 'unreadable' ? null : read
  const continued = kept && ({ kind: 'draft', draft: kept.draft, keptAt: kept.at } as const)
  if (start.kind === 'kept') return continued ?? { kind: read === null ? 'gone' : 'unreadable' }
  const { kind } = start
  const opened = kind === 'text' ? newDraft(start.text, start.source) : kind === 'typed' ? typedDraft() : rows
  if (!opened) return { kind: 'gone' }
  if (!continued) return { kind: 'draft', draft: opened, keptAt: null }
  // The list of a reminder that was opened before goes on as it was left.
  const [run, before] = [opened.run, continued.draft.run]
  const isSame = run !== null && run.template === before?.template && run.due === before.due
  return isSame ? continued : { ...continued, kind: 'choice', rows: opened }
}

/** The rows of a payout, to be paid again. */
export function draftToRepeat(payout: Payout): PayoutDraft {
  const draft = draftOfPayout(
    { rows: payout.restored ? restoredRows(payout) : payout.rows },
    payout.restored === true,
  )
  return withLabels(draft, { tag: payout.tag ?? null, title: payout.title ?? null })
}

/**
 * The rows of a payout from a backup, for a new list: only its open rows if it has any, so that sent payments are not
 * repeated. The address of a name is known only in the browser that looked it up.
 */
function restoredRows(payout: Payout): readonly Payment[] {
  const open = openRows(payout)
  return (open.length > 0 ? open : payout.rows).map(({ entered: _, ...row }) => row)
}
