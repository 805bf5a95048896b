import * as v from 'valibot'
import type { Hash } from 'viem'
import type { Position, Submission } from '#account/Account.ts'
import type { Address } from '#chain/money/Address.ts'
import { asTransfer, type Call, fromTransfer } from '#chain/money/Call.ts'
import { address, bytes32, uint, writtenHex } from '#chain/schemas.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import { toJson } from '#storage/persisted.ts'
import { accountNonce, place, time } from '#storage/stored.ts'
import { idsOf } from './submissionIds.ts'

/** A fact learned about an attempt. Facts are only ever added. Times are ms by this device's clock. */
export type Fact =
  /** The person rejected it, or the wallet or host proved that nothing was sent. */
  | { readonly kind: 'rejected'; readonly at: number }
  /** The answer of the wallet or host. A later answer of the same attempt adds detail and never contradicts it. */
  | { readonly kind: 'answered'; readonly at: number; readonly submission: Submission }
  /** A transaction or proposal with the content of the attempt, found later; `person` chose it among several. */
  | {
      readonly kind: 'found'
      readonly at: number
      readonly submission: Submission
      readonly by: 'content' | 'person'
    }
  /** The transactions that carried a wallet's batch. */
  | { readonly kind: 'mined'; readonly at: number; readonly hashes: readonly Hash[] }
  /** These calls, by position, are proven paid, which nothing can undo. Only used to find out who was paid before. */
  | { readonly kind: 'paid'; readonly at: number; readonly calls: readonly number[] }

/**
 * One request of a batch to a wallet or Safe. It is written before the request is made, is never removed, and none of
 * its facts is overwritten: the number of its facts is its revision.
 */
export type Attempt = {
  /** 32 random bytes, which a wallet also gets as the id of a batch (EIP-5792); older records have other texts. */
  readonly id: string
  readonly account: Address
  readonly kind: 'eoa' | 'safe'
  /** The payout and the batch that it requests; null if the payout is not in this browser. */
  readonly payout: string | null
  readonly batch: number
  /** The rows of that payout, by position, in the order of the calls. */
  readonly rows: readonly number[]
  readonly calls: readonly Call[]
  /** For each call the request in US dollars that it answers, see `requestId`; absent if none does. */
  readonly requests?: readonly (string | null)[]
  /** ms since the epoch, by this device's clock. */
  readonly at: number
  /** The time of the block of `position` (ms), by the chain's clock; null if it is not known. */
  readonly time: number | null
  /** The position of the account before asking; null if it could not be read and the person checked themselves. */
  readonly position: Position | null
  /** Ids of earlier payments with exactly the same content, which cannot be its answer. */
  readonly known: readonly string[]
  /** It came from a backup file, so its claims never override a record that was made here. */
  readonly restored: boolean
  readonly facts: readonly Fact[]
}

/** A transaction answers an attempt by itself only if it came into being within this time (ms) after it. */
export const ANSWER_LIFE = 86_400_000

/** The outcome of an attempt: the transaction or proposal to follow; null while no answer is known. */
export function submissionOf({ facts }: Pick<Attempt, 'facts'>): Submission | null {
  let found: Submission | null = null
  for (const fact of facts) {
    if (fact.kind === 'answered' || fact.kind === 'found') found = joinAnswers(found, fact.submission)
    else if (fact.kind === 'mined' && found?.kind === 'batched') found = withHashes(found, fact.hashes)
  }
  return found
}

function withHashes(batch: Extract<Submission, { kind: 'batched' }>, hashes: readonly Hash[]): Submission {
  return { ...batch, hashes }
}

/** A later answer about the same transaction or batch may have fewer details, so the earlier details are kept. */
function joinAnswers(before: Submission | null, after: Submission): Submission {
  if (before?.kind === 'sent' && after.kind === 'sent' && before.hash === after.hash) {
    return { ...after, nonce: after.nonce ?? before.nonce }
  }
  if (before?.kind === 'batched' && after.kind === 'batched' && before.id === after.id) {
    return { ...after, hashes: after.hashes.length > 0 ? after.hashes : before.hashes }
  }
  return after
}

/** True if the person rejected it and nothing was found since: nothing was ever sent. */
export function isRejected(attempt: Pick<Attempt, 'facts'>): boolean {
  return attempt.facts.some(({ kind }) => kind === 'rejected') && submissionOf(attempt) === null
}

