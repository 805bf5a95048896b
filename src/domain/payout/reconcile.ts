import type { RecentPayment } from '#account/Account.ts'
import { idsOf } from '#account/wallet/submissionIds.ts'
import type { Call } from '#chain/money/Call.ts'
import { PortalError } from '#chain/PortalError.ts'
import { CLOCK_SKEW } from '#domain/request/requestStatus.ts'
import { type Attempt, type Batch, batchCalls, isUnanswered, type Payout, withBatch } from './Payout.ts'
import { ownIds, type PayoutContext } from './payBatch.ts'
import { isContained, isSameContent } from './samePayments.ts'

/** Allowed difference (ms) between a device's and a service's clock, so that no payment is missed. */
const ANY_CLOCK = 2 * 86_400_000

/** The request of a batch whose answer may still turn up: an unanswered one, or one that was rejected. */
function openAttempt({ attempt, rejected }: Batch): Attempt | null {
  if (attempt !== null) return attempt.submission === null ? attempt : null
  return rejected
}

/**
 * Looks for the outcome of unanswered requests by content: a proposal or transaction with exactly these rows
 * that did not exist before the request and that belongs to no other payout. A request with no match stays
 * open.
 * @param signal aborted: nothing more is stored
 * @throws PortalError when nothing could be read; known outcomes are kept. The signal's reason if aborted
 */
export async function reconcile(
  context: PayoutContext,
  id: string,
  signal?: AbortSignal,
): Promise<Payout | null> {
  const { account, payouts } = context
  const before = payouts.read(id)
  const attempts = (before?.batches ?? []).flatMap((batch) => openAttempt(batch) ?? [])
  if (attempts.length === 0) return before
  const since = { at: Math.min(...attempts.map(({ at }) => at)) - ANY_CLOCK, block: oldestBlock(attempts) }
  const made = await account.recentPayments(since, signal)
  signal?.throwIfAborted()
  // Answers may have arrived while the lists were being read.
  const payout = payouts.read(id)
  if (!payout) return null
  const taken = new Set(payouts.list().payouts.flatMap((one) => [...ownIds(one)]))
  let found = payout
  payout.batches.forEach((batch, index) => {
    const attempt = openAttempt(batch)
    if (!attempt) return
    const answer = answerTo(found, batch, attempt, made.payments, taken, [
      ...payouts.list().payouts.filter((one) => one.id !== found.id),
      found,
    ])
    if (!answer?.submission) return
    const { submission } = answer
    for (const own of idsOf(submission)) taken.add(own)
    found = withBatch(found, index, { attempt: { ...attempt, submission }, rejected: null })
  })
  return found === payout ? found : payouts.write(found)
}

/** The first block that can contain an answer to any of the requests; null if one of them has no block. */
function oldestBlock(attempts: readonly Attempt[]): bigint | null {
  const blocks = attempts.flatMap(({ position }) => position?.block ?? [])
  return blocks.length < attempts.length
    ? null
    : blocks.reduce((oldest, one) => (one < oldest ? one : oldest))
}

function answerTo(
  payout: Payout,
  batch: Batch,
  attempt: Attempt,
  made: readonly RecentPayment[],
  taken: ReadonlySet<string>,
  payouts: readonly Payout[],
): RecentPayment | undefined {
  const calls = batchCalls(payout, batch)
  const isNew = (one: RecentPayment) =>
    one.submission !== null && !attempt.known.includes(one.id) && isYounger(one, attempt)
  const own = made.find((one) => isNew(one) && !taken.has(one.id) && isSameContent(calls, one.transfers))
  if (own?.submission) return { ...own, submission: { ...own.submission, calls } }
  // A host lets people put the requested calls into their own batch, with other calls around them.
  const around = made.find(
    (one) =>
      isNew(one) &&
      one.submission?.kind === 'proposed' &&
      isContained([...callsIn(payouts, one.id), ...calls], one.transfers),
  )
  if (around?.submission?.kind !== 'proposed') return undefined
  return { ...around, submission: { ...around.submission, calls, among: true } }
}

/**
 * Whether a payment can have been made after the request. An older payment of the same rows may exist that
 * the check before the request did not see.
 */
function isYounger({ at, block, nonce }: RecentPayment, { at: requestedAt, position }: Attempt): boolean {
  // The earlier position could not be read, so only a payment with a later timestamp can answer the request.
  if (position === null) return at !== null && at >= requestedAt - CLOCK_SKEW
  return (block === undefined || block > position.block) && (nonce === undefined || nonce >= position.nonce)
}

/** Calls in one proposal that payouts have already matched. */
function callsIn(payouts: readonly Payout[], id: string): readonly Call[] {
  return payouts.flatMap((payout) =>
    payout.batches.flatMap((batch) =>
      batch.attempt?.submission && idsOf(batch.attempt.submission).includes(id)
        ? batchCalls(payout, batch)
        : [],
    ),
  )
}

/**
 * Drops an unanswered request if the Safe's nonce, queue and history prove that it was never proposed. If it
 * turns up later, for example from a dialog that is still open, it is found like any rejected request.
 * @throws PortalError `refused` if this is not proven, or the read error if a source could not be read
 */
export async function forgetUnproposed(
  { account, payouts }: PayoutContext,
  id: string,
  index: number,
): Promise<void> {
  const payout = payouts.read(id)
  const batch = payout?.batches[index]
  if (!payout || !batch || !isUnanswered(batch) || account.kind !== 'safe') throw notProven()
  const { attempt } = batch
  if (!attempt?.position) throw notProven()
  const made = await account.recentPayments({ at: attempt.at - ANY_CLOCK, block: null })
  const isWhole =
    made.completeFrom !== null &&
    made.completeFrom <= attempt.position.nonce &&
    made.gaps.every(({ kind }) => kind === 'bnb' || kind === 'history')
  const calls = batchCalls(payout, batch)
  const isThere = made.payments.some(
    (one) => !attempt.known.includes(one.id) && calls.some((call) => isContained([call], one.transfers)),
  )
  if (!isWhole || isThere) throw notProven()
  const now = payouts.read(id)
  if (!now?.batches[index] || !isUnanswered(now.batches[index])) return
  payouts.write(withBatch(now, index, { attempt: null, rejected: attempt }))
}

function notProven(): PortalError {
  return new PortalError(
    'refused',
    'We can’t be sure this was never proposed: the queue or history is incomplete, or contains one of these payments.',
  )
}
