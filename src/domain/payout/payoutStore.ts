import * as v from 'valibot'
import type { Address } from '#chain/money/Address.ts'
import { asTransfer } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import { PortalError } from '#chain/PortalError.ts'
import { address, uint } from '#chain/schemas.ts'
import { type Attempt, withoutTaken } from '#domain/ledger/Attempt.ts'
import { type Ledger, ledger } from '#domain/ledger/ledger.ts'
import { storedName } from '#domain/payee/checkPayee.ts'
import { unverifiedToken } from '#domain/request/PaymentRequest.ts'
import { isCalendarDay } from '#domain/shared/calendar.ts'
import type { KeyValueStore } from '#storage/KeyValueStore.ts'
import { accountKey } from '#storage/keys.ts'
import {
  type Freshness,
  groupBy,
  MOST_ROWS,
  number,
  persisted,
  place,
  storedChanged,
  time,
} from '#storage/persisted.ts'
import { formatLabels, labelFields, type Payment, type Payout, parseLabels, type UsdRate } from './Payout.ts'

/** One account's payouts in this browser. */
export type PayoutStore = {
  /** Newest first. Unreadable payouts are kept as they are and counted in `unreadable`. */
  readonly list: (as?: Freshness) => { readonly payouts: readonly Payout[]; readonly unreadable: number }
  readonly read: (id: string, as?: Freshness) => Payout | null
  /** True if there is a payout with this id, readable or not. */
  readonly has: (id: string) => boolean
  /**
   * Writes a payout, or only what changed, and returns the current version. Attempts and their facts are added to the
   * ledger; those that the ledger has already stay.
   * @throws PortalError `stale` when it was written since it was read, for example by another tab: the stored
   * version is newer
   */
  readonly write: (payout: Payout) => Payout
  /** Writes many at once, for a backup. @throws like `write`, and then none is written */
  readonly writeAll: (payouts: readonly Payout[]) => void
  /** Deletes the list. The ledger keeps its requests. */
  readonly remove: (id: string) => void
  /** Every attempt of the account, also of payouts that were deleted. */
  readonly ledger: Ledger
}

const index = v.array(v.pipe(v.string(), v.regex(/^[0-9a-z-]{1,64}$/)))

const id = v.pipe(v.string(), v.regex(/^[0-9a-z:-]{1,80}$/))

const stores = new WeakMap<KeyValueStore, Map<string, PayoutStore>>()

/**
 * Payouts of `account` on BSC, kept until the person deletes them. Unreadable ones are left unchanged and
 * counted. The list and the plan of a payout have separate keys, because only the plan changes.
 */
export function payoutStore(storage: KeyValueStore, account: Address): PayoutStore {
  const all = stores.get(storage) ?? new Map<string, PayoutStore>()
  stores.set(storage, all)
  const known = all.get(account)
  if (known) return known
  const store = openStore(storage, account)
  all.set(account, store)
  return store
}

