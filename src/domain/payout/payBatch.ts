import type { Account, RecentPayments, Submission } from '#account/Account.ts'
import { idsOf } from '#account/wallet/submissionIds.ts'
import type { Call } from '#chain/money/Call.ts'
import { findPortalError, PortalError } from '#chain/PortalError.ts'
import {
  type Attempt,
  batchCalls,
  batchRows,
  LOOK_BACK,
  type Payment,
  type Payout,
  withBatch,
} from './Payout.ts'
import type { PayoutStore } from './payoutStore.ts'
import { findPaidBefore, isSameContent, type PaidBefore, storedPayments, withStored } from './samePayments.ts'
import { anyAmountSince, isRateOver } from './usdRate.ts'

/** What paying needs in order to run. */
export type PayoutContext = {
  readonly account: Account
  readonly payouts: PayoutStore
  /** Runs work while no other page of this browser is paying from the account. @throws PortalError `busy` */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>
  /** True if written data outlives the page. */
  readonly isKept: () => boolean
  /** ms since the epoch. */
  readonly now: () => number
}

/** What the person agreed to besides the payment itself. */
export type Consent = {
  /** Ids of earlier payments of the same rows. Each was shown to the person, who wants to pay again. */
  readonly again: ReadonlySet<string>
  /** The person knows that this browser stores nothing and will keep the page open. */
  readonly unkept: boolean
  /** Earlier payments could not be read, and the person checked them in another way. */
  readonly unread: boolean
}

/**
 * `found`: nothing was requested, because some rows were already paid or queued and the person has not agreed
 * to repeat them.
 */
export type PayResult =
  | { readonly kind: 'submitted'; readonly payout: Payout }
  | { readonly kind: 'found'; readonly found: readonly PaidBefore[] }

/**
 * Requests one batch: checks whether any of its rows is already paid or queued, records the request, makes it,
 * and records the answer. If the page closes in between, the request stays without an answer. `reconcile`
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
  return context.alone(async () => {
    // Read again under the lock: another page may have made a request since.
    const payout = requireOpenBatch(payouts, id, index)
    const batch = payout.batches[index]
    if (!batch || payout.account !== account.address) throw notThis()
    const calls = batchCalls(payout, batch)
    const rows = batchRows(payout, batch)
    refuseOldRate(rows, now())
    const own = { id, batch: index }
    const since = rows.map(anyAmountSince)
    const { found, made } = await lookBefore(context, calls, own, {
      unread: consent.unread,
      signal,
      since,
    }).catch((error: unknown) => {
      throw signal?.aborted ? stopped(error) : error
    })
    if (signal?.aborted) throw stopped(signal.reason)
    const agreed = new Set([...batch.again, ...consent.again])
    if (found.some(({ payment, isOld }) => !isOld && !agreed.has(payment.id))) return { kind: 'found', found }
    if (!context.isKept() && !consent.unkept) throw notKept()
    // The look back may have taken long.
    refuseOldRate(rows, now())

    const same = (made?.payments ?? []).filter(({ transfers }) => isSameContent(calls, transfers))
    const attempt: Attempt = {
      at: now(),
      position: made?.position ?? null,
      known: same.map((payment) => payment.id),
      submission: null,
    }
    const written = payouts.write(
      withBatch(requireOpenBatch(payouts, id, index), index, { attempt, again: [...agreed] }),
    )
    if (!context.isKept() && !consent.unkept) {
      payouts.write(withBatch(written, index, { attempt: null }))
      throw notKept()
    }
    try {
      const how = { since: attempt.position?.block ?? null, ...(signal && { signal }) }
      const submission = await account.submit(calls, how)
      refuseTaken(payouts.list().payouts, submission, id, index)
      const submitted = payouts.write(
        withBatch(payouts.read(id) ?? written, index, { attempt: { ...attempt, submission } }),
      )
      return { kind: 'submitted', payout: submitted }
    } catch (error) {
      if (provesNothingSent(error)) {
        const now = payouts.read(id) ?? written
        // Another tab may have recorded an answer meanwhile. Keep it: the error says nothing about that
        // answer.
        const isAnswered = Boolean(now.batches[index]?.attempt?.submission)
        if (!isAnswered) payouts.write(withBatch(now, index, { attempt: null, rejected: attempt }))
      }
      throw error
    }
  })
}

/** Stopped before the request was made. */
function stopped(cause: unknown): PortalError {
  return new PortalError('rejected', 'You cancelled it.', { cause })
}

