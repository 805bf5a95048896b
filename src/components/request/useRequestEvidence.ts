import { useQueries } from '@tanstack/react-query'
import type { Hash } from 'viem'
import type { ActivityItem, ListedAccount } from '#account/Activity.ts'
import { factsOf } from '#account/facts.ts'
import type { Address } from '#chain/money/Address.ts'
import { useAccount } from '#components/account/useAccount.ts'
import { noLists, useBatchContents, useIncoming } from '#components/payment/useIncoming.ts'
import { usePricedPayments } from '#components/price/useAgreedPrices.ts'
import { useProposals } from '#components/proposal/useProposals.ts'
import { useEarlyChecks } from '#components/settings/switches.ts'
import { type Incoming, knownSince } from '#domain/activity/incoming.ts'
import type { PaymentRequest } from '#domain/request/PaymentRequest.ts'
import {
  historyHashes,
  incomingHashes,
  type PaidSubject,
  passedOn,
  queuedPayments,
  seenIn,
} from '#domain/request/paymentsSeen.ts'
import type { RequestEvidence } from '#domain/request/statusWords.ts'
import { blockTimeQuery, paidTransfersQuery } from '#queries/activity.ts'
import { usePagedList } from '#queries/activityLists.ts'

const none: readonly ActivityItem[] = []

/**
 * Looks for payments in three places: the payee's received payments, the payer's sent or queued payments, and
 * transactions named by a person.
 * @param requests of one payee in one token
 */
export function useRequestEvidence(
  subject: PaidSubject,
  requests: readonly PaymentRequest[],
  named: readonly Hash[],
  payer: ListedAccount | null,
): RequestEvidence {
  const isOwn = useAccount()?.address === subject.payee
  const isOff = !useEarlyChecks() && !isOwn
  const { incoming, query: reading } = useIncoming(subject.payee, !isOff)
  const listed = payer ?? noLists
  const history = usePagedList(listed, 'history').query
  const queue = usePagedList(listed, 'queued').query
  const sent = history.data?.items ?? none
  const contents = useBatchContents(listed, sent)
  const proposals = useProposals(listed, queue.data?.items ?? none)

  const hashes = [
    ...new Set([
      ...named,
      ...historyHashes(sent, contents, subject),
      ...incomingHashes(incoming, subject, requests),
    ]),
  ]
  const found = useQueries({ queries: hashes.map(paidTransfersQuery) })
  const trusted: readonly Address[] = payer && factsOf(payer).isListed ? [payer.address] : []
  const inTransactions = hashes.flatMap((hash, index) => {
    const paid = found[index]?.data
    return paid ? seenIn(hash, paid, subject, trusted) : []
  })
  const inside = passedOn(incoming, subject).filter(
    ({ block, value }) => !inTransactions.some((seen) => seen.block === block && seen.value === value),
  )
  const times = useQueries({ queries: inside.map(({ block }) => blockTimeQuery(block ?? 0n)) })

  const payments = [
    ...inTransactions,
    ...inside.map((one, index) => ({ ...one, at: times[index]?.data ?? null })),
  ]
  const isUsd = requests.some(({ asked }) => asked.kind === 'usd')
  const { priced, isReading } = usePricedPayments(isUsd ? [{ token: subject.token, payments }] : [], true)

  return {
    payments: priced[0] ?? payments,
    queued: queuedPayments(
      [...proposals.values()].flatMap((one) => (one.state === 'done' && one.report ? [one.report] : [])),
      subject,
    ),
    incoming,
    payer: payer === null ? 'none' : stateOf(history.error ?? queue.error, history.data && queue.data),
    looking:
      (!isOff && incoming.tokens === null && !reading.error) ||
      (incoming.looking && !isCovered(incoming, subject, requests)) ||
      found.some(({ isPending }) => isPending) ||
      isReading,
    isOff,
    // A transaction that may pay it and cannot be read is as good as none that was looked for.
    isUnread: (!isOff && reading.error !== null) || found.some(({ isError }) => isError),
  }
}

/**
 * True if every block since the oldest request was read for its token, however far back the scan still
 * continues.
 */
function isCovered(incoming: Incoming, { token }: PaidSubject, requests: readonly PaymentRequest[]): boolean {
  const since = knownSince(incoming, token)
  return since !== null && requests.every(({ madeAt }) => since <= madeAt * 1_000)
}

function stateOf(error: Error | null, data: unknown): 'reading' | 'read' | 'not-read' {
  if (data) return 'read'
  return error ? 'not-read' : 'reading'
}