function openStore(storage: KeyValueStore, account: Address): PayoutStore {
  const own = account.toLowerCase()
  const listKey = (id: string) => `${accountKey('payout', account)}.${id}`
  const planKey = (id: string) => `${listKey(id)}.parts`

  const stored = persisted(storage, accountKey('payouts', account), index)
  const ids = (): readonly string[] => stored.read() ?? []
  const book = ledger(storage, account)

  /** The attempts of the ledger by payout; computed once for each state of the ledger. */
  let grouped: { readonly of: readonly Attempt[]; readonly by: ByPayout } = { of: none, by: new Map() }
  const attemptsByPayout = (as?: Freshness): ByPayout => {
    const { attempts } = book.list(as)
    if (attempts !== grouped.of) {
      grouped = { of: attempts, by: groupBy(withoutTaken(attempts), ({ payout }) => payout) }
    }
    return grouped.by
  }
  type Read = {
    readonly list: string
    readonly plan: string
    readonly attempts: readonly Attempt[]
    readonly payout: Payout | null
  }
  // Reading validates every row, so each text is parsed only once.
  const cache = new Map<string, Read>()
  const parse = (id: string, by: ByPayout): Payout | null => {
    const list = storage.getItem(listKey(id))
    const plan = storage.getItem(planKey(id))
    if (list === null || plan === null) return null
    const attempts = by.get(id) ?? none
    const last = cache.get(id)
    if (last?.list === list && last.plan === plan && isSameList(last.attempts, attempts)) return last.payout
    const found = readPayout(list, plan, attempts)
    const payout = found?.id === id && found.account.toLowerCase() === own ? found : null
    cache.set(id, { list, plan, attempts, payout })
    return payout
  }
  const writeAll = (payouts: readonly Payout[]): void => {
    const kept = new Set(ids())
    const isStale = ({ id, revision }: Payout) =>
      kept.has(id) && parse(id, attemptsByPayout())?.revision !== revision
    if (payouts.some(isStale)) throw stale()
    const fresh = payouts.filter(({ id }) => !kept.has(id))
    // Written in this order, so that a page that closes in between loses no attempt and leaves nothing half written.
    for (const payout of fresh) storage.setItem(listKey(payout.id), listText(payout))
    book.append(payouts.flatMap(({ attempts }) => attempts))
    for (const payout of payouts) {
      storage.setItem(planKey(payout.id), planText({ ...payout, revision: payout.revision + 1 }))
    }
    if (fresh.length > 0) stored.write([...fresh.map(({ id }) => id).reverse(), ...kept])
  }
  return {
    ledger: book,
    read: (id, as) => parse(id, attemptsByPayout(as)),
    has: (id) => storage.getItem(listKey(id)) !== null,
    list(as) {
      const by = attemptsByPayout(as)
      const found = ids().map((id) => parse(id, by))
      const payouts = found.filter((payout) => payout !== null)
      return { payouts, unreadable: found.length - payouts.length + stored.unreadable() }
    },
    writeAll,
    write(payout) {
      try {
        writeAll([payout])
      } finally {
        // A write is rejected if a newer version is stored, so read again.
        storedChanged()
      }
      const attempts = attemptsByPayout().get(payout.id) ?? none
      return { ...payout, revision: payout.revision + 1, attempts }
    },
    remove(id) {
      stored.write(ids().filter((kept) => kept !== id))
      storage.removeItem(listKey(id))
      storage.removeItem(planKey(id))
      storedChanged()
    },
  }
}

const none: readonly Attempt[] = []

/** Attempts that belong to no payout are under null. */
type ByPayout = ReadonlyMap<string | null, readonly Attempt[]>

function stale(): PortalError {
  return new PortalError('stale', 'This payout was just changed, here or in another tab. Nothing was saved.')
}

function isSameList(a: readonly Attempt[], b: readonly Attempt[]): boolean {
  return a.length === b.length && a.every((attempt, at) => attempt === b[at])
}

// A payout as text. Storage and files are untrusted: a document is accepted only if all of it is consistent.

const words = v.nullable(v.pipe(v.string(), v.maxLength(1_000)))
/** Line number in a list, counting blank lines. */
const lineNumber = v.pipe(number, v.safeInteger(), v.minValue(0))

/** Other fields of a token, such as its symbol, are not read. */
const token = v.object({
  address: v.nullable(address),
  decimals: v.pipe(number, v.integer(), v.minValue(0), v.maxValue(255)),
})
const row = v.strictTuple([address, place, uint, words, words])

/** The rate of a row that answers a request in US dollars. */
const seconds = v.pipe(number, v.safeInteger(), v.minValue(0))
const rate = v.object({
  cents: uint,
  tolerance: v.pipe(number, v.integer(), v.minValue(0), v.maxValue(10_000)),
  madeAt: seconds,
  until: seconds,
  price: v.object({ value: uint, at: time }),
  readAt: time,
  link: v.pipe(v.string(), v.maxLength(10_000)),
  openedAt: v.exactOptional(time),
})