/** True if it was requested and neither answered nor rejected: it may or may not have been sent. */
export function isUnanswered(attempt: Pick<Attempt, 'facts'>): boolean {
  return submissionOf(attempt) === null && !attempt.facts.some(({ kind }) => kind === 'rejected')
}

/** True if an answer may still turn up: it is unanswered, or it was rejected. */
export function awaitsAnswer(attempt: Pick<Attempt, 'facts'>): boolean {
  return submissionOf(attempt) === null
}

/** The ids under which an attempt appears in the lists of its account; its own id while it has no answer. */
export function attemptIds(attempt: Attempt): readonly string[] {
  const submission = submissionOf(attempt)
  return submission === null ? [attempt.id] : idsOf(submission)
}

/**
 * The attempts, without the facts of a restored attempt that names a transaction of a record made here. One
 * transaction answers one attempt, and a file never overrides a record made here.
 */
export function withoutTaken(attempts: readonly Attempt[]): readonly Attempt[] {
  const isFromFile = attempts.some(({ restored }) => restored)
  if (!isFromFile) return attempts
  const here = new Set(attempts.flatMap((one) => (one.restored ? [] : attemptIds(one))))
  return attempts.map((attempt) => {
    const isTaken = attempt.restored && attemptIds(attempt).some((id) => id !== attempt.id && here.has(id))
    // Even a rejection is dropped: the record contradicts one made here, so its outcome is unknown.
    return isTaken ? { ...attempt, facts: [] } : attempt
  })
}

/** Adds facts that are not known yet. */
export function withFacts(attempt: Attempt, facts: readonly Fact[]): Attempt {
  const known = new Set(attempt.facts.map(factText))
  const more = facts.filter((fact) => !known.has(factText(fact)))
  return more.length === 0 ? attempt : { ...attempt, facts: [...attempt.facts, ...more] }
}

/** The text of a fact, without its time: the same fact at another time adds nothing. */
function factText(fact: Fact): string {
  return toJson(formatFact({ ...fact, at: 0 }))
}

/**
 * Joins two records of one attempt. A file adds nothing to what was recorded here; a record that came from a file
 * itself may learn from another one that there was an answer, but not that there was none.
 */
export function joinAttempts(mine: Attempt, theirs: Attempt): Attempt {
  if (!theirs.restored) return withFacts(mine, theirs.facts)
  if (!mine.restored || !isSameAttempt(mine, theirs)) return mine
  return withFacts(
    mine,
    theirs.facts.filter(({ kind }) => kind !== 'rejected'),
  )
}

/** True if two records are of one attempt: everything but their facts is the same. */
function isSameAttempt(a: Attempt, b: Attempt): boolean {
  const head = (one: Attempt) =>
    toJson(formatAttempt({ ...one, batch: 0, restored: false, known: [], time: null, facts: [] }))
  return head(a) === head(b)
}

// The document. Storage and files are untrusted.

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(100))
/** A transfer is short; any other call, which only older records hold, is written out. */
const call = v.union([
  v.pipe(
    v.strictTuple([v.nullable(address), address, uint]),
    v.transform(([token, to, value]): Call => fromTransfer({ token, to, value })),
  ),
  v.object({ to: address, value: uint, data: writtenHex }),
])
/** A wallet's own id of a batch, limited to the length that EIP-5792 allows. */
const batchId = v.pipe(v.string(), v.maxLength(8_194))
const answer = v.variant('kind', [
  v.object({
    kind: v.literal('sent'),
    hash: bytes32,
    nonce: v.nullable(accountNonce),
    since: v.nullable(uint),
  }),
  v.object({
    kind: v.literal('batched'),
    id: batchId,
    hashes: v.pipe(v.array(bytes32), v.maxLength(64)),
    since: v.nullable(uint),
  }),
  v.object({ kind: v.literal('proposed'), safeTxHash: bytes32, among: v.boolean() }),
])
const fact = v.variant('kind', [
  v.object({ kind: v.literal('rejected'), at: time }),
  v.object({ kind: v.literal('answered'), at: time, answer }),
  v.object({ kind: v.literal('found'), at: time, answer, by: v.picklist(['content', 'person']) }),
  v.object({ kind: v.literal('paid'), at: time, calls: v.array(place) }),
  v.object({ kind: v.literal('mined'), at: time, hashes: v.pipe(v.array(bytes32), v.maxLength(64)) }),
])
/** The fields that the list of a payout has, too. */
const listed = v.object({
  kind: v.picklist(['eoa', 'safe']),
  payout: v.nullable(v.pipe(v.string(), v.regex(/^[0-9a-z-]{1,64}$/))),
  calls: v.array(call),
})
const withoutList = v.object({
  id,
  batch: place,
  rows: v.array(place),
  requests: v.optional(v.array(v.nullable(id))),
  at: time,
  time: v.optional(v.nullable(time), null),
  position: v.nullable(v.strictTuple([uint, uint])),
  known: v.array(id),
  restored: v.optional(v.boolean(), false),
  facts: v.array(fact),
})

