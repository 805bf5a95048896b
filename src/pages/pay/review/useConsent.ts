import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Account } from '#account/Account.ts'
import { factsOf } from '#account/facts.ts'
import { useBatchContents } from '#components/payment/useIncoming.ts'
import { useLedger, usePayouts } from '#components/payout/usePayouts.ts'
import { useProposals } from '#components/proposal/useProposals.ts'
import { type Attempt, attemptIds, isRejected, isUnanswered } from '#domain/ledger/Attempt.ts'
import type { AboutToPay, EarlierPayment } from '#domain/ledger/earlierPayments.ts'
import { callsOfPayments, type Payment, type Payout } from '#domain/payout/Payout.ts'
import type { Consent, PayoutContext } from '#domain/payout/payBatch.ts'
import type { PaymentRequest } from '#domain/request/PaymentRequest.ts'
import { historyPayments, queuedPayments } from '#domain/request/paymentsSeen.ts'
import { CLOCK_SKEW, type SeenPayment } from '#domain/request/requestStatus.ts'
import { usePagedList } from '#queries/activity.ts'
import { answersQuery } from '#queries/answers.ts'
import { readState } from '#queries/polling.ts'
import { earlierPaymentsQuery } from '#queries/review.ts'
import { useNameChecks } from './NameNotices.tsx'

const nothing: ReadonlySet<string> = new Set()
const noIds: readonly string[] = []
const noMatch: readonly EarlierPayment[] = []

/** Joins two records of one payment, each of which may hold a part. */
function onePerId(found: readonly EarlierPayment[]): readonly EarlierPayment[] {
  const byId = new Map<string, EarlierPayment>()
  for (const one of found) {
    const known = byId.get(one.payment.id)
    byId.set(one.payment.id, known ? joined(known, one) : one)
  }
  return [...byId.values()]
}

function joined(a: EarlierPayment, b: EarlierPayment): EarlierPayment {
  const isWithRequests = a.payment.requests !== undefined || b.payment.requests !== undefined
  const requestsOf = ({ payment }: EarlierPayment) => payment.requests ?? payment.transfers.map(() => null)
  return {
    payment: {
      ...a.payment,
      transfers: [...a.payment.transfers, ...b.payment.transfers],
      ...(isWithRequests && { requests: [...requestsOf(a), ...requestsOf(b)] }),
    },
    rows: [...new Set([...a.rows, ...b.rows])].sort((x, y) => x - y),
    isOld: a.isOld && b.isOld,
    isPaid: a.isPaid && b.isPaid,
  }
}

/** The obstacles to payments, and what the person agreed to. */
export type PaymentConsent = ReturnType<typeof useConsent>

/**
 * The obstacles to these payments, and the person's consents.
 * @param own the rows of a payout that are about to be requested; null for payments outside a payout
 * @param settled ids of payments that the person has agreed to repeat when the batch was prepared again
 * @param isAsking a request to the wallet or Safe is open. Earlier payments were read just before it, so nothing
 * waits for another reading
 */