const anyTime = v.pipe(number, v.safeInteger(), v.minValue(-8.64e15), v.maxValue(8.64e15))
const answers = v.object({
  id: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)),
  since: anyTime,
  until: anyTime,
})

/** The reviewed list. It never changes, so it is written once. */
const listDocument = v.object({
  version: v.literal(1),
  id,
  account: address,
  kind: v.picklist(['eoa', 'safe']),
  createdAt: time,
  tokens: v.pipe(v.array(token), v.maxLength(1_000)),
  rows: v.pipe(v.array(row), v.maxLength(MOST_ROWS)),
  /** The lines, the names and the handles of the rows, in a payout that came from a list. */
  lines: v.optional(v.pipe(v.array(v.nullable(lineNumber)), v.maxLength(MOST_ROWS))),
  names: v.optional(v.pipe(v.array(words), v.maxLength(MOST_ROWS))),
  handles: v.optional(v.pipe(v.array(words), v.maxLength(MOST_ROWS))),
  /** The `.bnb` names that were entered for the payees. */
  entered: v.optional(v.pipe(v.array(v.nullable(storedName)), v.maxLength(MOST_ROWS))),
  rates: v.optional(v.pipe(v.array(v.nullable(rate)), v.maxLength(MOST_ROWS))),
  /** The requests in US dollars that rows answer without a rate of their own. */
  answers: v.optional(v.pipe(v.array(v.nullable(answers)), v.maxLength(MOST_ROWS))),
  /** The reminder that it was made from, and the date that it pays for. */
  run: v.optional(
    v.object({
      template: id,
      due: v.pipe(v.string(), v.check(isCalendarDay)),
    }),
  ),
  skipped: v.array(v.object({ line: lineNumber, reason: v.pipe(v.string(), v.maxLength(1_000)) })),
})
/** The parts of a payout that may change. Its attempts are in the ledger. */
const planDocument = v.object({
  version: v.literal(2),
  parts: v.array(v.object({ rows: v.pipe(v.array(place), v.maxLength(MOST_ROWS)), again: v.array(id) })),
  closed: v.optional(v.boolean()),
  restored: v.optional(v.boolean()),
  ...labelFields,
  revision: v.optional(v.pipe(number, v.safeInteger(), v.minValue(0)), 0),
})

export function listText(whole: Payout): string {
  const {
    rows,
    batches: _,
    attempts: __,
    closed: ___,
    restored: ____,
    revision: _____,
    tag: ______,
    title: _______,
    ...payout
  } = whole
  const tokens = new Map(rows.map(({ amount }) => [Token.key(amount.token), amount.token]))
  const places = [...tokens.keys()]
  return JSON.stringify({
    version: 1,
    ...payout,
    tokens: [...tokens.values()],
    rows: rows.map(({ payee, amount, note, reference }) => [
      payee,
      places.indexOf(Token.key(amount.token)),
      `${amount.value}`,
      note,
      reference,
    ]),
    lines: columnOf(rows, ({ line }) => line),
    names: columnOf(rows, ({ name }) => name),
    handles: columnOf(rows, ({ handle }) => handle),
    entered: columnOf(rows, ({ entered }) => entered && [entered.name, entered.at]),
    answers: columnOf(rows, ({ answers }) => answers),
    rates: columnOf(rows, ({ rate }) => rate && storedRate(rate)),
  })
}

/** A field of the rows, null where a row has none; undefined, and so not written, if no row has it. */
function columnOf<T>(rows: Payout['rows'], fieldOf: (row: Payment) => T | undefined) {
  const cells = rows.map((row) => fieldOf(row) ?? null)
  return cells.some((cell) => cell !== null) ? cells : undefined
}

