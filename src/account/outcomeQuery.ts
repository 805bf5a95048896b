import { queryOptions } from '@tanstack/react-query'
import type { Account } from './Account.ts'
import { polling } from './polling.ts'
import { isFinal, type Submission } from './Submission.ts'

/** How often (ms) a payment is asked after while it can still change. */
const POLL = 4_000

const paced = polling(POLL)

/** Where a submission stands; polls until nothing more will change. */
export function outcomeQuery(account: Account, submission: Submission) {
  const id = idOf(submission)
  return queryOptions({
    queryKey: ['outcome', 56, account.address, submission.kind, id],
    queryFn: ({ signal }) => account.outcome(submission, signal),
    staleTime: 0,
    refetchInterval: (query) => (query.state.data && isFinal(query.state.data) ? false : paced(query)),
  })
}

function idOf(submission: Submission): string {
  switch (submission.kind) {
    case 'sent':
      return submission.hashes.join()
    case 'batched':
      return submission.id
    case 'proposed':
      return submission.safeTxHash
  }
}
