import { useQueries } from '@tanstack/react-query'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { type Attempt, submissionOf } from '#domain/ledger/Attempt.ts'
import type { Payout } from '#domain/payout/Payout.ts'
import type { PayoutContext } from '#domain/payout/payBatch.ts'
import { attemptQuery } from '#domain/payout/paymentQueries.ts'

/** Reads where the attempts of payouts stand, until nothing more will change. */
export function usePayoutStatuses(
  { account, payouts: { ledger } }: Pick<PayoutContext, 'account' | 'payouts'>,
  payouts: readonly Payout[],
) {
  const answered = payouts.flatMap(({ attempts }) => attempts.filter((one) => submissionOf(one) !== null))
  const reads = useQueries({ queries: answered.map((attempt) => attemptQuery(account, ledger, attempt)) })
  const found = new Map(answered.map(({ id }, index) => [id, reads[index]?.data]))
  return {
    /** The statuses of an attempt in the order of its calls; undefined until read. */
    statusesOf: ({ id }: Attempt): readonly PaymentStatus[] | undefined => found.get(id),
    /** A read that failed. */
    failing: reads.find(({ error }) => error),
    isReading: reads.some(({ isPending }) => isPending),
  }
}
