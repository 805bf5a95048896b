import * as v from 'valibot'
import type { Address, Hash } from 'viem'
import type { Submission } from '#account/Account.ts'
import * as Token from '#chain/money/Token.ts'
import { address, bytes32 } from '#chain/rpc/questions.ts'
import { type EnteredName, storedName } from '#domain/payee/enteredName.ts'
import { unverifiedToken } from '#domain/request/PaymentRequest.ts'
import { isTag } from '#domain/shared/tags.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import { type Attempt, type Batch, batchCalls, type Payment, type Payout } from './Payout.ts'
import { isCalendarDay } from './template/calendar.ts'
import type { UsdRate } from './usdRate.ts'

// A payout as text. Storage and files are untrusted: a document is accepted only if all of it is consistent.

/** Longer lists are never requested; see `MAX_ROWS` in the modules that build them. */
const MAX = 100_000
/** JSON can hold -0, which would be written back as 0. */
const number = v.pipe(
  v.number(),
  v.transform((value) => value + 0),
)
const uint = v.pipe(
  v.string(),
  v.regex(/^[0-9]{1,78}$/),
  v.transform((text) => BigInt(text)),
  v.maxValue(2n ** 256n - 1n),
)
/** An account nonce is a uint64 (EIP-2681). Older documents hold a JSON number. */
const nonce = v.union([
  v.pipe(uint, v.maxValue(2n ** 64n - 1n)),
  v.pipe(
    number,
    v.safeInteger(),
    v.minValue(0),
    v.transform((value) => BigInt(value)),
  ),
])
const time = v.pipe(number, v.minValue(0), v.maxValue(8.64e15))
const words = v.nullable(v.pipe(v.string(), v.maxLength(1_000)))
const place = v.pipe(number, v.safeInteger(), v.minValue(0), v.maxValue(MAX))
/** Line number in a list, counting blank lines. */
const lineNumber = v.pipe(number, v.safeInteger(), v.minValue(0))
const id = v.pipe(v.string(), v.regex(/^[0-9a-z:-]{1,80}$/))

/** What else a document says of a token, such as its symbol, is not read. */
const token = v.object({
  address: v.nullable(address),
  decimals: v.pipe(number, v.integer(), v.minValue(0), v.maxValue(255)),
})
const row = v.strictTuple([address, place, uint, words, words])

const submission = v.variant('kind', [
  v.object({
    kind: v.literal('sent'),
    hash: bytes32,
    nonce: v.nullable(nonce),
    since: v.optional(v.nullable(uint), null),
  }),
  v.object({
    kind: v.literal('batched'),
    id: v.pipe(v.string(), v.maxLength(8_194)),
    hash: v.nullable(bytes32),
    since: v.optional(v.nullable(uint), null),
  }),
  v.object({
    kind: v.literal('proposed'),
    safeTxHash: bytes32,
    among: v.optional(v.boolean(), false),
  }),
])
/** Older documents stored a wallet's payment as lists of one hash and one nonce. */
function fromOlder(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null || !('hashes' in raw) || !('nonces' in raw)) return raw
  const { hashes, nonces, ...rest } = raw
  return Array.isArray(hashes) && Array.isArray(nonces) && hashes.length === 1
    ? { ...rest, hash: hashes[0], nonce: nonces[0] ?? null }
    : raw
}

const attempt = v.object({
  at: time,
  position: v.nullable(v.object({ block: uint, nonce: uint })),
  known: v.array(id),
  submission: v.nullable(v.pipe(v.unknown(), v.transform(fromOlder), submission)),
})
const batch = v.object({
  rows: v.pipe(v.array(place), v.maxLength(MAX)),
  ask: v.nullable(attempt),
  refused: v.nullable(attempt),
  again: v.array(id),
})

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
})

/** The reviewed list. It never changes, so it is written once. */
const listDocument = v.object({
  version: v.literal(1),
  id,
  account: address,
  kind: v.picklist(['eoa', 'safe']),
  createdAt: time,
  tokens: v.pipe(v.array(token), v.maxLength(1_000)),
  rows: v.pipe(v.array(row), v.maxLength(MAX)),
  /** The lines and the names of the rows, in a payout that came from a list. */
  lines: v.optional(v.pipe(v.array(v.nullable(lineNumber)), v.maxLength(MAX))),
  names: v.optional(v.pipe(v.array(words), v.maxLength(MAX))),
  /** The `.bnb` names that were entered for the payees. */
  entered: v.optional(v.pipe(v.array(v.nullable(storedName)), v.maxLength(MAX))),
  rates: v.optional(v.pipe(v.array(v.nullable(rate)), v.maxLength(MAX))),
  /** The template that it was made from, and the date that it pays for. */
  run: v.optional(
    v.object({
      template: id,
      due: v.pipe(v.string(), v.check(isCalendarDay)),
    }),
  ),
  skipped: v.array(v.object({ line: lineNumber, reason: v.pipe(v.string(), v.maxLength(1_000)) })),
})
/** Version 1 of the document keeps its first names: `parts` are batches, `ask` and `refused` are attempts. */
const batchesDocument = v.object({
  version: v.literal(1),
  parts: v.array(batch),
  closed: v.optional(v.boolean()),
  restored: v.optional(v.boolean()),
  tag: v.optional(v.pipe(v.string(), v.check(isTag))),
  revision: v.optional(v.pipe(number, v.safeInteger(), v.minValue(0)), 0),
})

