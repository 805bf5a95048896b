import type { Hash } from 'viem'
import type { Account } from '#account/Account.ts'
import type { RecentPayment } from '#account/Activity.ts'
import { batchIdKey, type Submission } from '#account/Submission.ts'
import type { Address } from '#chain/money/Address.ts'
import { transfersOf } from '#chain/money/Call.ts'
import { isSettled } from '#chain/settlement/PaymentStatus.ts'
import { ANSWER_LIFE, type Attempt, attemptIds, awaitsAnswer, submissionOf } from './Attempt.ts'
import { isContained, isSameContent } from './earlierPayments.ts'
import type { Ledger } from './ledger.ts'

/** Allowed difference (ms) between two clocks that are roughly right. */
const CLOCK_SKEW = 30_000

/** A device's clock that is further (ms) from the chain's dates nothing: a final block is a few seconds old. */
const CLOCK_ERROR = 60_000

/** How much further back (ms) lists are read, because the device's clock may be off. */
const ANY_CLOCK = 2 * 86_400_000

/** The dependencies of a search for answers. */
export type AdoptContext = {
  readonly account: Pick<Account, 'recentPayments' | 'status' | 'kind'>
  readonly ledger: Ledger
  /** ms since the epoch, by this device's clock. */
  readonly now: () => number
  /** The time of the final block of a transaction (ms); null if two operators do not report it. */
  readonly timeOf: (hash: Hash) => Promise<number | null>
}

/** Payments that may be the answer to an attempt. Only a person can decide which one is, or whether any is. */
export type PossibleAnswers = { readonly attempt: Attempt; readonly payments: readonly RecentPayment[] }

/**
 * Looks for the outcome of attempts without an answer: a proposal or transaction with exactly their content that came
 * into being after them, within a day, and that nothing else could have caused. It is added to the ledger. If more
 * than one attempt or more than one payment fits, nothing is added, and a person decides.
 * @param wanted ids of the attempts to look for
 * @returns the attempts that a person has to decide about
 * @throws PortalError when nothing could be read; the signal's reason if aborted
 */
export async function adoptAnswers(
  { account, ledger, now, timeOf }: AdoptContext,
  wanted: ReadonlySet<string>,
  signal: AbortSignal = new AbortController().signal,
): Promise<readonly PossibleAnswers[]> {
  const isWanted = ({ id }: Attempt) => wanted.has(id)
  const open = ledger.list().attempts.filter((one) => isWanted(one) && awaitsAnswer(one))
  if (open.length === 0) return []
  const followed = new Set<string>()
  for (const attempt of open) {
    if (await adoptBatch(account, ledger, attempt, now(), signal)) followed.add(attempt.id)
  }
  const since = {
    at: Math.min(...open.map(({ at }) => at)) - ANY_CLOCK,
    block: oldestBlock(open),
    tokens: tokensOf(open),
  }
  const made = await account.recentPayments(since, signal)
  signal.throwIfAborted()
  const error = made.time === null ? 0 : now() - made.time
  const clock = Math.abs(error) > CLOCK_ERROR ? error : 0
  const resent = await readResent(account, ledger, made.payments, clock, signal)
  const undecided: PossibleAnswers[] = []
  // Answers may have arrived while the lists were being read, so the ledger is read again for each attempt.
  for (const { id } of open) {
    const { attempts } = ledger.list()
    const attempt = attempts.find((one) => one.id === id)
    if (!attempt || !awaitsAnswer(attempt) || followed.has(id)) continue
    const payments = made.payments.filter(
      (payment) => !resent.hashes.has(payment.id) && isPossible(attempt, payment, attempts, clock),
    )
    const [only, ...more] = payments
    if (!only) continue
    const submission = answerOf(only, attempt)
    const rivals = attempts.filter(
      (other) =>
        other.id !== id &&
        (awaitsAnswer(other) || resent.open.has(other.id)) &&
        // A file takes no transaction away from a record that was made here.
        (attempt.restored || !other.restored) &&
        isPossible(other, only, attempts, clock),
    )
    // A batch that a person put together may hold the payments of all of them.
    const isOnly = more.length === 0 && isPossible(attempt, only, attempts, clock, rivals)
    // Only the chain's clock, or a device's that agrees with it, dates a request.
    const isDated = attempt.time !== null || clock === 0
    const isCertain = isOnly && isDated && (await isInTime(only, attempt, timeOf))
    if (isCertain && submission) ledger.add(id, { kind: 'found', at: now(), submission, by: 'content' })
    else undecided.push({ attempt, payments })
  }
  return undecided
}

