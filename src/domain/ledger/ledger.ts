import * as v from 'valibot'
import type { Hash } from 'viem'
import type { Account } from '#account/Account.ts'
import type { Submission } from '#account/Submission.ts'
import type { Address } from '#chain/money/Address.ts'
import { asTransfer, type Call, fromTransfer } from '#chain/money/Call.ts'
import { address, bytes32, uint, writtenHex } from '#chain/schemas.ts'
import { isSettled, type PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import type { KeyValueStore } from '#storage/KeyValueStore.ts'
import { accountKey } from '#storage/keys.ts'
import {
  accountNonce,
  appendLog,
  type Freshness,
  place,
  storedChanged,
  time,
  toJson,
} from '#storage/persisted.ts'
import { type Attempt, attemptIds, type Fact, submissionOf } from './Attempt.ts'

/** Every attempt to pay that this browser knows of, for one account, whichever page or mode made it. */
export type Ledger = {
  /** In the order of writing. Unreadable ones are kept and counted: each may be a payment. */
  readonly list: (as?: Freshness) => { readonly attempts: readonly Attempt[]; readonly unreadable: number }
  /** Adds attempts; of those that are known already, only new facts, and none from a file to one made here. */
  readonly append: (attempts: readonly Attempt[]) => void
  /** Adds facts to an attempt. Returns its current version; null if it is unknown. */
  readonly add: (id: string, ...facts: readonly Fact[]) => Attempt | null
}

/** The ledger of `account` on BSC. */
export function ledger(storage: KeyValueStore, account: Address): Ledger {
  const log = appendLog<Attempt>(storage, accountKey('ledger', account), {
    idOf: ({ id }) => id,
    format: formatAttempt,
    parse: (raw) => parseAttempt(account, raw),
    join: joinAttempts,
  })
  return {
    list(as) {
      const { entries, unreadable } = log.list(as)
      return { attempts: entries, unreadable }
    },
    append: log.append,
    add(id, ...facts) {
      const changed = log.update(id, (known) => withFacts(known, facts))
      storedChanged()
      return changed
    },
  }
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

// The document of an attempt. Storage and files are untrusted.

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(100))
/** A transfer is short; any other call is written out. */
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
  // Stored as `among` since the first ledgers.
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
      const { kind, safeTxHash, inLargerBatch } = submission
      return { kind, safeTxHash, among: inLargerBatch }
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
  const whole = { ...given, ...list }
  const { calls, kind, rows, payout } = whole
  if (payout !== null && rows.length !== calls.length) return null
  const toSubmission = (from: v.InferOutput<typeof answer>): Submission | null => {
    // A Safe that is connected like a wallet answers with proposals, too.
    if (from.kind !== 'proposed') return kind === 'safe' ? null : { ...from, from: account, calls }
    const { among: inLargerBatch } = from
    return {
      kind: from.kind,
      safe: account,
      calls,
      safeTxHash: from.safeTxHash as Hash as SafeTxHash,
      inLargerBatch,
    }
  }
  const parsed: Fact[] = []
  for (const one of facts) {
    if (one.kind !== 'answered' && one.kind !== 'found') {
      parsed.push(one)
      continue
    }
    const { answer: told, ...rest } = one
    const submission = toSubmission(told)
    if (submission === null) return null
    parsed.push({ ...rest, submission })
  }
  return {
    ...whole,
    account,
    ...(requests && { requests }),
    position: position && { block: position[0], nonce: position[1] },
    facts: parsed,
  }
}

/**
 * The statuses of an attempt's payments, in the order of its calls, judged by the chain. Proven payments are added to
 * the ledger, and so are transactions found for a wallet's batch, because the wallet may forget it.
 * @throws PortalError when nothing could be read
 */
export async function readAttemptStatus(
  { account, ledger }: { readonly account: Pick<Account, 'status'>; readonly ledger: Ledger },
  attempt: Attempt,
  signal: AbortSignal,
): Promise<readonly PaymentStatus[]> {
  const submission = submissionOf(attempt)
  const unanswered: PaymentStatus = { kind: 'unknown', why: 'no-answer', hash: null }
  if (submission === null) return attempt.calls.map(() => unanswered)
  const statuses = await readOwn({ account, ledger }, attempt, submission, signal)
  const paid = statuses.flatMap(({ kind }, call) => (kind === 'paid' || kind === 'short' ? [call] : []))
  if (paid.length > 0) ledger.add(attempt.id, { kind: 'paid', at: Date.now(), calls: paid })
  return statuses
}

async function readOwn(
  { account, ledger }: { readonly account: Pick<Account, 'status'>; readonly ledger: Ledger },
  attempt: Attempt,
  submission: Submission,
  signal: AbortSignal,
): Promise<readonly PaymentStatus[]> {
  const since = attempt.position?.block ?? null
  const asked = submission.kind === 'proposed' ? { ...submission, since } : submission
  const statuses = await account.status(asked, signal)
  if (submission.kind !== 'batched') return statuses
  // A wallet that names the transaction of another attempt would make this one look paid. A file claims none that an
  // attempt made here has.
  const taken = new Set(
    ledger
      .list()
      .attempts.filter(({ id, restored }) => id !== attempt.id && (attempt.restored || !restored))
      .flatMap(attemptIds),
  )
  const own = statuses.map((status): PaymentStatus => {
    const hash = 'hash' in status ? status.hash : null
    return hash !== null && taken.has(hash.toLowerCase())
      ? { kind: 'unknown', why: 'not-visible', hash: null }
      : status
  })
  const hashes = [...new Set(own.flatMap((status) => ('hash' in status && status.hash ? [status.hash] : [])))]
  // A batch of which something is still open may get further transactions.
  const isWhole = own.every((status) => status.kind === 'confirming' || isSettled(status))
  if (isWhole && hashes.length > submission.hashes.length) {
    ledger.add(attempt.id, { kind: 'mined', at: Date.now(), hashes })
  }
  return own
}