function storedRate({ cents, price: { value, at }, ...rate }: UsdRate) {
  return { ...rate, cents: `${cents}`, price: { value: `${value}`, at } }
}

/** The text of the changeable parts of a payout, without its attempts. */
export function planText({ batches, closed, restored, revision, ...labels }: Payout): string {
  return JSON.stringify({
    version: 2,
    revision,
    parts: batches.map(({ rows, again }) => ({ rows, again })),
    ...(closed && { closed }),
    ...(restored && { restored }),
    ...formatLabels(labels),
  })
}

/** Parses both texts, see `parsePayout`. */
export function readPayout(list: string, plan: string, attempts: readonly Attempt[] = []): Payout | null {
  try {
    return parsePayout(JSON.parse(list), JSON.parse(plan), attempts)
  } catch {
    return null
  }
}

/**
 * Parses the documents of a payout, as untrusted input; null if they do not fit together.
 * @param attempts those that the ledger has for this payout
 */
export function parsePayout(list: unknown, plan: unknown, attempts: readonly Attempt[] = []): Payout | null {
  try {
    const {
      tokens,
      rows,
      lines,
      names,
      handles,
      entered,
      rates,
      answers: requests,
      run,
      version: _,
      ...head
    } = v.parse(listDocument, list)
    const reviewed = {
      ...head,
      ...(run && { run }),
      rows: rows.map((raw, at) => ({
        ...toRow(raw, tokens),
        ...labelsOf(lines?.[at], names?.[at], handles?.[at]),
        ...(entered?.[at] && { entered: entered[at] }),
        ...(rates?.[at] && { rate: rates[at] }),
        ...(requests?.[at] && { answers: requests[at] }),
      })),
    }
    const stored = v.parse(planDocument, plan)
    const { parts, closed, restored, revision } = stored
    if (!parts.every((part) => part.rows.every((at) => at < reviewed.rows.length))) return null
    const payout: Payout = {
      ...reviewed,
      batches: parts.map(({ rows: places, again }) => ({ rows: places, again })),
      attempts,
      ...(closed && { closed }),
      ...(restored && { restored }),
      ...parseLabels(stored),
      revision,
    }
    return attempts.every((one) => fits(payout, one)) ? payout : null
  } catch {
    return null
  }
}

/** True if an attempt requested exactly the rows of its batch. */
export function fits(payout: Payout, { batch, rows, calls }: Attempt): boolean {
  const planned = payout.batches[batch]?.rows
  return (
    planned !== undefined &&
    planned.length === rows.length &&
    calls.length === rows.length &&
    rows.every((row, at) => {
      const transfer = calls[at] && asTransfer(calls[at])
      const payment = payout.rows[row]
      return (
        planned[at] === row &&
        payment !== undefined &&
        transfer != null &&
        transfer.token === payment.amount.token.address &&
        transfer.to === payment.payee &&
        transfer.value === payment.amount.value
      )
    })
  )
}

function labelsOf(
  line: number | null | undefined,
  name: string | null | undefined,
  handle: string | null | undefined,
) {
  return {
    ...(typeof line === 'number' && { line }),
    ...(typeof name === 'string' && { name }),
    ...(typeof handle === 'string' && { handle }),
  }
}

function toRow(
  [payee, at, value, note, reference]: v.InferOutput<typeof row>,
  tokens: readonly v.InferOutput<typeof token>[],
): Payment {
  const reported = tokens[at]
  if (!reported) throw new Error('A row of a token that is not named')
  const known = Token.find(reported.address)
  if (known && known.decimals !== reported.decimals) throw new Error('A pinned token with other decimals')
  // Only its contract identifies a token that is not pinned: a file can give it any symbol.
  const token = known ?? (reported.address && unverifiedToken(reported.address, reported.decimals))
  if (!token) throw new Error('A token without a contract')
  return { payee, amount: { token, value }, note, reference }
}
