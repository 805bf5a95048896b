import { type Hash, keccak256, stringToBytes } from 'viem'
import type { Position } from '#account/Activity.ts'
import { batchIdKey, type Submission } from '#account/Submission.ts'
import type { Address } from '#chain/money/Address.ts'
import type * as Amount from '#chain/money/Amount.ts'
import { asTransfer, type Call, type Transfer } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import type { ReviewedProposal } from '#safe/proposal/reviewed.ts'

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
  /**
   * These calls, by position, are proven paid, which nothing can undo. Only used to find out who was paid before, and
   * what no longer waits in a queue.
   */
  | { readonly kind: 'paid'; readonly at: number; readonly calls: readonly number[] }

/**
 * One request of a batch to a wallet or Safe. It is written before the request is made, is never removed, and none of
 * its facts is overwritten: the number of its facts is its revision.
 */
export type Attempt = {
  /** 32 random bytes, which a wallet also gets as the id of a batch (EIP-5792). */
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
  if (
    before?.kind === 'batched' &&
    after.kind === 'batched' &&
    batchIdKey(before.id) === batchIdKey(after.id)
  ) {
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

/**
 * True if an answer may still turn up: it is unanswered, it was rejected, or its wallet named a batch and no transaction
 * yet. Wallets forget their batches.
 */
export function awaitsAnswer(attempt: Pick<Attempt, 'facts'>): boolean {
  const submission = submissionOf(attempt)
  return submission === null || (submission.kind === 'batched' && submission.hashes.length === 0)
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
  const here = new Set(attempts.filter(({ restored }) => !restored).flatMap(attemptIds))
  return attempts.map((attempt) => {
    const isTaken = attempt.restored && attemptIds(attempt).some((id) => id !== attempt.id && here.has(id))
    // Even a rejection is dropped: the record contradicts one made here, so its outcome is unknown.
    return isTaken ? { ...attempt, facts: [] } : attempt
  })
}

/** The ids of a submission in the lists of an account. */
export function idsOf(submission: Submission): readonly string[] {
  switch (submission.kind) {
    case 'proposed':
      return [submission.safeTxHash.toLowerCase()]
    case 'sent':
      return [submission.hash.toLowerCase()]
    case 'batched': {
      const { id, hashes } = submission
      return [...(id === '' ? [] : [batchName(id)]), ...hashes.map((hash) => hash.toLowerCase())]
    }
  }
}

/** A short name for a wallet's own batch id, which can be any text. */
export function batchName(id: string): string {
  return `batch:${keccak256(stringToBytes(batchIdKey(id))).slice(2, 42)}`
}

const none: readonly ReviewedProposal[] = []

/** The ledger gives the same list until it changes. */
const known = new WeakMap<readonly Attempt[], ReadonlyMap<string, readonly ReviewedProposal[]>>()

/** Everything reviewed in this browser that became a proposal. Records of a backup file were not reviewed here. */
export function reviewedProposals(
  attempts: readonly Attempt[],
): (safeTxHash: string) => readonly ReviewedProposal[] {
  const found = known.get(attempts) ?? byHash(attempts)
  known.set(attempts, found)
  return (safeTxHash) => found.get(safeTxHash.toLowerCase()) ?? none
}

function byHash(attempts: readonly Attempt[]): ReadonlyMap<string, readonly ReviewedProposal[]> {
  const found = new Map<string, ReviewedProposal[]>()
  for (const attempt of attempts) {
    const submission = attempt.restored ? null : submissionOf(attempt)
    if (submission?.kind !== 'proposed') continue
    const key = submission.safeTxHash.toLowerCase()
    const one = { calls: attempt.calls, inLargerBatch: submission.inLargerBatch, at: attempt.at }
    found.set(key, [...(found.get(key) ?? []), one])
  }
  return found
}

/**
 * The payees that an account is proven to have paid, according to its ledger. A request makes nobody known: it may have
 * been rejected, and the payee may be the look-alike of somebody else. Neither does a record from a file.
 */
export function payeesOf(attempts: readonly Attempt[]): readonly Address[] {
  return [...new Set(attempts.flatMap((attempt) => provenTransfers(attempt).map(({ to }) => to)))]
}

/** The transfers of an attempt made here that are proven paid. */
function provenTransfers({ restored, facts, calls }: Attempt): readonly Transfer[] {
  if (restored) return []
  const places = new Set(facts.flatMap((fact) => (fact.kind === 'paid' ? fact.calls : [])))
  return calls.flatMap((call, place) => (places.has(place) ? (asTransfer(call) ?? []) : []))
}

/**
 * True if the account is proven to have paid this payee at least as much of this token before, according to its ledger:
 * then an amount is not unusual for them. A record from a file proves nothing.
 */
export function paidAsMuch(attempts: readonly Attempt[]): (payee: Address, amount: Amount.Amount) => boolean {
  const most = new Map<string, bigint>()
  const keyOf = (payee: Address, token: Address | null) =>
    `${payee}/${Token.key({ address: token })}`.toLowerCase()
  for (const { to, token, value } of attempts.flatMap(provenTransfers)) {
    const key = keyOf(to, token)
    if (value > (most.get(key) ?? 0n)) most.set(key, value)
  }
  return (payee, { token, value }) => value <= (most.get(keyOf(payee, token.address)) ?? -1n)
}

/** The attempts made here of which it is not known whether they paid, newest first. */
export function unprovenOf(attempts: readonly Attempt[]): readonly Attempt[] {
  return attempts
    .filter(
      (attempt) =>
        !attempt.restored &&
        submissionOf(attempt) !== null &&
        !attempt.facts.some(({ kind }) => kind === 'paid'),
    )
    .toSorted((a, b) => b.at - a.at)
}