/**
 * Records a person's choice of this payment as the answer to an attempt. The page may be older than another choice, so a
 * payment that has answered another attempt meanwhile is not recorded: one transfer answers one row.
 */
export function chooseAnswer(
  { ledger, now }: Pick<AdoptContext, 'ledger' | 'now'>,
  attempt: Attempt,
  payment: RecentPayment,
): void {
  const submission = answerOf(payment, attempt)
  const isFree = fitsBeside(attempt, payment, ledger.list().attempts)
  if (submission && isFree) ledger.add(attempt.id, { kind: 'found', at: now(), submission, by: 'person' })
}

/**
 * A wallet knows a batch under the id that it answered with, and under that of its attempt, even if its answer was lost.
 * @returns true if the wallet follows the batch, so that its transaction need not be searched for
 */
async function adoptBatch(
  account: AdoptContext['account'],
  ledger: Ledger,
  attempt: Attempt,
  now: number,
  signal: AbortSignal,
): Promise<boolean> {
  if (account.kind !== 'eoa' || attempt.calls.length < 2 || attempt.restored) return false
  const { account: from, calls, id, position } = attempt
  const answered = submissionOf(attempt)
  const isOwnName = answered?.kind === 'batched' && batchIdKey(answered.id) === batchIdKey(attempt.id)
  const own: Submission = {
    kind: 'batched',
    from,
    calls,
    id,
    hashes: [],
    since: position?.block ?? null,
  }
  for (const submission of answered && !isOwnName ? [answered, own] : [own]) {
    const statuses = (await account.status(submission, signal).catch(() => null)) ?? []
    const isFollowed = statuses.some(({ kind }) => kind !== 'unknown')
    const isKnown =
      isFollowed || statuses.some((one) => one.kind === 'unknown' && one.why.startsWith('wallet-says'))
    if (isKnown && submission !== answered && !isOwnName)
      ledger.add(id, { kind: 'found', at: now, submission, by: 'content' })
    if (isKnown) return isFollowed
  }
  return false
}

/**
 * A wallet that speeds up a payment makes it under another hash than it answered with. So a payment may belong to a
 * request whose own transaction is in no list.
 * @returns `hashes`: transactions that are seen to have paid such a request; `open`: ids of those that are undecided
 */
async function readResent(
  account: AdoptContext['account'],
  ledger: Ledger,
  payments: readonly RecentPayment[],
  clock: number,
  signal: AbortSignal,
): Promise<{ readonly hashes: ReadonlySet<string>; readonly open: ReadonlySet<string> }> {
  const hashes = new Set<string>()
  const open = new Set<string>()
  const listed = new Set(payments.map(({ id }) => id))
  const { attempts } = ledger.list()
  for (const attempt of attempts) {
    const submission = submissionOf(attempt)
    if (submission === null || submission.kind === 'proposed' || awaitsAnswer(attempt)) continue
    if (attempt.restored || attemptIds(attempt).some((id) => listed.has(id))) continue
    if (!payments.some((payment) => isPossible(attempt, payment, attempts, clock))) continue
    const statuses = (await account.status(submission, signal).catch(() => null)) ?? []
    for (const status of statuses) {
      if (status.kind !== 'not-paid' && 'hash' in status && status.hash) hashes.add(status.hash.toLowerCase())
    }
    if (!(statuses.length > 0 && statuses.every(isSettled))) open.add(attempt.id)
  }
  return { hashes, open }
}

/** The contracts of the tokens that were requested. */
function tokensOf(attempts: readonly Attempt[]): readonly Address[] {
  const transfers = transfersOf(attempts.flatMap(({ calls }) => calls))
  return [...new Set(transfers.flatMap(({ token }) => token ?? []))]
}

