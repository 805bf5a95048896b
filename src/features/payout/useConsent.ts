import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { PayoutRow } from '#account/payout/Payout.ts'
import type { Consent, PayoutDesk } from '#account/payout/payPart.ts'
import type { PaidBefore } from '#account/payout/samePayments.ts'
import { openAsks, paidBefore, withOpenAsks } from '#account/payout/samePayments.ts'
import { usePayouts } from '#account/payout/usePayouts.ts'
import * as Call from '#chain/Call.ts'
import { madeQuery } from './madeQuery.ts'

const nobody: ReadonlySet<string> = new Set()

/** The payout that asks, and what belongs to it already. */
type Own = { readonly id: string | null; readonly ids: ReadonlySet<string> }
const none: Own = { id: null, ids: nobody }

/** What stands against asking for these payments, and what a person has agreed to about it. */
export function useConsent(desk: PayoutDesk, payments: readonly PayoutRow[], own: Own = none) {
  const { account } = desk
  const { payouts } = usePayouts(desk)
  const made = useQuery(madeQuery(account))
  const [again, setAgain] = useState(nobody)
  const [unread, setUnread] = useState(false)
  const [unkept, setUnkept] = useState(false)
  const calls = useMemo(() => payments.map(({ payee, amount }) => Call.transfer(payee, amount)), [payments])
  const found: readonly PaidBefore[] = useMemo(
    () => paidBefore(calls, withOpenAsks(made.data?.payments ?? [], openAsks(payouts, own.id)), own.ids),
    [calls, made.data, payouts, own],
  )
  const agreed = found.every(({ payment }) => again.has(payment.id))
  const mayForget = account.kind === 'eoa' && !desk.isKept()
  const consent: Consent = { again, unread, unkept }
  return {
    made,
    found,
    calls,
    consent,
    mayForget,
    /** Nothing is left to be read or agreed to. */
    ready: (made.data !== undefined || unread) && agreed && (!mayForget || unkept),
    onAgain: (yes: boolean) => setAgain(yes ? new Set(found.map(({ payment }) => payment.id)) : nobody),
    onUnread: setUnread,
    onUnkept: setUnkept,
  }
}
