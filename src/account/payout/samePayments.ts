import { asTransfer, type Call, type Transfer } from '#chain/Call.ts'
import type { MadePayment } from '../PaymentsMade.ts'
import { transferKey } from './fingerprint.ts'

/** A payment that was made before, and which of the asked rows it pays as well (places among the calls). */
export type PaidBefore = { readonly payment: MadePayment; readonly rows: readonly number[] }

/**
 * The payments that already pay some of the calls: same token, same payee, same amount. Each transfer stands for one call
 * at most, so three equal rows are not all "paid" by one payment.
 * @param own ids of what belongs to the same payout already
 */
export function paidBefore(
  calls: readonly Call[],
  made: readonly MadePayment[],
  own: ReadonlySet<string>,
): readonly PaidBefore[] {
  const open = new Map<string, number[]>()
  calls.forEach((call, index) => {
    const transfer = asTransfer(call)
    if (!transfer) return
    const key = transferKey(transfer)
    open.set(key, [...(open.get(key) ?? []), index])
  })
  return made.flatMap((payment) => {
    if (payment.state === 'failed' || own.has(payment.id)) return []
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

/** True when the transfers are exactly those of the calls, in any order. */
export function isSameContent(calls: readonly Call[], transfers: readonly Transfer[]): boolean {
  if (calls.length !== transfers.length) return false
  const wanted = calls.map((call) => {
    const transfer = asTransfer(call)
    return transfer ? transferKey(transfer) : ''
  })
  const found = transfers.map(transferKey)
  wanted.sort()
  found.sort()
  return wanted.every((key, index) => key !== '' && key === found[index])
}
