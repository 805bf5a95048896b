import type { Hash } from 'viem'
import type { Account } from '#account/Account.ts'
import type { RecentPayment, RecentPayments } from '#account/Activity.ts'
import type { Submission } from '#account/Submission.ts'
import * as Address from '#chain/money/Address.ts'
import {
  asTransfer,
  type Call,
  type Transfer,
  transferKey,
  transfersOf,
  withoutTransfers,
} from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import { PortalError } from '#chain/PortalError.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { LOOK_BACK } from '#domain/shared/calendar.ts'
import { plural } from '#domain/shared/format.ts'
import { type Attempt, attemptIds, isRejected, submissionOf } from './Attempt.ts'

/** An earlier payment, and the calls about to be made that it also pays (by index). */
export type EarlierPayment = {
  readonly payment: MadePayment
  readonly rows: readonly number[]
  /**
   * True if it is proven and old enough to belong to another month. It is mentioned, but needs no consent.
   */
  readonly isOld: boolean
  /** True if every call that it matches is proven paid by it. */
  readonly isPaid: boolean
}

/** The dependencies of a search for earlier payments. */
export type EarlierContext = {
  readonly account: Pick<Account, 'recentPayments' | 'status'>
  /** All attempts of the account in this browser. */
  readonly attempts: readonly Attempt[]
  /** Records of this browser that cannot be read: each may be the same payment. */
  readonly unreadable: number
  /** ms since the epoch, by this device's clock. */
  readonly now: () => number
  /** The time of the final block of a transaction (ms); null if two operators do not report it. */
  readonly timeOf: (hash: Hash) => Promise<number | null>
}

/** The sources searched before a request, and the matching payments found. */
type FoundEarlier = {
  readonly found: readonly EarlierPayment[]
  /** Null if it could not be read and the person checked in another way. */
  readonly made: RecentPayments | null
}

/**
 * Compares calls with every payment that the account made or may have made.
 * @param unread the person checked the unreadable sources, so only readable ones are compared
 * @throws PortalError when a required source could not be read
 */
export async function findEarlierPayments(
  context: EarlierContext,
  about: AboutToPay,
  unread: boolean,
  signal?: AbortSignal,
): Promise<FoundEarlier> {
  const { account, attempts, unreadable, now } = context
  if (unreadable > 0 && !unread) {
    const which = plural(unreadable, 'A payout', `${unreadable} payouts`)
    throw new PortalError(
      'malformed',
      `${which} saved in this browser can’t be read and may contain the same payments.`,
    )
  }
  const tokens = transfersOf(about.calls).flatMap(({ token }) => token ?? [])
  // A dollar request may be paid for longer, so the search begins when it was made.
  const opened = about.requests.flatMap((request) =>
    request && request.until > now() ? [request.since] : [],
  )
  const at = Math.min(now() - LOOK_BACK, ...opened)
  const since = { at, block: null, tokens: [...new Set(tokens)] }
  const made = await account.recentPayments(since, signal).catch((error: unknown) => {
    if (unread) return null
    throw error
  })
  refuseWrongClock(now(), made?.time ?? null)
  const ofPayout = attempts.filter(({ payout }) => payout === about.own?.payout)
  const isSame = ({ rows }: Attempt) => rows.some((row) => about.own?.rows.includes(row))
  // Equal rows within one list are intentional, but a file that names a transaction for another row hides nothing.
  const others = ofPayout.filter((one) => !one.restored && !isSame(one))
  const reported = (made?.payments ?? []).map((payment) => withoutRows(payment, others))
  const candidates = matchPayments(about, mergePayments(reported, recordedPayments(attempts, about.own)))
  // An earlier request of these very rows is never from another month.
  const repeated = idsOf(ofPayout.filter(isSame))
  const found = await Promise.all(
    candidates.map((one) => {
      const time = repeated.has(one.payment.id) ? null : (made?.time ?? null)
      return judge(context, about, one, time, signal)
    }),
  )
  return { found: found.flat(), made }
}

/** Allowed error (ms) of this device's clock, against the chain's. */
const CLOCK_OFF = 86_400_000

function refuseWrongClock(now: number, time: number | null): void {
  if (time === null || Math.abs(now - time) <= CLOCK_OFF) return
  const days = Math.max(1, Math.round(Math.abs(now - time) / 86_400_000))
  const off = `${days} ${plural(days, 'day')} ${now < time ? 'behind' : 'ahead'}`
  throw new PortalError(
    'refused',
    `This device’s clock is ${off}. Set it right, because we recognise earlier payments by date.`,
  )
}

/**
 * Drops a payment that is proven not paid. Any other payment counts, even if it cannot be judged.
 * @param time the chain's clock (ms); null if it is unknown or the payment is of the same rows: then it is not old
 */
