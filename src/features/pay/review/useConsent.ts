import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { polling } from '#account/polling.ts'
import * as Call from '#chain/money/Call.ts'
import { fingerprint } from '#domain/payout/fingerprint.ts'
import type { Payment } from '#domain/payout/Payout.ts'
import { type Consent, lookBefore, type PayoutContext } from '#domain/payout/payBatch.ts'
import type { PaidBefore } from '#domain/payout/samePayments.ts'
import { anyAmountSince } from '#domain/payout/usdRate.ts'
import { usePayouts } from '#features/shared/usePayouts.ts'
import { useNameChecks } from './useNameChecks.ts'

const nothing: ReadonlySet<string> = new Set()
const noMatch: readonly PaidBefore[] = []

/** The batch being requested; null for payments outside a payout. */
type Own = { readonly id: string; readonly batch: number } | null

/** What blocks these payments, and what the person has agreed to. */
export function useConsent(context: PayoutContext, payments: readonly Payment[], own: Own = null) {
  const { account } = context
  const [again, setAgain] = useState(nothing)
  const [unread, setUnread] = useState(false)
  const [unkept, setUnkept] = useState(false)
  const { payouts } = usePayouts(context)
  const calls = useMemo(() => payments.map(({ payee, amount }) => Call.transfer(payee, amount)), [payments])
  const content = useMemo(
    () => fingerprint(account.address, Call.transfersOf(calls)),
    [account.address, calls],
  )
  const since = payments.map(anyAmountSince)
  // Requests made by this browser meanwhile count at once.
  const written = payouts.map(({ id, revision }) => `${id} ${revision}`).join()
  const before = useQuery({
    queryKey: [
      'paid-before',
      56,
      account.address,
      content,
      own?.id,
      own?.batch,
      written,
      unread,
      since.join(),
    ],
    queryFn: ({ signal }) => lookBefore(context, calls, own, { unread, signal, since }),
    staleTime: 0,
    gcTime: 0,
    placeholderData: (last) => last,
    refetchInterval: polling(15_000),
  })
  const all = before.data?.found ?? noMatch
  // Do not ask again about payments that the person confirmed by typing when the batch was prepared again.
  const settled = own && payouts.find(({ id }) => id === own.id)?.batches[own.batch]?.again
  const found = settled ? all.filter(({ payment }) => !settled.includes(payment.id)) : all
  const asked = found.filter(({ isOld }) => !isOld)
  const agreed = asked.every(({ payment }) => again.has(payment.id))
  const mayForget = !context.isKept()
  const names = useNameChecks(payments)
  const consent: Consent = { again, unread, unkept }
  const isKnown = before.data !== undefined && !before.isPlaceholderData
  return {
    before,
    found,
    calls,
    consent,
    mayForget,
    isSafe: account.kind === 'safe',
    names,
    /** Everything is read and agreed to. */
    ready: isKnown && agreed && names.ready && (!mayForget || unkept),
    onAgain: (yes: boolean) => setAgain(yes ? new Set(asked.map(({ payment }) => payment.id)) : nothing),
    onUnread: setUnread,
    onUnkept: setUnkept,
  }
}
