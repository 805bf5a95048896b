import { type Hash, type Hex, toHex } from 'viem'
import type { Account } from '#account/Account.ts'
import type { Submission } from '#account/Submission.ts'
import { findPortalError, PortalError } from '#chain/PortalError.ts'
import { type Attempt, idsOf, submissionOf } from '#domain/ledger/Attempt.ts'
import {
  type EarlierContext,
  type EarlierPayment,
  findEarlierPayments,
  isSameContent,
} from '#domain/ledger/earlierPayments.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import { storedChanged } from '#storage/persisted.ts'
import {
  answeredRequest,
  attemptOf,
  batchCalls,
  batchRows,
  isRateOver,
  newAttempt,
  type Payment,
  type Payout,
  withConsent,
} from './Payout.ts'
import type { PayoutStore } from './payoutStore.ts'

/** The dependencies of paying. */
export type PayoutContext = {
  readonly account: Account
  readonly payouts: PayoutStore
  /** Runs work while no other page of this browser is paying from the account. @throws PortalError `busy` */
  readonly withPayerLock: <T>(work: () => Promise<T>) => Promise<T>
  /** True if written data outlives the page. */
  readonly isKept: () => boolean
  /** ms since the epoch. */
  readonly now: () => number
  /** The time of the final block of a transaction (ms); null if two operators do not report it. */
  readonly timeOf: (hash: Hash) => Promise<number | null>
}

/** The person's consents, besides the payment itself. */
export type Consent = {
  /** Ids of earlier payments of the same rows. Each was shown to the person, who wants to pay again. */
  readonly again: ReadonlySet<string>
  /** The person knows that this browser stores nothing and will keep the page open. */
  readonly unkept: boolean
  /** Earlier payments could not be read, and the person checked them in another way. */
  readonly unread: boolean
  /** The purpose of the payments, which the other owners and anyone else can read. */
  readonly note?: string | null
}

/**
 * `found`: nothing was requested, because some rows were already paid or queued and the person has not agreed
 * to repeat them.
 */
type PayResult =
  | { readonly kind: 'submitted'; readonly payout: Payout }
  | { readonly kind: 'found'; readonly found: readonly EarlierPayment[] }

/** The dependencies of a search for earlier payments, from the context of a payout. */
export function earlierContext({ account, payouts, now, timeOf }: PayoutContext): EarlierContext {
  const { unreadable } = payouts.list()
  const { attempts, unreadable: lost } = payouts.ledger.list()
  return { account, attempts, unreadable: unreadable + lost, now, timeOf }
}

/**
 * Requests one batch: checks whether any of its rows is already paid or queued, records the attempt, makes it,
 * and records the answer. If the page closes in between, the attempt stays without an answer. `adoptAnswers`
 * looks for its outcome, and nothing repeats it automatically.
 * @param signal stops waiting for an answer
 * @throws PortalError of `Account.submit`; the batch is open again only if the error proves that nothing was
 * sent and no other tab has recorded an answer meanwhile
 */
export function payBatch(
  context: PayoutContext,
  id: string,
  index: number,
  consent: Consent,
  signal?: AbortSignal,
): Promise<PayResult> {
  const { account, payouts, now } = context
  return context.withPayerLock(async () => {
    // Read again under the lock: another page may have made a request since.
    const payout = requireOpenBatch(payouts, id, index)
    const batch = payout.batches[index]
    if (!batch || payout.account !== account.address) throw notThis()
    const calls = batchCalls(payout, batch)
    const rows = batchRows(payout, batch)
    refuseOldRate(rows, now())
    const about = { calls, requests: rows.map(answeredRequest), own: { payout: id, rows: batch.rows } }
    const { found, made } = await findEarlierPayments(
      earlierContext(context),
      about,
      consent.unread,
      signal,
    ).catch((error: unknown) => {
      throw signal?.aborted ? stopped(error) : error
    })
    if (signal?.aborted) throw stopped(signal.reason)
    const agreed = new Set([...batch.again, ...consent.again])
    if (found.some(({ payment, isOld }) => !isOld && !agreed.has(payment.id))) return { kind: 'found', found }
    if (!context.isKept() && !consent.unkept) throw notKept()
    // Reading earlier payments may have taken long.
    refuseOldRate(rows, now())

    const same = (made?.payments ?? []).filter(({ transfers }) => isSameContent(calls, transfers))
    const open = requireOpenBatch(payouts, id, index)
    const attempt: Attempt = {
      ...newAttempt(open, index, {
        id: randomId(),
        at: now(),
        time: made?.time ?? null,
        position: made?.position ?? null,
        known: same.map((payment) => payment.id),
      }),
      // A Safe's payout may be paid by the Safe connected like a wallet, whose answers are a wallet's.
      kind: account.kind,
    }
    const written = payouts.write({
      ...withConsent(open, index, agreed),
      attempts: [...open.attempts, attempt],
    })
    if (!context.isKept() && !consent.unkept) {
      payouts.ledger.add(attempt.id, { kind: 'rejected', at: now() })
      throw notKept()
    }
    const listed = (made?.payments ?? []).map((payment) => payment.id)
    const answered = (submission: Parameters<typeof refuseTaken>[1]) => {
      const { attempts } = payouts.ledger.list()
      refuseTaken(attempts, submission, attempt.id, listed)
      const fact = { kind: 'answered', at: now(), submission } as const
      const before = attempts.find((one) => one.id === attempt.id)
      // The queue showed an equal proposal of another owner first. Both can be executed, so each has a record.
      if (before && isOtherProposal(submissionOf(before), submission)) {
        payouts.ledger.append([{ ...attempt, id: randomId(), facts: [fact] }])
        storedChanged()
      } else payouts.ledger.add(attempt.id, fact)
    }
    try {
      const how = {
        id: attempt.id as Hex,
        since: attempt.position?.block ?? null,
        onAnswer: answered,
        recent: recentProposals(payouts.ledger.list().attempts, now()),
        ...(consent.note && { note: consent.note }),
        ...(signal && { signal }),
      }
      answered(await account.submit(calls, how))
      return { kind: 'submitted', payout: payouts.read(id) ?? written }
    } catch (error) {
      if (provesNothingSent(error)) {
        // Another tab may have recorded an answer meanwhile. The error is not about that answer.
        const known = payouts.ledger.list().attempts.find((one) => one.id === attempt.id)
        if (known && submissionOf(known) === null) {
          payouts.ledger.add(attempt.id, { kind: 'rejected', at: now() })
        }
      }
      throw error
    }
  })
}