async function judge(
  { account, timeOf }: EarlierContext,
  about: AboutToPay,
  { payment, rows }: Candidate,
  time: number | null,
  signal: AbortSignal = new AbortController().signal,
): Promise<readonly EarlierPayment[]> {
  const statuses = await readStatuses(account, payment.submission, signal)
  const its = statuses?.filter((_, index) => pays(payment, index, about, rows)) ?? []
  if (its.length > 0 && its.every(({ kind }) => kind === 'not-paid')) return []
  // A module's payment has no status of its own; the log that two operators report proves it once its block is final.
  const isLogged = payment.submission === null && payment.hash && (payment.operators ?? 0) > 1
  const isFinal = isLogged && (await timeOf(payment.hash).catch(() => null)) !== null
  const logged = isFinal ? [payment.hash] : []
  const hashes = [...logged, ...its.flatMap((status) => (status.kind === 'paid' ? [status.hash] : []))]
  const isProven = hashes.length > 0 && hashes.length === its.length + logged.length
  const isOld =
    isProven &&
    time !== null &&
    !rows.some((row) => (about.requests[row]?.until ?? 0) > time) &&
    // If the record itself is young, its block need not be read.
    (payment.at === null || payment.at < time - LOOK_BACK) &&
    (await isOlderThan([...new Set(hashes)], time - LOOK_BACK, timeOf))
  return [{ payment, rows, isOld, isPaid: isProven }]
}

async function isOlderThan(
  hashes: readonly Hash[],
  limit: number,
  timeOf: EarlierContext['timeOf'],
): Promise<boolean> {
  const times = await Promise.all(hashes.map((hash) => timeOf(hash).catch(() => null)))
  return times.every((time) => time !== null && time < limit)
}

/** Null if there is nothing to judge, or no source answers. */
async function readStatuses(
  account: Pick<Account, 'status'>,
  submission: Submission | null,
  signal: AbortSignal,
): Promise<readonly PaymentStatus[] | null> {
  if (submission === null) return null
  return account.status(submission, signal).catch(() => null)
}

/** Whether a call of an earlier payment is one of the matched calls. */
function pays(
  payment: MadePayment,
  index: number,
  { calls, requests }: AboutToPay,
  rows: readonly number[],
): boolean {
  const call = payment.submission?.calls[index]
  const transfer = call && asTransfer(call)
  if (!transfer) return false
  return rows.some((row) => {
    const asked = calls[row]
    if (asked === undefined) return false
    return (
      isContained([asked], [transfer]) || ((requests[row] ?? null) !== null && isSamePair(asked, transfer))
    )
  })
}

/**
 * A payment without the transfers that the other rows of the payout asked for. Its transaction may hold more than
 * those: a batch that a person put together, or whatever a wallet named as its answer.
 */
function withoutRows(payment: RecentPayment, others: readonly Attempt[]): RecentPayment {
  const calls = others.flatMap((one) =>
    attemptIds(one).includes(payment.id) ? (submissionOf(one)?.calls ?? []) : [],
  )
  if (calls.length === 0) return payment
  const left = withoutTransfers(payment.transfers, transfersOf(calls))
  return {
    ...payment,
    transfers: left.filter((transfer) => !calls.some((call) => mayBeRest(call, transfer))),
  }
}

/** The ids under which the payments of attempts are listed. */
function idsOf(attempts: readonly Attempt[]): ReadonlySet<string> {
  return new Set(attempts.flatMap(attemptIds))
}

/**
 * Everything that this browser has requested, as payments that may have been made, whatever the outcome. This browser
 * knows about them before any other source does, and long after.
 * @param own rows that are about to be requested; the other rows of their payout are not repetitions
 */
export function recordedPayments(
  attempts: readonly Attempt[],
  own: AboutToPay['own'],
): readonly MadePayment[] {
  const wanted = new Set(own?.rows)
  return attempts.flatMap((attempt): readonly MadePayment[] => {
    if (isRejected(attempt)) return []
    const isOwn = own !== null && attempt.payout === own.payout
    const places = attempt.calls.flatMap((call, at) =>
      asTransfer(call) && (!isOwn || wanted.has(attempt.rows[at] ?? -1)) ? [at] : [],
    )
    if (places.length === 0) return []
    const submission = submissionOf(attempt)
    const { requests, calls, kind, restored, at } = attempt
    return [
      {
        id: attemptIds(attempt)[0] ?? attempt.id,
        submission,
        reported: submission === null ? 'asked' : kind === 'safe' ? 'queued' : 'sent',
        transfers: places.flatMap((place) => (calls[place] ? transfersOf([calls[place]]) : [])),
        // The time in a file is not trusted.
        at: restored ? null : at,
        ...(requests && !restored && { requests: places.map((place) => requests[place] ?? null) }),
      },
    ]
  })
}

/**
 * Merges reported payments with recorded ones. A payment found in both is taken from the record, plus any further
 * transfers that are reported: a record from a backup file must not hide payments that its transaction really made.
 */
