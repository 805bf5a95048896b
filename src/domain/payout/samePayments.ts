import type { Account, RecentPayment, Submission } from '#account/Account.ts'
import { idsOf } from '#account/wallet/submissionIds.ts'
import { asTransfer, type Call, type Transfer, transfersOf } from '#chain/money/Call.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { transferKey } from './fingerprint.ts'
import { type Ask, callsOf, LOOK_BACK, type Payout } from './Payout.ts'

/** A payment that was made before, and which of the asked rows it pays as well (places among the calls). */
export type PaidBefore = {
  readonly payment: RecentPayment
  readonly rows: readonly number[]
  /** True where it is proven and so long ago that it is another month's: it is named, and needs no consent. */
  readonly isOld: boolean
}

/**
 * The payments that already pay some of the calls: same token, same payee, same amount. Each transfer stands for one call
 * at most, so three equal rows are not all "paid" by one payment.
 * @param own ids of what belongs to other rows of the same payout
 */
export function matchPayments(
  calls: readonly Call[],
  made: readonly RecentPayment[],
  own: ReadonlySet<string>,
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
    return rows.length > 0 ? [{ payment, rows: rows.sort((a, b) => a - b) }] : []
  })
}

/**
 * What an account has paid, or may have paid, of the calls already: every match that is not proven unpaid. A match that
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
): Promise<readonly PaidBefore[]> {
  const found = await Promise.all(
    matchPayments(calls, made, own).map(async ({ payment, rows }) => {
      const statuses = await judged(account, payment.submission, signal)
      if (statuses === null) return [{ payment, rows, isOld: false }]
      const its = statuses.filter((_, index) => pays(payment, index, calls, rows))
      if (its.length > 0 && its.every(({ kind }) => kind === 'not-paid')) return []
      // Where none of its calls is the one that matched, nothing of it was judged.
      const isProven = its.length > 0 && its.every(({ kind }) => kind === 'paid')
      const isOld = payment.at !== null && payment.at < now - LOOK_BACK && isProven
      return [{ payment, rows, isOld }]
    }),
  )
  return found.flat()
}

/** Null where there is nothing to judge, or no source answers. */
async function judged(
  account: Pick<Account, 'status'>,
  submission: Submission | null,
  signal: AbortSignal,
): Promise<readonly PaymentStatus[] | null> {
  if (submission === null) return null
  return account.status(submission, signal).catch(() => null)
}

/** Whether a call of an earlier payment is one of the matched ones. */
function pays(
  { submission }: RecentPayment,
  index: number,
  calls: readonly Call[],
  rows: readonly number[],
): boolean {
  const call = submission?.calls[index]
  const transfer = call && asTransfer(call)
  if (!transfer) return false
  const key = transferKey(transfer)
  return rows.some((row) => {
    const asked = calls[row] && asTransfer(calls[row])
    return asked && transferKey(asked) === key
  })
}

/** The id of a request without an answer. */
export function askId(payout: string, part: number): string {
  return `ask:${payout}:${part}`
}

/**
 * Everything that the payouts of this browser have requested, as payments that may have been made, whatever the outcome: this
 * browser knows of them before any other source does, and long after.
 * @param except a part that is about to be asked for, and the other rows of whose payout are no repetition of it
 */
export function storedPayments(
  payouts: readonly Payout[],
  except: { readonly id: string; readonly part: number } | null,
): readonly RecentPayment[] {
  return payouts.flatMap((payout) => {
    const isOwn = payout.id === except?.id
    const wanted = new Set(isOwn ? payout.parts[except?.part ?? -1]?.rows : [])
    return payout.parts.flatMap((part, index): readonly RecentPayment[] => {
      if (part.ask === null || (isOwn && index === except?.part)) return []
      const calls = callsOf(payout, part)
      const counts = calls.filter((_, at) => !isOwn || wanted.has(part.rows[at] ?? -1))
      return counts.length === 0 ? [] : [ofAsk(payout, index, part.ask, counts)]
    })
  })
}

function ofAsk(
  { id, kind }: Payout,
  index: number,
  { submission, at }: Ask,
  calls: readonly Call[],
): RecentPayment {
  return {
    id: (submission && idsOf(submission)[0]) ?? askId(id, index),
    submission,
    state: submission === null ? 'asked' : kind === 'safe' ? 'queued' : 'sent',
    transfers: transfersOf(calls),
    at,
  }
}

/** The payments that sources tell of with those of this browser; what both tell of is told once, by this browser. */
export function withStored(
  made: readonly RecentPayment[],
  stored: readonly RecentPayment[],
): readonly RecentPayment[] {
  const keyOf = ({ transfers }: RecentPayment) => transfers.map(transferKey).sort().join()
  // Of what a person put into a batch of their own, this browser knows its own part only.
  const whole = stored.filter(({ submission }) => submission?.kind !== 'proposed' || !submission.among)
  const ids = new Set(whole.map(({ id }) => id))
  const asked = new Set(stored.filter(({ submission }) => submission === null).map(keyOf))
  const others = made.filter(
    (payment) => !ids.has(payment.id) && (payment.submission !== null || !asked.has(keyOf(payment))),
  )
  const reported = new Set(others.map(({ id }) => id))
  return [...stored.filter(({ id }) => !reported.has(id)), ...others]
}

/** True when the transfers are exactly those of the calls, in any order. */
export function isSameContent(calls: readonly Call[], transfers: readonly Transfer[]): boolean {
  return calls.length === transfers.length && isContained(calls, transfers)
}

/** True when each of the calls is among the transfers, equal ones as often. */
export function isContained(calls: readonly Call[], transfers: readonly Transfer[]): boolean {
  const left = transfers.map(transferKey)
  return calls.every((call) => {
    const transfer = asTransfer(call)
    const at = transfer ? left.indexOf(transferKey(transfer)) : -1
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}