export function useConsent(
  context: PayoutContext,
  payments: readonly Payment[],
  own: AboutToPay['own'] = null,
  settled: readonly string[] = noIds,
  isAsking = false,
) {
  const { account } = context
  const [again, setAgain] = useState(nothing)
  const [unread, setUnread] = useState(false)
  const [unkept, setUnkept] = useState(false)
  const { payouts } = usePayouts(context)
  const { attempts } = useLedger(context)
  // A request or a rejection in this browser meanwhile counts at once.
  const recorded = useMemo(() => attempts.map(askedText).join(), [attempts])
  const calls = useMemo(() => callsOfPayments(payments), [payments])
  // Their content is hashed, which takes a moment for a long list.
  const search = useMemo(
    () => earlierPaymentsQuery(context, payments, calls, { own, unread, recorded }),
    [context, payments, calls, own, unread, recorded],
  )
  const before = useQuery({
    ...search,
    placeholderData: (last) => last,
    enabled: !isAsking,
  })
  // What answers an earlier request is one payment with it, and would otherwise be listed beside it.
  useQuery(answersQuery(context, payouts.filter(isOpen), null))
  const all = useMemo(() => onePerId(before.data?.found ?? noMatch), [before.data])
  // The last reading is shown until the next. Meanwhile, attempts that were rejected or answered are not listed as open.
  const outdated = new Set(attempts.filter(isOutdated).map(({ id }) => id))
  const found = all.filter(({ payment: { id } }) => !settled.includes(id) && !outdated.has(id))
  const asked = found.filter(({ isOld }) => !isOld)
  const agreed = asked.every(({ payment }) => again.has(payment.id))
  const mayForget = !context.isKept()
  const names = useNameChecks(payments)
  const consent: Consent = { again, unread, unkept }
  const isKnown = before.data !== undefined && !before.isPlaceholderData
  return {
    /** The search for earlier payments. */
    before,
    /** Earlier payments that the person has not agreed to repeat before, each once. */
    found,
    /** The calls of the payments, in their order. */
    calls,
    payments,
    payouts,
    attempts,
    consent,
    /** This browser stores nothing, so a closed page forgets the payment. */
    mayForget,
    isSafe: factsOf(account).hasOwners,
    names,
    /** Everything is read and agreed to. */
    ready: isKnown && agreed && names.ready && (!mayForget || unkept),
    /** Agrees to repeat all payments that are asked about. */
    onAgain: (yes: boolean) => setAgain(yes ? new Set(asked.map(({ payment }) => payment.id)) : nothing),
    onUnread: setUnread,
    onUnkept: setUnkept,
  }
}

/** A payout with a request that may have been answered meanwhile. */
function isOpen({ attempts }: Payout): boolean {
  return attempts.some(isUnanswered)
}

/** True if an attempt is no earlier payment any more under its own id: it was rejected, or its answer has another id. */
function isOutdated(attempt: Attempt): boolean {
  return isRejected(attempt) || !attemptIds(attempt).includes(attempt.id)
}

/** The facts of an attempt that decide whether it may have paid. */
function askedText({ id, facts }: Attempt): string {
  return `${id} ${facts.map(({ kind }) => (kind === 'rejected' || kind === 'answered' || kind === 'found' ? kind : '')).join('')}`
}

/**
 * Payments that the paying account already made or queued for a request, from its own history and queue. Null:
 * nothing found.
 */
export type PaidAlready = {
  readonly kind: 'paid' | 'queued'
  /** The payments that were found, newest first. */
  readonly payments: readonly Pick<SeenPayment, 'value' | 'at'>[]
} | null

/**
 * Checks whether the account has paid or queued a payment to the payee in this token since the request was
 * made. Until `state` is `read`, a missing result proves nothing.
 */
export function usePaidAlready(account: Account) {
  const history = usePagedList(account, 'history').query
  const queue = usePagedList(account, 'queued').query
  const items = history.data?.items ?? []
  const contents = useBatchContents(account, items)
  const proposals = useProposals(account, queue.data?.items ?? [])
  const computed = [...proposals.values()]
  const reports = computed.flatMap(({ report }) => report ?? [])
  const error = history.error ?? queue.error ?? computed.find((one) => one.state === 'error')
  const isRead =
    history.data !== undefined && queue.data !== undefined && computed.every(({ state }) => state === 'done')
  return {
    state: readState({ data: isRead, error }),
    of(request: PaymentRequest): PaidAlready {
      const queued = queuedPayments(reports, request)
      if (queued.length > 0) return { kind: 'queued', payments: queued }
      const since = items.filter(({ at }) => at === null || at >= request.madeAt * 1_000 - CLOCK_SKEW)
      const payments = historyPayments(since, contents, request)
      return payments.length > 0 ? { kind: 'paid', payments } : null
    },
  }
}