/** What was searched before a request, and the matching payments found. */
export type LookedBefore = {
  readonly found: readonly PaidBefore[]
  /** Null if it could not be read and the person checked in another way. */
  readonly made: RecentPayments | null
}

/**
 * Compares calls with every payment that the account made or may have made.
 * @param own the batch being requested, which does not count as a repetition of itself; null for payments
 * outside a payout
 * @param how `unread`: the person checked what cannot be read, so only readable sources are compared; `since`: for
 * each call, from when on any amount counts as the same payment, see `anyAmountSince`
 * @throws PortalError when a required source could not be read
 */
export async function lookBefore(
  { account, payouts, now }: Pick<PayoutContext, 'account' | 'payouts' | 'now'>,
  calls: readonly Call[],
  own: { readonly id: string; readonly batch: number } | null,
  {
    unread,
    signal,
    since,
  }: {
    readonly unread: boolean
    readonly signal?: AbortSignal | undefined
    readonly since?: readonly (number | null)[]
  },
): Promise<LookedBefore> {
  const { payouts: all, unreadable } = payouts.list()
  if (unreadable > 0 && !unread) {
    const which = unreadable === 1 ? 'A payout' : `${unreadable} payouts`
    throw new PortalError(
      'malformed',
      `${which} saved in this browser can’t be read and may contain the same payments.`,
    )
  }
  const made = await account
    .recentPayments({ at: now() - LOOK_BACK, block: null }, signal)
    .catch((error: unknown) => {
      if (unread) return null
      throw error
    })
  refuseWrongClock(now(), made?.time ?? null)
  const payout = own && all.find(({ id }) => id === own.id)
  const others = payout && own ? otherIds(payout, own.batch) : new Set<string>()
  const before = withStored(made?.payments ?? [], storedPayments(all, own))
  return { found: await findPaidBefore(account, calls, before, others, now(), signal, since), made }
}

/** The dollars of a request are no longer worth the amount of a row, so the row has to be made anew. */
function refuseOldRate(rows: readonly Payment[], now: number): void {
  if (rows.some((row) => isRateOver(row, now))) {
    throw new PortalError(
      'refused',
      'The rate of a request in US dollars is out of date. Open the request again for a new one.',
    )
  }
}

/**
 * Allowed clock error of the device (ms), used when deciding whether an earlier payment belongs to another
 * month.
 */
const CLOCK_OFF = 86_400_000

function refuseWrongClock(now: number, time: number | null): void {
  if (time === null || Math.abs(now - time) <= CLOCK_OFF) return
  const days = Math.max(1, Math.round(Math.abs(now - time) / 86_400_000))
  const off = `${days} ${days === 1 ? 'day' : 'days'} ${now < time ? 'behind' : 'ahead'}`
  throw new PortalError(
    'refused',
    `This device’s clock is ${off}. Set it right, because we recognise earlier payments by date.`,
  )
}

/**
 * A proposal or transaction belongs to one batch of one payout. If another batch already has it, this request
 * did not create it.
 */
function refuseTaken(payouts: readonly Payout[], submission: Submission, id: string, index: number): void {
  const ids = new Set(idsOf(submission))
  const isTaken = payouts.some((payout) =>
    payout.batches.some(
      ({ attempt }, batch) =>
        !(payout.id === id && batch === index) &&
        attempt?.submission &&
        !(attempt.submission.kind === 'proposed' && attempt.submission.among) &&
        idsOf(attempt.submission).some((one) => ids.has(one)),
    ),
  )
  if (!isTaken) return
  if (submission.kind === 'proposed' && !submission.among) {
    throw new PortalError(
      'refused',
      'Your Safe returned a proposal of another payment. Nothing new was proposed: choose a different nonce.',
    )
  }
  throw new PortalError('unknown-result', 'Your wallet returned a transaction of another payment.')
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
  if (payout.batches[index].attempt !== null) {
    throw new PortalError('refused', 'This payment was already started, so it wasn’t started again.')
  }
  return payout
}

/** Ids of everything that already belongs to a payout. */
export function ownIds(payout: Payout): ReadonlySet<string> {
  return new Set(
    payout.batches.flatMap(({ attempt }) => (attempt?.submission ? idsOf(attempt.submission) : [])),
  )
}

/** Ids of what a payout requested for rows outside a batch. Equal rows within one list are intentional. */
function otherIds(payout: Payout, index: number): ReadonlySet<string> {
  const rows = new Set(payout.batches[index]?.rows)
  return new Set(
    payout.batches.flatMap(({ attempt, rows: its }) =>
      attempt?.submission && !its.some((row) => rows.has(row)) ? idsOf(attempt.submission) : [],
    ),
  )
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