/** The first block that can contain an answer to any of the attempts; null if one has no block. */
function oldestBlock(attempts: readonly Attempt[]): bigint | null {
  const blocks = attempts.flatMap(({ position }) => position?.block ?? [])
  return blocks.length < attempts.length
    ? null
    : blocks.reduce((oldest, one) => (one < oldest ? one : oldest))
}

/**
 * True if a payment has the content of an attempt and came after it, and no other record claims it.
 * @param clock by how much (ms) the device's clock is wrong; 0 if it is right, or if that is unknown
 * @param beside attempts whose payments must be in it as well
 */
function isPossible(
  attempt: Attempt,
  payment: RecentPayment,
  attempts: readonly Attempt[],
  clock: number,
  beside: readonly Attempt[] = [],
): boolean {
  if (payment.submission === null || payment.isUnsigned || attempt.known.includes(payment.id)) return false
  return isYounger(payment, attempt, clock) && fitsBeside(attempt, payment, attempts, beside)
}

/**
 * True if a payment has the content of an attempt, besides that of the records that claim it.
 * @param beside attempts whose payments must be in it as well
 */
function fitsBeside(
  attempt: Attempt,
  payment: RecentPayment,
  attempts: readonly Attempt[],
  beside: readonly Attempt[] = [],
): boolean {
  const claims = attempts.filter(
    (other) => (attempt.restored || !other.restored) && attemptIds(other).includes(payment.id),
  )
  const isAlone = claims.length === 0 && beside.length === 0
  if (isAlone && isSameContent(attempt.calls, payment.transfers)) return true
  // A host lets people put the requested calls into their own batch, with other calls around them.
  const taken = [...claims, ...beside].flatMap(({ calls }) => calls)
  const isShared = claims.every((other) => {
    const submission = submissionOf(other)
    return submission?.kind === 'proposed' && submission.inLargerBatch
  })
  return (
    payment.submission?.kind === 'proposed' &&
    isShared &&
    isContained([...taken, ...attempt.calls], payment.transfers)
  )
}

/** Whether a payment can have been made after the attempt. */
function isYounger(
  { at, block, nonce }: RecentPayment,
  { at: askedAt, position }: Attempt,
  clock: number,
): boolean {
  // The earlier position could not be read, so only a payment with a later timestamp can be the answer.
  if (position === null) return at !== null && at >= askedAt - clock - CLOCK_SKEW
  return (block === undefined || block > position.block) && (nonce === undefined || nonce >= position.nonce)
}

/**
 * True if a payment was made within a day after the attempt, by the chain's clock if that time is known. The block rules
 * out older transactions; an older proposal may only now appear in a list that was late.
 */
async function isInTime(
  { at, listedAt, submission }: RecentPayment,
  { at: askedAt, time }: Attempt,
  timeOf: AdoptContext['timeOf'],
): Promise<boolean> {
  // A proposal exists since a source listed it, a transaction since its block.
  const [hash = null] = hashesOf(submission)
  const listed = listedAt === undefined ? at : listedAt
  const began = listed ?? (hash && (await timeOf(hash).catch(() => null)))
  const from = time ?? askedAt
  const isOlder = typeof listedAt === 'number' && listedAt < from - CLOCK_SKEW
  return began !== null && !isOlder && began <= from + ANSWER_LIFE
}

function hashesOf(submission: Submission | null): readonly Hash[] {
  if (submission?.kind === 'sent') return [submission.hash]
  return submission?.kind === 'batched' ? submission.hashes : []
}

function answerOf({ submission, transfers }: RecentPayment, attempt: Attempt): Submission | null {
  const { calls } = attempt
  if (submission === null) return null
  if (submission.kind !== 'proposed') {
    const named = submissionOf(attempt)
    // The wallet may still know the batch by its name.
    return named?.kind === 'batched' ? { ...named, hashes: hashesOf(submission) } : { ...submission, calls }
  }
  return { ...submission, calls, inLargerBatch: !isSameContent(calls, transfers) || submission.inLargerBatch }
}
