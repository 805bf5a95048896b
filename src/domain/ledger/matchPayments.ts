import type { RecentPayment } from '#account/Activity.ts'
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
export type MadePayment = RecentPayment & {
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

export type Candidate = { readonly payment: MadePayment; readonly rows: readonly number[] }

/**
 * Finds payments that already pay some of the calls: same token, payee and amount. Each transfer matches at most one
 * call, so one payment never marks three equal rows as paid. A call for a request in US dollars also matches any
 * amount that may answer that request, because it is unknown which was meant; and one in a token that is not pinned a
 * smaller one, because such a token may have kept a part of it.
 * @param own ids that belong to other rows of the same payout
 */
export function matchPayments(
  { calls, requests }: Pick<AboutToPay, 'calls' | 'requests'>,
  made: readonly MadePayment[],
  own: ReadonlySet<string>,
): readonly Candidate[] {
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
export function isSamePair(call: Call, { token, to }: Transfer): boolean {
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