export function listText(whole: Payout): string {
  const { rows, batches: _, closed: __, restored: ___, revision: ____, tag: _____, ...payout } = whole
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
    ...(rows.some(({ line }) => line !== undefined) && { lines: rows.map(({ line }) => line ?? null) }),
    ...(rows.some(({ name }) => name !== undefined) && { names: rows.map(({ name }) => name ?? null) }),
    ...(rows.some(({ entered }) => entered !== undefined) && {
      entered: rows.map(({ entered }) => (entered ? [entered.name, entered.at] : null)),
    }),
    ...(rows.some((row) => row.rate) && {
      rates: rows.map((row) => (row.rate ? storedRate(row.rate) : null)),
    }),
  })
}

function storedRate({ cents, price: { value, at }, ...rate }: UsdRate) {
  return { ...rate, cents: `${cents}`, price: { value: `${value}`, at } }
}

export function batchesText({ batches, closed, restored, tag, revision }: Payout): string {
  const parts = batches.map(({ rows, attempt, rejected, again }) => ({
    rows,
    ask: attempt,
    refused: rejected,
    again,
  }))
  const document = {
    version: 1,
    revision,
    parts,
    ...(closed && { closed }),
    ...(restored && { restored }),
    ...(tag && { tag }),
  }
  return JSON.stringify(document, (key, value: unknown) =>
    // Calls are derived from the rows.
    key === 'calls' ? undefined : typeof value === 'bigint' ? `${value}` : value,
  )
}

/** Parses both texts; null if they are not the output of `listText` and `batchesText`. */
export function readPayout(list: string, batches: string): Payout | null {
  try {
    return parsePayout(JSON.parse(list), JSON.parse(batches))
  } catch {
    return null
  }
}

/** Parses both documents, as untrusted input; null if they are not a payout. */
export function parsePayout(list: unknown, batches: unknown): Payout | null {
  try {
    const {
      tokens,
      rows,
      lines,
      names,
      entered,
      rates,
      run,
      version: _,
      ...head
    } = v.parse(listDocument, list)
    const payout: Payout = {
      ...head,
      ...(run && { run }),
      rows: rows.map((raw, place) => ({
        ...toRow(raw, tokens),
        ...labelsOf(lines?.[place], names?.[place], entered?.[place]),
        ...withRate(rates?.[place]),
      })),
      batches: [],
      revision: 0,
    }
    const { parts: read, closed, restored, tag, revision } = v.parse(batchesDocument, batches)
    const fits = read.every(({ rows: places }) => places.every((at) => at < payout.rows.length))
    if (!fits) return null
    return {
      ...payout,
      batches: read.map((raw) => toBatch(payout, raw)),
      ...(closed && { closed }),
      ...(restored && { restored }),
      ...(tag && { tag }),
      revision,
    }
  } catch {
    return null
  }
}

function withRate(rate: UsdRate | null | undefined): Pick<Payment, 'rate'> {
  return rate ? { rate } : {}
}

function labelsOf(
  line: number | null | undefined,
  name: string | null | undefined,
  entered: EnteredName | null | undefined,
) {
  return {
    ...(typeof line === 'number' && { line }),
    ...(typeof name === 'string' && { name }),
    ...(entered && { entered }),
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

function toBatch(payout: Payout, { ask, refused, ...raw }: v.InferOutput<typeof batch>): Batch {
  const open: Batch = { ...raw, attempt: null, rejected: null }
  const calls = batchCalls(payout, open)
  const toAttempt = (asked: v.InferOutput<typeof attempt> | null): Attempt | null =>
    asked && { ...asked, submission: toSubmission(payout, calls, asked.submission) }
  return { ...open, attempt: toAttempt(ask), rejected: toAttempt(refused) }
}

function toSubmission(
  { account }: { readonly account: Address },
  calls: ReturnType<typeof batchCalls>,
  raw: v.InferOutput<typeof submission> | null,
): Submission | null {
  if (raw === null) return null
  if (raw.kind === 'proposed') {
    const { among, safeTxHash } = raw
    return { kind: 'proposed', safe: account, calls, safeTxHash: safeTxHash as Hash as SafeTxHash, among }
  }
  return { ...raw, from: account, calls }
}
