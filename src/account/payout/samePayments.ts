import { asTransfer, type Call, type Transfer, transfersOf } from '#chain/Call.ts'
import type { MadePayment } from '../PaymentsMade.ts'
import { transferKey } from './fingerprint.ts'
import { callsOf, type Payout } from './Payout.ts'

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

/**
 * Questions of other payouts of this browser that nobody has answered yet, as payments that may have been made. They are
 * known before anything that was asked can show anywhere else.
 */
export function openAsks(payouts: readonly Payout[], except: string | null): readonly MadePayment[] {
  return payouts
    .filter(({ id }) => id !== except)
    .flatMap((payout) =>
      payout.parts.flatMap((part, index): readonly MadePayment[] =>
        part.ask !== null && part.ask.submission === null
          ? [
              {
                id: `ask:${payout.id}:${index}`,
                submission: null,
                state: 'asked',
                transfers: transfersOf(callsOf(payout, part)),
                at: part.ask.at,
              },
            ]
          : [],
      ),
    )
}

/** The payments of an account with the open questions of this browser; what both tell of is told once. */
export function withOpenAsks(
  made: readonly MadePayment[],
  asks: readonly MadePayment[],
): readonly MadePayment[] {
  const keyOf = ({ transfers }: MadePayment) => transfers.map(transferKey).sort().join()
  const asked = new Set(asks.map(keyOf))
  const others = made.filter((payment) => payment.submission !== null || !asked.has(keyOf(payment)))
  return [...asks, ...others]
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
