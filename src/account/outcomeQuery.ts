import { queryOptions } from '@tanstack/react-query'
import type { Account } from './Account.ts'
import { polling } from './polling.ts'
import { isFinal, type Submission } from './Submission.ts'

/** How often (ms) a payment is asked after that only people can move on, by signing it. */
const paced = polling(4_000)
/** The same for one that the chain or a service is about to move on: blocks come twice in a second. */
const soon = polling(2_000)

/** Where a submission stands; polls until nothing more will change. */
export function outcomeQuery(account: Account, submission: Submission) {
  const id = idOf(submission)
  return queryOptions({
    queryKey: ['outcome', 56, account.address, submission.kind, id],
    queryFn: ({ signal }) => account.outcome(submission, signal),
    staleTime: 0,
    refetchInterval: (query) => {
      const { data } = query.state
      if (data && isFinal(data)) return false
      return data?.kind === 'waiting' || data?.kind === 'confirming' ? soon(query) : paced(query)
    },
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
