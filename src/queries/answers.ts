import { queryOptions } from '@tanstack/react-query'
import { awaitsAnswer, isUnanswered } from '#domain/ledger/Attempt.ts'
import type { PossibleAnswers } from '#domain/ledger/adoptAnswers.ts'
import type { Payout } from '#domain/payout/Payout.ts'
import type { PayoutContext } from '#domain/payout/payBatch.ts'
import { type AnswerFound, answersFound, runOf } from '#domain/payout/payoutRuns.ts'
import { refreshLists } from './activity.ts'
import { intervals, polling } from './polling.ts'

/**
 * If no single payout is open, this many of the newest are checked at a time. Each one costs requests to
 * nodes and services.
 */
const MAX_PAYOUTS = 5

/**
 * Looks for the outcome of requests that were unanswered or rejected: at once, every `intervals.unanswered`, and when
 * the page becomes visible again. `data` holds everything found since.
 * @param payouts those of the account that are shown
 * @param only the open payout; null for all of them
 */
export function answersQuery(context: PayoutContext, payouts: readonly Payout[], only: string | null) {
  const queryKey = ['payout-answers', 56, context.account.address, only ?? 'all'] as const
  const asking = payouts
    .filter((payout) => mayBeAnswered(payout, only === null ? context.now() - REJECTED_FOR : 0))
    .slice(0, MAX_PAYOUTS)
  return queryOptions({
    queryKey,
    // A search ends when the page is left. Otherwise it would store an answer without showing it, and a person who
    // comes back would wait for a search that may have looked too early.
    queryFn: async ({ client, signal }): Promise<Answers> => {
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
      if (found.length > known.length) void refreshLists(client, context.account)
      return { found, undecided }
    },
    enabled: asking.length > 0,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: polling(intervals.unanswered),
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
