import type { Account, RecentPayment, Submission } from '#account/Account.ts'
import { idsOf } from '#account/wallet/submissionIds.ts'
import * as Address from '#chain/money/Address.ts'
import { asTransfer, type Call, type Transfer, transfersOf } from '#chain/money/Call.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { transferKey } from './fingerprint.ts'
import { type Attempt, batchCalls, LOOK_BACK, type Payout } from './Payout.ts'

/** An earlier payment, and the requested calls that it also pays (by index). */
export type PaidBefore = {
  readonly payment: RecentPayment
  readonly rows: readonly number[]
  /**
   * True if it is proven and old enough to belong to another month. It is mentioned, but needs no consent.
   */
  readonly isOld: boolean
}

/**
 * Finds payments that already pay some of the calls: same token, payee and amount. Each transfer matches at
 * most one call, so one payment never marks three equal rows as paid. A call for a request in US dollars matches any
 * amount since that request, because which of them was meant is not known.
 * @param own ids that belong to other rows of the same payout
 * @param since for each call, from when on any amount counts (ms), see `anyAmountSince`; nothing where only the same does
 */
export function matchPayments(
  calls: readonly Call[],
  made: readonly RecentPayment[],
  own: ReadonlySet<string>,
  since: readonly (number | null)[] = [],
): readonly { readonly payment: RecentPayment; readonly rows: readonly number[] }[] {
  const open = new Map<string, number[]>()
  calls.forEach((call, index) => {
    const transfer = asTransfer(call)
    if (!transfer) return
    const key = transferKey(transfer)
    open.set(key, [...(open.get(key) ?? []), index])
  })
  return made.flatMap((payment) => {
    if (own.has(payment.id)) return []
    const left = new Map(open)
    const rows = payment.transfers.flatMap((transfer) => {
      const key = transferKey(transfer)
      const [first, ...more] = left.get(key) ?? []
      if (first === undefined) return []
      left.set(key, more)
      return [first]
    })
    const anyAmount = calls.flatMap((call, index) => {
      const from = since[index] ?? null
      if (from === null || rows.includes(index) || (payment.at !== null && payment.at < from)) return []
      return payment.transfers.some((transfer) => isSamePair(call, transfer)) ? [index] : []
    })
    const all = [...rows, ...anyAmount].sort((a, b) => a - b)
    return all.length > 0 ? [{ payment, rows: all }] : []
  })
}

/** True if a transfer goes to the payee of a call in its token, whatever the amount. */
function isSamePair(call: Call, { token, to }: Transfer): boolean {
  const transfer = asTransfer(call)
  if (!transfer || !Address.equal(transfer.to, to)) return false
  return (transfer.token ?? '').toLowerCase() === (token ?? '').toLowerCase()
}

/**
 * Calls that an account has already paid, or may have paid: every match not proven unpaid. A match that
 * cannot be judged counts.
 * @param now ms since the epoch
 */
export async function findPaidBefore(
  account: Pick<Account, 'status'>,
  calls: readonly Call[],
  made: readonly RecentPayment[],
  own: ReadonlySet<string>,
  now: number,
  signal: AbortSignal = new AbortController().signal,
  since: readonly (number | null)[] = [],
): Promise<readonly PaidBefore[]> {
  const found = await Promise.all(
    matchPayments(calls, made, own, since).map(async ({ payment, rows }) => {
      const statuses = await judged(account, payment.submission, signal)
      if (statuses === null) return [{ payment, rows, isOld: false }]
      const its = statuses.filter((_, index) => pays(payment, index, calls, rows, since))
      if (its.length > 0 && its.every(({ kind }) => kind === 'not-paid')) return []
      // If none of its calls matched, nothing was judged.
      const isProven = its.length > 0 && its.every(({ kind }) => kind === 'paid')
      const isOld = payment.at !== null && payment.at < now - LOOK_BACK && isProven
      return [{ payment, rows, isOld }]
    }),
  )
  return found.flat()
}

/** Null if there is nothing to judge, or no source answers. */
async function judged(
  account: Pick<Account, 'status'>,
  submission: Submission | null,
  signal: AbortSignal,
): Promise<readonly PaymentStatus[] | null> {
  if (submission === null) return null
  return account.status(submission, signal).catch(() => null)
}

