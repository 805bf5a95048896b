import { useQueries } from '@tanstack/react-query'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { submissionOf } from '#domain/ledger/Attempt.ts'
import type { StatusesOf } from '#domain/ledger/foldStatus.ts'
import type { Payout } from '#domain/payout/Payout.ts'
import type { PayoutContext } from '#domain/payout/payBatch.ts'
import { attemptQuery } from '#queries/attempts.ts'

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