function isOtherProposal(a: Submission | null, b: Submission): boolean {
  return a?.kind === 'proposed' && b.kind === 'proposed' && a.safeTxHash !== b.safeTxHash
}

/** How long (ms) a service may recommend the nonce of a proposal to the next one. */
const NONCE_LAG = 60_000

/** The proposals that were made here within `NONCE_LAG`. */
function recentProposals(attempts: readonly Attempt[], now: number): readonly SafeTxHash[] {
  return attempts.flatMap((attempt) => {
    const submission = attempt.restored || attempt.at < now - NONCE_LAG ? null : submissionOf(attempt)
    return submission?.kind === 'proposed' ? [submission.safeTxHash] : []
  })
}

/** 32 random bytes. */
function randomId(): Hex {
  return toHex(crypto.getRandomValues(new Uint8Array(32)))
}

/** Stopped before the request was made. */
function stopped(cause: unknown): PortalError {
  return new PortalError('rejected', 'You cancelled it.', { cause })
}

/** Throws if the dollars of a request are no longer worth the amount of a row. The row then has to be made anew. */
function refuseOldRate(rows: readonly Payment[], now: number): void {
  if (rows.some((row) => isRateOver(row, now))) {
    throw new PortalError(
      'refused',
      'The rate of a request in US dollars is out of date. Open the request again for a new one.',
    )
  }
}

/** Returns the payout if this batch has not been requested yet. */
function requireOpenBatch(payouts: PayoutStore, id: string, index: number): Payout {
  const payout = payouts.read(id)
  if (!payout?.batches[index]) throw notThis()
  if (payout.restored) {
    throw new PortalError(
      'refused',
      'This payout came from a backup. Review its open payments as a new list to pay them.',
    )
  }
  if (attemptOf(payout, index) !== null) {
    throw new PortalError('refused', 'This payment was already started, so it wasn’t started again.')
  }
  return payout
}

/** Only these errors prove that the request was never sent. */
function provesNothingSent(error: unknown): boolean {
  const kind = findPortalError(error)?.kind
  return kind === 'rejected' || kind === 'refused' || kind === 'busy'
}

function notThis(): PortalError {
  return new PortalError('refused', 'This payout belongs to another address or isn’t saved here any more.')
}

function notKept(): PortalError {
  return new PortalError('refused', 'Storage is blocked, so we couldn’t tell later whether this was paid.')
}

/**
 * Refuses an answer that another attempt made here has already, or that was listed before the request: this request did
 * not create it, and what the wallet or host really did is unknown. Payments that a person put into one batch in their
 * Safe share its hash.
 * @param listed ids of the payments that were made or queued before the request
 * @throws PortalError `unknown-result`
 */
export function refuseTaken(
  attempts: readonly Attempt[],
  submission: Submission,
  own: string,
  listed: readonly string[] = [],
): void {
  const ids = new Set(idsOf(submission))
  const isTaken = attempts.some((attempt) => {
    const claimed = submissionOf(attempt)
    if (attempt.id === own || attempt.restored || claimed === null) return false
    if (claimed.kind === 'proposed' && claimed.inLargerBatch) return false
    return idsOf(claimed).some((one) => ids.has(one))
  })
  if (!isTaken && !listed.some((one) => ids.has(one))) return
  throw new PortalError(
    'unknown-result',
    submission.kind === 'proposed'
      ? 'Your Safe answered with a proposal of another payment, so we don’t know whether this one was proposed.'
      : 'Your wallet answered with a transaction of another payment, so we don’t know whether this one was sent.',
  )
}
