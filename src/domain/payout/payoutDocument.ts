import * as v from 'valibot'
import { asTransfer } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import { address, uint } from '#chain/schemas.ts'
import type { Attempt } from '#domain/ledger/Attempt.ts'
import { storedName } from '#domain/payee/checkPayee.ts'
import { unverifiedToken } from '#domain/request/PaymentRequest.ts'
import { isCalendarDay } from '#domain/shared/calendar.ts'
import { MOST_ROWS, number, place, time } from '#storage/stored.ts'
import { formatLabels, labelFields, type Payment, type Payout, parseLabels, type UsdRate } from './Payout.ts'

// A payout as text. Storage and files are untrusted: a document is accepted only if all of it is consistent.

const words = v.nullable(v.pipe(v.string(), v.maxLength(1_000)))
/** Line number in a list, counting blank lines. */
const lineNumber = v.pipe(number, v.safeInteger(), v.minValue(0))
const id = v.pipe(v.string(), v.regex(/^[0-9a-z:-]{1,80}$/))

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