/** Whether a call of an earlier payment is one of the matched calls. */
function pays(
  { submission }: RecentPayment,
  index: number,
  calls: readonly Call[],
  rows: readonly number[],
  since: readonly (number | null)[],
): boolean {
  const call = submission?.calls[index]
  const transfer = call && asTransfer(call)
  if (!transfer) return false
  const key = transferKey(transfer)
  return rows.some((row) => {
    const asked = calls[row]
    const requested = asked && asTransfer(asked)
    if (!requested) return false
    return transferKey(requested) === key || ((since[row] ?? null) !== null && isSamePair(asked, transfer))
  })
}

/** The id of an unanswered request. */
export function attemptId(payout: string, batch: number): string {
  return `ask:${payout}:${batch}`
}

/**
 * Everything that this browser's payouts have requested, as payments that may have been made, whatever the
 * outcome. This browser knows about them before any other source does, and long after.
 * @param except a batch that is about to be requested; the other rows of its payout are not repetitions
 */
export function storedPayments(
  payouts: readonly Payout[],
  except: { readonly id: string; readonly batch: number } | null,
): readonly RecentPayment[] {
  return payouts.flatMap((payout) => {
    const isOwn = payout.id === except?.id
    const wanted = new Set(isOwn ? payout.batches[except?.batch ?? -1]?.rows : [])
    return payout.batches.flatMap((batch, index): readonly RecentPayment[] => {
      if (batch.attempt === null || (isOwn && index === except?.batch)) return []
      const calls = batchCalls(payout, batch)
      const counts = calls.filter((_, at) => !isOwn || wanted.has(batch.rows[at] ?? -1))
      return counts.length === 0 ? [] : [toRecentPayment(payout, index, batch.attempt, counts)]
    })
  })
}

function toRecentPayment(
  { id, kind }: Payout,
  index: number,
  { submission, at }: Attempt,
  calls: readonly Call[],
): RecentPayment {
  return {
    id: (submission && idsOf(submission)[0]) ?? attemptId(id, index),
    submission,
    reported: submission === null ? 'asked' : kind === 'safe' ? 'queued' : 'sent',
    transfers: transfersOf(calls),
    at,
  }
}

/**
 * Merges reported payments with stored ones. A payment found in both is taken from storage, with what is reported beyond
 * that: a record from a backup file must not hide what its transaction really paid.
 */
export function withStored(
  made: readonly RecentPayment[],
  stored: readonly RecentPayment[],
): readonly RecentPayment[] {
  const keyOf = ({ transfers }: RecentPayment) => transfers.map(transferKey).sort().join()
  // For a batch assembled by a person, this browser knows only its own part.
  const whole = stored.filter(({ submission }) => submission?.kind !== 'proposed' || !submission.among)
  const recorded = new Map<string, Transfer[]>()
  for (const { id, submission } of whole) {
    recorded.set(id, [...(recorded.get(id) ?? []), ...transfersOf(submission?.calls ?? [])])
  }
  const requested = new Set(stored.filter(({ submission }) => submission === null).map(keyOf))
  const others = made.flatMap((payment) => {
    const known = recorded.get(payment.id)
    if (known === undefined)
      return payment.submission === null && requested.has(keyOf(payment)) ? [] : [payment]
    const transfers = without(payment.transfers, known)
    return transfers.length === 0 ? [] : [{ ...payment, transfers }]
  })
  const reported = new Set(others.map(({ id }) => id))
  return [...stored.filter((one) => whole.includes(one) || !reported.has(one.id)), ...others]
}

/** The transfers that are not among the known ones; equal transfers count one by one. */
function without(transfers: readonly Transfer[], known: readonly Transfer[]): readonly Transfer[] {
  const left = known.map(transferKey)
  return transfers.filter((transfer) => {
    const at = left.indexOf(transferKey(transfer))
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/** True if the transfers are exactly those of the calls, in any order. */
export function isSameContent(calls: readonly Call[], transfers: readonly Transfer[]): boolean {
  return calls.length === transfers.length && isContained(calls, transfers)
}

/** True if every call is among the transfers; equal calls need equally many transfers. */
export function isContained(calls: readonly Call[], transfers: readonly Transfer[]): boolean {
  const left = transfers.map(transferKey)
  return calls.every((call) => {
    const transfer = asTransfer(call)
    const at = transfer ? left.indexOf(transferKey(transfer)) : -1
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}