export function mergePayments(
  made: readonly RecentPayment[],
  recorded: readonly MadePayment[],
): readonly MadePayment[] {
  // Of a batch assembled by a person, this browser knows only its own part.
  const whole = recorded.filter(
    ({ submission }) => submission?.kind !== 'proposed' || !submission.inLargerBatch,
  )
  const known = new Map<string, Transfer[]>()
  for (const { id, submission } of whole) {
    known.set(id, [...(known.get(id) ?? []), ...transfersOf(submission?.calls ?? [])])
  }
  const others = made.flatMap((payment) => {
    const own = known.get(payment.id)
    if (own === undefined) return [payment]
    const transfers = withoutTransfers(payment.transfers, own)
    return transfers.length === 0 ? [] : [{ ...payment, transfers }]
  })
  const reported = new Set(others.map(({ id }) => id))
  return [...recorded.filter((one) => whole.includes(one) || !reported.has(one.id)), ...others]
}

/** The payment request in US dollars that a payment answers. Its amount depends on the current price. */
export type AnsweredRequest = {
  /** See `requestId`. */
  readonly id: string
  /**
   * The time (ms) from which a payment to the same payee in the same token, of any amount, may be an answer to it.
   */
  readonly since: number
  /** When it can no longer be paid (ms). Until then none of its payments is old. */
  readonly until: number
}

/** A payment that was made or may have been made, with its purpose if this browser knows it. */
type MadePayment = RecentPayment & {
  /** The requests that its transfers answer, in their order, if this browser made them; null for an unknown one. */
  readonly requests?: readonly (string | null)[]
}

/** The calls that are about to be made. */
export type AboutToPay = {
  readonly calls: readonly Call[]
  /** For each call the request that it answers; null for none. */
  readonly requests: readonly (AnsweredRequest | null)[]
  /** The rows of a payout that are about to be requested; null for payments outside a payout. */
  readonly own: { readonly payout: string; readonly rows: readonly number[] } | null
}

type Candidate = { readonly payment: MadePayment; readonly rows: readonly number[] }

/**
 * Finds payments that already pay some of the calls: same token, payee and amount. Each transfer matches at most one
 * call, so one payment never marks three equal rows as paid. A call for a request in US dollars also matches any
 * amount that may answer that request, because it is unknown which was meant; and one in a token that is not pinned a
 * smaller one, because such a token may have kept a part of it.
 */
export function matchPayments(
  { calls, requests }: Pick<AboutToPay, 'calls' | 'requests'>,
  made: readonly MadePayment[],
): readonly Candidate[] {
  const open = new Map<string, number[]>()
  calls.forEach((call, index) => {
    const transfer = asTransfer(call)
    if (!transfer) return
    const key = transferKey(transfer)
    open.set(key, [...(open.get(key) ?? []), index])
  })
  return made.flatMap((payment) => {
    const left = new Map(open)
    const rows = payment.transfers.flatMap((transfer) => {
      const key = transferKey(transfer)
      const [first, ...more] = left.get(key) ?? []
      if (first === undefined) return []
      left.set(key, more)
      return [first]
    })
    const answers = calls.flatMap((call, index) => {
      if (rows.includes(index)) return []
      const request = requests[index] ?? null
      const isFound = payment.transfers.some(
        (transfer, at) =>
          mayBeRest(call, transfer) || (request !== null && mayAnswer(payment, at, call, request)),
      )
      return isFound ? [index] : []
    })
    const all = [...rows, ...answers].sort((a, b) => a - b)
    return all.length > 0 ? [{ payment, rows: all }] : []
  })
}

/** True if a transfer may be what arrived of a call, in a token that keeps at most half of each transfer. */
function mayBeRest(call: Call, transfer: Transfer): boolean {
  const asked = asTransfer(call)
  if (!asked || Token.find(asked.token) || !isSamePair(call, transfer)) return false
  return transfer.value < asked.value && transfer.value * 2n >= asked.value
}

/** True if a transfer may have answered the request that a call answers, at another price. */
function mayAnswer(
  { transfers, requests, at: madeAt }: MadePayment,
  at: number,
  call: Call,
  request: AnsweredRequest,
): boolean {
  const transfer = transfers[at]
  if (!transfer || !isSamePair(call, transfer)) return false
  const known = requests?.[at] ?? null
  if (known !== null) return known === request.id
  return madeAt === null || madeAt >= request.since
}

/** True if a transfer goes to the payee of a call in its token, whatever the amount. */
function isSamePair(call: Call, { token, to }: Transfer): boolean {
  const transfer = asTransfer(call)
  if (!transfer || !Address.equal(transfer.to, to)) return false
  return (transfer.token ?? '').toLowerCase() === (token ?? '').toLowerCase()
}

/** True if the transfers are exactly those of the calls, in any order. */
export function isSameContent(calls: readonly Call[], transfers: readonly Transfer[]): boolean {
  return calls.length === transfers.length && isContained(calls, transfers)
}

/** True if every call is among the transfers; equal calls need equally many transfers. */
export function isContained(calls: readonly Call[], transfers: readonly Transfer[]): boolean {
  const asked = transfersOf(calls)
  return asked.length === calls.length && withoutTransfers(asked, transfers).length === 0
}