function parseList(raw: unknown): v.InferOutput<typeof listed> | null {
  const read = v.safeParse(listed, raw)
  return read.success ? read.output : null
}

/** JSON of an attempt, which `parseAttempt` reads back. Bigints become decimal strings when it is written. */
export function formatAttempt(attempt: Attempt): Readonly<Record<string, unknown>> {
  const { account: _, calls, position, restored, facts, time: chainTime, ...rest } = attempt
  return {
    ...rest,
    ...(chainTime !== null && { time: chainTime }),
    calls: calls.map((one) => {
      const transfer = asTransfer(one)
      // Only the usual form of a transfer is read back as the same bytes.
      const isPlain = transfer !== null && fromTransfer(transfer).data === one.data
      return isPlain ? [transfer.token, transfer.to, `${transfer.value}`] : { ...one, value: `${one.value}` }
    }),
    position: position && [`${position.block}`, `${position.nonce}`],
    ...(restored && { restored }),
    facts: facts.map(formatFact),
  }
}

function formatFact(one: Fact): unknown {
  if (one.kind !== 'answered' && one.kind !== 'found') return one
  const { submission, ...rest } = one
  return { ...rest, answer: formatAnswer(submission) }
}

function formatAnswer(submission: Submission): unknown {
  const text = (value: bigint | null) => (value === null ? null : `${value}`)
  switch (submission.kind) {
    case 'sent': {
      const { kind, hash, nonce: own, since } = submission
      return { kind, hash, nonce: text(own), since: text(since) }
    }
    case 'batched': {
      const { kind, id: name, hashes, since } = submission
      return { kind, id: name, hashes, since: text(since) }
    }
    case 'proposed': {
      const { kind, safeTxHash, among } = submission
      return { kind, safeTxHash, among }
    }
  }
}

/**
 * Parses an attempt of an account, as untrusted input; null if it cannot be read.
 * @param known facts that are known already, and that win over the input
 */
export function parseAttempt(
  account: Address,
  raw: unknown,
  known?: Pick<Attempt, 'kind' | 'payout' | 'calls'>,
): Attempt | null {
  const read = v.safeParse(withoutList, raw)
  const list = known ?? parseList(raw)
  if (!read.success || list === null) return null
  const { facts, position, requests, ...given } = read.output
  const rest = { ...given, ...list }
  const { calls, kind, rows, payout } = rest
  if (payout !== null && rows.length !== calls.length) return null
  const toSubmission = (from: v.InferOutput<typeof answer>): Submission | null => {
    // A Safe that is connected like a wallet answers with proposals, too.
    if (kind === 'safe' && from.kind !== 'proposed') return null
    if (from.kind !== 'proposed') return { ...from, from: account, calls }
    return { ...from, safe: account, calls, safeTxHash: from.safeTxHash as Hash as SafeTxHash }
  }
  const parsed: Fact[] = []
  for (const one of facts) {
    if (one.kind !== 'answered' && one.kind !== 'found') {
      parsed.push(one)
      continue
    }
    const submission = toSubmission(one.answer)
    if (submission === null) return null
    parsed.push(
      one.kind === 'answered'
        ? { kind: 'answered', at: one.at, submission }
        : { kind: 'found', at: one.at, submission, by: one.by },
    )
  }
  return {
    ...rest,
    account,
    ...(requests && { requests }),
    position: position && { block: position[0], nonce: position[1] },
    facts: parsed,
  }
}
