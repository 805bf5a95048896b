import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Account } from '#account/Account.ts'
import type { Consent } from '#account/payout/payPart.ts'
import type { PaidBefore } from '#account/payout/samePayments.ts'
import { paidBefore } from '#account/payout/samePayments.ts'
import * as Call from '#chain/Call.ts'
import { madeQuery } from './madeQuery.ts'
import type { Payment } from './payment.ts'

const nobody: ReadonlySet<string> = new Set()

/** What stands against asking for these payments, and what a person has agreed to about it. */
export function useConsent(account: Account, payments: readonly Payment[], isKept: boolean, own = nobody) {
  const made = useQuery(madeQuery(account))
  const [again, setAgain] = useState(nobody)
  const [unread, setUnread] = useState(false)
  const [unkept, setUnkept] = useState(false)
  const calls = useMemo(() => payments.map(({ payee, amount }) => Call.transfer(payee, amount)), [payments])
  const found: readonly PaidBefore[] = useMemo(
    () => (made.data ? paidBefore(calls, made.data.payments, own) : []),
    [calls, made.data, own],
  )
  const agreed = found.every(({ payment }) => again.has(payment.id))
  const mayForget = account.kind === 'eoa' && !isKept
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
