import { useQueries } from '@tanstack/react-query'
import type { Account } from '#account/Account.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import type { Payout } from '#domain/payout/Payout.ts'
import { statusQuery } from '#domain/payout/paymentQueries.ts'

/** Reads where the requested batches of payouts stand, until nothing more will change. */
export function usePayoutStatuses(account: Account, payouts: readonly Payout[]) {
  const asked = payouts.flatMap(({ id, batches }) =>
    batches.flatMap(({ attempt }, batch) =>
      attempt?.submission ? [{ key: keyOf(id, batch), submission: attempt.submission }] : [],
    ),
  )
  const reads = useQueries({ queries: asked.map(({ submission }) => statusQuery(account, submission)) })
  const found = new Map(asked.map(({ key }, index) => [key, reads[index]?.data]))
  return {
    /** The statuses of a batch in row order; undefined until read. */
    statusesOf: ({ id }: Payout, batch: number): readonly PaymentStatus[] | undefined =>
      found.get(keyOf(id, batch)),
    /** A read that failed. */
    failing: reads.find(({ error }) => error),
    isReading: reads.some(({ isPending }) => isPending),
  }
}

function keyOf(id: string, batch: number): string {
  return `${id} ${batch}`
}
