import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import type { Account } from '#account/Account.ts'
import { activityKey } from '#account/activityQueries.ts'
import { usePortal } from '#account/connection.ts'
import { polling } from '#account/polling.ts'
import type { Address } from '#chain/money/Address.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { readFinalTime } from '#chain/settlement/finalTime.ts'
import { useStoredRevision } from '#components/stored/useStored.ts'
import { awaitsAnswer, isUnanswered } from '#domain/ledger/Attempt.ts'
import type { PossibleAnswers } from '#domain/ledger/adoptAnswers.ts'
import { reviewedProposals } from '#domain/ledger/reviewedProposals.ts'
import { type AnswerFound, answersFound, type Payout } from '#domain/payout/Payout.ts'
import type { PayoutContext } from '#domain/payout/payBatch.ts'
import { payoutLock, type RunState, runOf, subscribeRuns } from '#domain/payout/payoutRuns.ts'
import { payoutStore } from '#domain/payout/payoutStore.ts'

/**
 * If no single payout is open, this many of the newest are checked at a time. Each one costs requests to
 * nodes and services.
 */
const MAX_PAYOUTS = 5

/**
 * Looks for the outcome of requests that were unanswered or rejected: at once, every 15 s, and when the page
 * becomes visible again. `data` holds everything found since.
 * @param payouts those of the account that are shown
 * @param only the open payout; null for all of them
 */
export function useAnswers(context: PayoutContext, payouts: readonly Payout[], only: string | null) {
  const client = useQueryClient()
  const queryKey = ['payout-answers', 56, context.account.address, only ?? 'all']
  const asking = payouts
    .filter((payout) => mayBeAnswered(payout, only === null ? context.now() - REJECTED_FOR : 0))
    .slice(0, MAX_PAYOUTS)
  return useQuery({
    queryKey,
    // A search ends when the page is left. Otherwise it would store an answer without showing it, and a person who
    // comes back would wait for a search that may have looked too early.
    queryFn: async ({ signal }): Promise<Answers> => {
      const known = client.getQueryData<Answers>(queryKey)?.found ?? []
      const found: AnswerFound[] = [...known]
      const undecided: PossibleAnswers[] = []
      for (const { id } of asking) {
        // Requests that this page is making now find their answer by themselves.
        const before = runOf(id)?.kind === 'running' ? null : context.payouts.read(id)
        if (!before) continue
        const { adoptAnswers } = await import('#domain/ledger/adoptAnswers.ts')
        const open = before.attempts.filter(awaitsAnswer).map((attempt) => attempt.id)
        const { account, now, timeOf, payouts: store } = context
        undecided.push(
          ...(await adoptAnswers({ account, ledger: store.ledger, now, timeOf }, new Set(open), signal)),
        )
        const after = store.read(id)
        if (after) found.push(...answersFound(before, after))
      }
      // The history shows their outcomes, too.
      if (found.length > known.length)
        void client.invalidateQueries({ queryKey: activityKey(context.account) })
      return { found, undecided }
    },
    enabled: asking.length > 0,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: polling(15_000),
  })
}

/** The answers found since the page was opened, and those that only the person can choose. */
type Answers = { readonly found: readonly AnswerFound[]; readonly undecided: readonly PossibleAnswers[] }

/** Rejected requests are looked for this long (ms). A later payment would not be their answer. */
const REJECTED_FOR = 2 * 86_400_000

/** @param since ms since the epoch: older rejections are trusted */
function mayBeAnswered({ attempts }: Payout, since: number): boolean {
  return attempts.some((one) => isUnanswered(one) || (awaitsAnswer(one) && one.at >= since))
}

/** The dependencies of paying from an account on this page. */
export function usePayoutContext(account: Account): PayoutContext {
  const { storage } = usePortal().page
  return useMemo(
    () => ({
      account,
      payouts: payoutStore(storage, account.address),
      alone: payoutLock(account.address),
      isKept: () => storage.keeping() === 'browser',
      now: Date.now,
      timeOf: (hash) => readFinalTime(bscRpc, hash),
    }),
    [account, storage],
  )
}

/** The current version of a payout, and this page's run of it. */
export function usePayout(
  context: PayoutContext,
  id: string,
): { readonly payout: Payout | null; readonly run: RunState | undefined } {
  const version = useStoredRevision()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version changes when the stored payouts do
  const payout = useMemo(() => context.payouts.read(id), [context, id, version])
  return { payout, run: useSyncExternalStore(subscribeRuns, () => runOf(id)) }
}

/** All payouts of the account in this browser, newest first. */
export function usePayouts(context: PayoutContext): ReturnType<PayoutContext['payouts']['list']> {
  const version = useStoredRevision()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version changes when the stored payouts do
  return useMemo(() => context.payouts.list(), [context, version])
}

/** Every attempt of the account in this browser. */
export function useLedger({
  payouts,
}: PayoutContext): ReturnType<PayoutContext['payouts']['ledger']['list']> {
  useStoredRevision()
  // The ledger gives the same list until it changes.
  return payouts.ledger.list()
}

/** The reviews in this browser from before the proposals of an account were made, by safeTxHash. */
export function useReviewed(address: Address): ReturnType<typeof reviewedProposals> {
  const { storage } = usePortal().page
  useStoredRevision()
  return reviewedProposals(payoutStore(storage, address).ledger.list().attempts)
}
