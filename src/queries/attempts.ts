import { queryOptions } from '@tanstack/react-query'
import type { Account } from '#account/Account.ts'
import type { Submission } from '#account/Submission.ts'
import { isSettled, leastSettled } from '#chain/settlement/PaymentStatus.ts'
import { type Attempt, submissionOf } from '#domain/ledger/Attempt.ts'
import { type Ledger, readAttemptStatus } from '#domain/ledger/ledger.ts'
import { intervals, polling } from './polling.ts'

const paced = polling(intervals.attempt)
const soon = polling(intervals.attemptSoon)
const underWay = polling(intervals.attemptUnderWay)

/** A payment under way is read so often at its quickest, which is a quarter of a minute. Then it waits for more than a block. */
const FIRST_READS = 30

/** The statuses of an answered attempt's payments. If `isPolled`, they are read until nothing more will change. */
export function attemptQuery(account: Account, ledger: Ledger, attempt: Attempt, isPolled = true) {
  const submission = submissionOf(attempt)
  return queryOptions({
    queryKey: ['status', 56, account.address, attempt.id, submission && idOf(submission)],
    queryFn: ({ signal }) => readAttemptStatus({ account, ledger }, attempt, signal),
    staleTime: 0,
    refetchInterval: (query) => {
      const { data, dataUpdateCount: reads } = query.state
      if (!isPolled || data?.every(isSettled)) return false
      const status = data && leastSettled(data)
      switch (status?.kind) {
        case 'pending':
        case 'confirming':
          return reads < FIRST_READS ? underWay(query) : soon(query)
        case 'ready':
          // Of a long queue only the next one can be executed.
          return status.turn.own === status.turn.next ? soon(query) : paced(query)
        default:
          return paced(query)
      }
    },
  })
}

function idOf(submission: Submission): string {
  switch (submission.kind) {
    case 'sent':
      return submission.hash
    case 'batched':
      return `${submission.id} ${submission.hashes.join()}`
    case 'proposed':
      // A batch assembled by a person can hold two payments in one transaction.
      return submission.inLargerBatch
        ? `${submission.safeTxHash} ${submission.calls.map(({ to, data }) => to + data).join()}`
        : submission.safeTxHash
  }
}
