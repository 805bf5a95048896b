import { useQueries } from '@tanstack/react-query'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { Account } from '#account/Account.ts'
import type { ActivityItem } from '#account/Activity.ts'
import { usePortal } from '#account/connection.ts'
import type { Address } from '#chain/money/Address.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { readFinalTime } from '#chain/settlement/settlement.ts'
import { useStoredRevision } from '#components/stored/useKept.ts'
import { type Attempt, reviewedProposals, submissionOf } from '#domain/ledger/Attempt.ts'
import type { StatusesOf } from '#domain/ledger/foldStatus.ts'
import type { Payout } from '#domain/payout/Payout.ts'
import type { PayoutContext } from '#domain/payout/payBatch.ts'
import { type FindOrigins, payoutOrigins } from '#domain/payout/payoutOrigins.ts'
import { payoutLock, runOf, subscribeRuns } from '#domain/payout/payoutRuns.ts'
import { payoutStore } from '#domain/payout/payoutStore.ts'
import { toTag } from '#domain/shared/tags.ts'
import { attemptQuery } from '#queries/attempts.ts'

/** The dependencies of paying from an account on this page. */
export function usePayoutContext(account: Account): PayoutContext {
  const { storage } = usePortal().page
  return useMemo(
    () => ({
      account,
      payouts: payoutStore(storage, account.address),
      withPayerLock: payoutLock(account.address),
      isKept: () => storage.keeping() === 'browser',
      now: Date.now,
      timeOf: (hash) => readFinalTime(bscRpc, hash),
    }),
    [account, storage],
  )
}

/** The current version of a payout, and this page's run of it. */
export function usePayout(context: PayoutContext, id: string) {
  const version = useStoredRevision()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version changes when the stored payouts do
  const payout = useMemo(() => context.payouts.read(id), [context, id, version])
  return { payout, run: useSyncExternalStore(subscribeRuns, () => runOf(id)) }
}

/** All payouts of the account in this browser, newest first. */
export function usePayouts(context: PayoutContext) {
  const version = useStoredRevision()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version changes when the stored payouts do
  return useMemo(() => context.payouts.list('as-heard'), [context, version])
}

/** Every attempt of the account in this browser. */
export function useLedger({ payouts }: PayoutContext) {
  useStoredRevision()
  // The ledger gives the same list until it changes.
  return payouts.ledger.list('as-heard')
}

/** The same for any account, also one that is only looked at. */
export function useAttempts(address: Address): readonly Attempt[] {
  const { storage } = usePortal().page
  useStoredRevision()
  return payoutStore(storage, address).ledger.list('as-heard').attempts
}

/** The reviews in this browser from before the proposals of an account were made, by safeTxHash. */
export function useReviewed(address: Address): ReturnType<typeof reviewedProposals> {
  return reviewedProposals(useAttempts(address))
}

/** The payouts of this browser behind the items of an account's lists. */
export function useOrigins(address: Address): FindOrigins {
  const { storage } = usePortal().page
  useStoredRevision()
  const { ledger, read } = payoutStore(storage, address)
  const { attempts } = ledger.list('as-heard')
  return useMemo(() => payoutOrigins(attempts, (id) => read(id, 'as-heard')), [attempts, read])
}

/** Whether an item of an account's lists belongs to a campaign; every item does to none (''). */
export function useInCampaign(address: Address, campaign: string): (item: ActivityItem) => boolean {
  const originsOf = useOrigins(address)
  return useCallback(
    ({ safeTxHash, id }) =>
      campaign === '' ||
      originsOf(safeTxHash ?? id).some(({ payout: { tag } }) => tag && toTag(tag) === toTag(campaign)),
    [originsOf, campaign],
  )
}

const unread: PaymentStatus = { kind: 'unknown', why: 'unread', hash: null }

/** Reads the statuses of the attempts of payouts, until nothing more will change. */
export function usePayoutStatuses(
  { account, payouts: { ledger } }: Pick<PayoutContext, 'account' | 'payouts'>,
  payouts: readonly Payout[],
) {
  const answered = payouts.flatMap(({ attempts }) => attempts.filter((one) => submissionOf(one) !== null))
  const reads = useQueries({ queries: answered.map((attempt) => attemptQuery(account, ledger, attempt)) })
  const readOf = new Map(answered.map(({ id }, index) => [id, reads[index]]))
  const statusesOf: StatusesOf = ({ id }) => readOf.get(id)?.data
  return {
    /** The statuses of an attempt in the order of its calls; undefined until read. */
    statusesOf,
    /** The same; unknown, and not on their way, if they cannot be read. */
    shownOf: ((attempt) =>
      statusesOf(attempt) ??
      (readOf.get(attempt.id)?.error ? attempt.calls.map(() => unread) : undefined)) satisfies StatusesOf,
    /** A read that failed. */
    failing: reads.find(({ error }) => error),
    isReading: reads.some(({ isPending }) => isPending),
  }
}
