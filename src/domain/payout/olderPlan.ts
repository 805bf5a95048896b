import * as v from 'valibot'
import type { Hash } from 'viem'
import type { Submission } from '#account/Submission.ts'
import { bytes32, uint } from '#chain/schemas.ts'
import type { Attempt, Fact } from '#domain/ledger/Attempt.ts'
import { isTag } from '#domain/shared/tags.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import { accountNonce, MOST_ROWS, number, place, time } from '#storage/stored.ts'
import { batchCalls, batchRows, type Payout } from './Payout.ts'
import { answeredRequest } from './usdRate.ts'

// Version 1 of the document of a payout held, with each batch (`parts`), its last request (`ask`) and the last one
// that was rejected (`refused`). They become attempts of the ledger.

/** The first documents held a JSON number. */
const anyNonce = v.union([
  accountNonce,
  v.pipe(
    number,
    v.safeInteger(),
    v.minValue(0),
    v.transform((value) => BigInt(value)),
  ),
])
const id = v.pipe(v.string(), v.regex(/^[0-9a-z:-]{1,80}$/))

const submission = v.variant('kind', [
  v.object({
    kind: v.literal('sent'),
    hash: bytes32,
    nonce: v.nullable(anyNonce),
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
/** The first documents stored a wallet's payment as lists of one hash and one nonce. */
function fromFirst(raw: unknown): unknown {
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
  submission: v.nullable(v.pipe(v.unknown(), v.transform(fromFirst), submission)),
})
const document = v.object({
  version: v.literal(1),
  parts: v.array(
    v.object({
      rows: v.pipe(v.array(place), v.maxLength(MOST_ROWS)),
      ask: v.nullable(attempt),
      refused: v.nullable(attempt),
      again: v.array(id),
    }),
  ),
  closed: v.optional(v.boolean()),
  restored: v.optional(v.boolean()),
  tag: v.optional(v.pipe(v.string(), v.check(isTag))),
  revision: v.optional(v.pipe(number, v.safeInteger(), v.minValue(0)), 0),
})

/** The content of a document of version 1. */
type OlderPlan = {
  readonly plan: Omit<v.InferOutput<typeof document>, 'version'>
  /** Its attempts, for the payout that it belongs to. Their ids are always the same. */
  readonly attemptsOf: (payout: Payout) => readonly Attempt[]
}

/** Null if it is of another version. @throws if it is of version 1 and cannot be read */
export function readOlderPlan(raw: unknown): OlderPlan | null {
  if (!v.is(v.object({ version: v.literal(1) }), raw)) return null
  const plan = v.parse(document, raw)
  return {
    plan,
    attemptsOf: (payout) =>
      plan.parts.flatMap(({ ask, refused }, batch) => [
        ...(refused ? [toAttempt(payout, batch, refused, true)] : []),
        ...(ask ? [toAttempt(payout, batch, ask, false)] : []),
      ]),
  }
}

type Older = v.InferOutput<typeof attempt>

function toAttempt(payout: Payout, batch: number, older: Older, isRejection: boolean): Attempt {
  const { id: own, account, kind } = payout
  const { rows = [] } = payout.batches[batch] ?? {}
  const calls = batchCalls(payout, { rows })
  const requests = batchRows(payout, { rows }).map((row) => answeredRequest(row)?.id ?? null)
  const { at, position, known } = older
  const answer = older.submission && toSubmission(payout, calls, older.submission)
  const facts: readonly Fact[] = [
    ...(isRejection ? [{ kind: 'rejected', at } as const] : []),
    ...(answer ? [{ kind: 'answered', at, submission: answer } as const] : []),
  ]
  return {
    id: `${olderAttemptId(own, batch)}${isRejection ? ':rejected' : ''}`,
    ...{ account, kind, payout: own, batch, rows, calls, at, time: null, position, known, facts },
    ...(requests.some((one) => one !== null) && { requests }),
    restored: payout.restored ?? false,
  }
}

/** The id of a request of version 1. Consents to pay again name it. */
function olderAttemptId(payout: string, batch: number): string {
  return `ask:${payout}:${batch}`
}

function toSubmission(
  { account, kind }: Payout,
  calls: ReturnType<typeof batchCalls>,
  raw: NonNullable<Older['submission']>,
): Submission {
  if ((raw.kind === 'proposed') !== (kind === 'safe'))
    throw new Error('An answer of the other kind of account')
  switch (raw.kind) {
    case 'proposed': {
      const { among: inLargerBatch, safeTxHash } = raw
      return {
        kind: 'proposed',
        safe: account,
        calls,
        safeTxHash: safeTxHash as Hash as SafeTxHash,
        inLargerBatch,
      }
    }
    case 'batched': {
      const { id: name, hash, since } = raw
      return { kind: 'batched', from: account, calls, id: name, hashes: hash ? [hash] : [], since }
    }
    case 'sent':
      return { ...raw, from: account, calls }
  }
}
