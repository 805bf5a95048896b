import { useQueries } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Hash } from 'viem'
import { useLocation } from 'wouter'
import type { Account } from '#account/Account.ts'
import type { ActivityItem } from '#account/Activity.ts'
import { usePortal } from '#account/connection.ts'
import * as Token from '#chain/money/Token.ts'
import { isSettled } from '#chain/settlement/PaymentStatus.ts'
import { nameIn } from '#components/payment/ActivityRow.tsx'
import { useIncoming } from '#components/payment/useIncoming.ts'
import {
  useLedger,
  useOrigins,
  usePayoutContext,
  usePayouts,
  useReviewed,
} from '#components/payout/usePayouts.ts'
import { usePricedPayments } from '#components/price/prices.tsx'
import { useProposals } from '#components/proposal/useProposals.ts'
import { hasLooked, knownSince } from '#domain/activity/incoming.ts'
import { queueAttention } from '#domain/activity/queueAttention.ts'
import { type Attempt, attemptIds } from '#domain/ledger/Attempt.ts'
import type { Payout } from '#domain/payout/Payout.ts'
import { payoutAttention } from '#domain/payout/payoutAttention.ts'
import type { reminderAttention } from '#domain/reminders/reminderAttention.ts'
import { type KeptRequest, keptRequests } from '#domain/request/keptRequests.ts'
import {
  canSeePayments,
  hashesInIds,
  hasUnreadIncoming,
  incomingHashes,
  seenIn,
} from '#domain/request/paymentsSeen.ts'
import { requestKey } from '#domain/request/requestLink.ts'
import { attributePayments, requestStatus } from '#domain/request/requestStatus.ts'
import { requestAttention } from '#domain/request/statusWords.ts'
import type { Attention } from '#domain/shared/StatusText.ts'
import { paidTransfersQuery, proposalQuery, usePagedList } from '#queries/activity.ts'
import { browserKey } from '#storage/keys.ts'
import { useNow } from '#ui/useNow.ts'

/** Requests followed at a time, newest first: each payment that may be theirs is read from several nodes. */
const FOLLOWED = 10

const none: readonly ActivityItem[] = []

/**
 * Collects the tasks that wait for the person: stopped payouts, reminders that are due, proposals in the queue,
 * requests that are overdue or paid.
 * @param isLive reads the network; otherwise it uses the data that was read last
 */
export function useAttention(account: Account, isLive: boolean) {
  const queue = usePagedList(account, 'queued', isLive && account.activity.queued !== null).query
  const items = useStillQueued(account, queue.data?.items ?? none)
  const reviewedAs = useReviewed(account.address)
  // Each one costs requests, and the queue's own page reads them all.
  const reviewed = items.filter(({ safeTxHash }) => safeTxHash && reviewedAs(safeTxHash).length > 0)
  const computed = useProposals(account, isLive ? reviewed : none)
  const originsOf = useOrigins(account.address)
  const { payouts } = usePayouts(usePayoutContext(account))
  const requests = useRequestAttention(account, isLive)
  const judged = items
    .map((item) => {
      const report = computed.get(item.id)?.report ?? null
      const calls = item.what.kind === 'batch' ? (item.what.count ?? 0) : 1
      const name = nameIn(originsOf(item.safeTxHash), calls)
      return { item, attention: queueAttention(account.address, item, report, name) }
    })
    .toSorted((a, b) => Number(isStop(b.attention)) - Number(isStop(a.attention)))
  return {
    queue,
    /** Its proposals: first those that must not be signed, then the others in the order of the queue. */
    queued: judged,
    /** The tasks of these proposals. */
    proposals: judged.flatMap(({ attention }) => attention ?? []),
    /** Everything else, the most urgent first. */
    others: [...payoutAttention(payouts), ...useReminderAttention(account, payouts), ...requests.items],
    /** How many followed requests need nothing, as far as is known. */
    quiet: requests.quiet,
  }
}

/**
 * The proposals of a queue that still wait, by everything that any page has read since the queue itself, which few pages
 * read: the history, a proposal's own report, and what the chain proved of this browser's payouts.
 */
function useStillQueued(account: Account, items: readonly ActivityItem[]): readonly ActivityItem[] {
  const history = usePagedList(account, 'history', false).query.data?.items ?? none
  const { attempts } = useLedger(usePayoutContext(account))
  const reviewedAs = useReviewed(account.address)
  const listed = items.flatMap(({ safeTxHash }) => safeTxHash ?? [])
  const reports = useQueries({
    queries: listed.map((hash) => ({ ...proposalQuery(account, hash, reviewedAs(hash)), enabled: false })),
  })
  const over = new Set<string>([
    ...reports.flatMap(({ data }) => (data && isSettled(data.status) ? [data.safeTxHash] : [])),
    ...attempts.flatMap((one) => (isProvenHere(one) ? attemptIds(one) : [])),
  ])
  const ran = items.filter(({ safeTxHash }) => safeTxHash !== null && over.has(safeTxHash))
  // A Safe uses its nonces in order, so what is executed ends everything before it and beside it.
  const used = [...history, ...ran].flatMap(({ nonce }) => nonce ?? [])
  return items.filter(({ nonce }) => nonce === null || used.every((one) => one < nonce))
}

/** A file's claim ends nothing. */
function isProvenHere({ restored, facts }: Attempt): boolean {
  return !restored && facts.some(({ kind }) => kind === 'paid')
}

function isStop(attention: Attention | null): boolean {
  return attention?.tone === 'bad'
}

/** Most people have no reminder, so the code that judges reminders is not part of the first screen. */
const judge: { of?: typeof reminderAttention } = {}

/** The reminders of the account that are due. */
function useReminderAttention({ address }: Account, payouts: readonly Payout[]): readonly Attention[] {
  const { storage } = usePortal().page
  const now = useNow()
  const [, setLoaded] = useState(0)
  const isAny = storage.getItem(browserKey('templates.56')) !== null
  useEffect(() => {
    if (isAny && !judge.of)
      import('#domain/reminders/reminderAttention.ts').then(
        ({ reminderAttention }) => {
          judge.of = reminderAttention
          setLoaded(1)
        },
        // Without a network nothing is offered; the next page tries again.
        () => {},
      )
  }, [isAny])
  return (isAny && judge.of?.(storage, address, payouts, now)) || []
}

/** The account's own requests that are overdue, paid short, or paid and not yet seen. */
function useRequestAttention({ address: payee }: Account, isLive: boolean) {
  const now = useNow()
  const { storage } = usePortal().page
  // Requests are made and looked at on other pages.
  const [location] = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list may have changed on the page that was left
  const kept = useMemo(
    () => keptRequests.read(storage).items.filter(({ request }) => request.payee === payee),
    [storage, payee, location],
  )
  const open = kept.filter(({ seen }) => !seen).slice(0, FOLLOWED)
  const { incoming, query: reading } = useIncoming(payee, isLive && open.length > 0)
  const groups = [...new Set(open.map(({ request }) => Token.key(request.token)))].map((key) =>
    kept.filter(({ request }) => Token.key(request.token) === key),
  )
  const askedIn = (group: readonly KeptRequest[]) =>
    group.filter((one) => open.includes(one)).map(({ request }) => request)
  const mayPay = (group: readonly KeptRequest[]): readonly Hash[] => {
    const [first] = group
    return first ? incomingHashes(incoming, { payee, token: first.request.token }, askedIn(group)) : []
  }
  const hashes = [
    ...new Set([...groups.flatMap(mayPay), ...hashesInIds(open.flatMap(({ claimed }) => claimed))]),
  ]
  const found = useQueries({
    queries: hashes.map((hash) => ({ ...paidTransfersQuery(hash), enabled: isLive })),
  })
  const seen = groups.flatMap((group) => {
    const [first] = group
    if (!first) return []
    const { token } = first.request
    const payments = hashes.flatMap((hash, index) => {
      const paid = found[index]?.data
      return paid ? seenIn(hash, paid, { payee, token }, []) : []
    })
    return [{ group, token, payments, isUsd: group.some(({ request }) => request.asked.kind === 'usd') }]
  })
  // The queries of each group are consecutive. Groups that need no price have none.
  const { priced, isReading } = usePricedPayments(
    seen.map((one) => (one.isUsd ? one : { ...one, payments: [] })),
    isLive,
  )
  const items = seen.flatMap(({ group, token, payments, isUsd }, index) => {
    const isUnread = hasUnreadIncoming(incoming, { payee, token }, askedIn(group))
    const since = knownSince(incoming, token)
    const { of, unsure } = attributePayments(group, (isUsd && priced[index]) || payments, since)
    return group.flatMap((one) => {
      if (!open.includes(one)) return []
      const status = requestStatus(one.request, of.get(requestKey(one.request)) ?? [], [], now)
      // Seeing no payment means nothing before the chain was searched, and a missing price means nothing while it is
      // read.
      const isKnown =
        status.kind === 'expired'
          ? !isUnread &&
            hasLooked(incoming) &&
            canSeePayments(incoming, one.request) &&
            !unsure.has(requestKey(one.request)) &&
            !reading.error &&
            found.every((read) => read.isSuccess)
          : status.kind !== 'unpriced' || !isReading
      return (isKnown && requestAttention(one, status)) || []
    })
  })
  return { items, quiet: open.length - items.length }
}
